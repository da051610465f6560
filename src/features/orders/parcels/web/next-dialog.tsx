import { useEffect, useState } from 'react'
import { type OrderDetail, orders } from '#features/orders/contract.ts'
import { AskingPanel } from '#features/orders/web/asking-panel.tsx'
import { type Acting, type Asking, useActing } from '#features/orders/web/moves-panel.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { wordsOf } from '#kit/web/failure.tsx'
import { useOpenedRecord } from '#kit/web/record/opened-record.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { partsThatCan } from '../contract.ts'

type Step = 'ship' | 'deliver' | 'complete'

/**
 * Asks what the next step of an order needs, over the list that shows the order. It is asked about the order as it is now, not
 * as it was when somebody looked at it before; where it cannot be read, a message says so.
 */
export function NextDialog({ id, step, onClose }: { id: string; step: Step; onClose: () => void }) {
  const show = useToast()
  const { data: order, error, isFetching } = useEndpoint(orders.get, { id })
  const [isOpen, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of the first reading opens the question
  useEffect(() => {
    if (isFetching || isOpen) return
    if (order && !error) return setOpen(true)
    show({ message: wordsOf(error), tone: 'refused' })
    onClose()
  }, [isFetching])
  return isOpen && order ? <Opened order={order} step={step} onClose={onClose} /> : null
}

function Opened({ order, step, onClose }: { order: OrderDetail; step: Step; onClose: () => void }) {
  const opened = useOpenedRecord(order)
  const own = useActing(opened)
  const acting: Acting = {
    ...own,
    asking: askingOf(opened.record, step),
    ask: (asking) => (asking === null ? onClose() : own.ask(asking)),
    run: async (endpoint, input) => {
      const answer = await own.run(endpoint, input)
      if (answer) onClose()
      return answer
    },
  }
  return <AskingPanel acting={acting} />
}

function askingOf(order: OrderDetail, step: Step): Asking {
  if (step === 'complete') return { about: 'complete' }
  const parts = partsThatCan(step, order)
  return { about: step === 'ship' ? 'ship_all' : 'deliver_all', parts }
}
