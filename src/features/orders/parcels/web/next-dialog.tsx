import { useEffect, useRef, useState } from 'react'
import { type OrderDetail, orders } from '#features/orders/contract.ts'
import { AskingPanel } from '#features/orders/web/asking-panel.tsx'
import { type Acting, type Asking, useActing } from '#features/orders/web/moves-panel.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { wordsOf } from '#kit/web/failure.tsx'
import { useOpenedRecord } from '#kit/web/record/opened-record.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { partsThatCan, whyNoPartCan } from '../contract.ts'

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
    const why = order && !error ? whyNotNext(step, order) : wordsOf(error)
    if (why === null) return setOpen(true)
    show({ message: why, tone: 'refused', about: id })
    onClose()
  }, [isFetching])
  return isOpen && order ? <Opened order={order} step={step} onClose={onClose} /> : null
}

function Opened({ order, step, onClose }: { order: OrderDetail; step: Step; onClose: () => void }) {
  const { unread, note } = useUnread(order.id)
  const own = useActing(useOpenedRecord(order), askingOf(order, step), note)
  const acting: Acting = {
    ...own,
    ask: (asking) => {
      if (asking) return own.ask(asking)
      // The answer to what is on its way is told here.
      if (own.isPending) return
      unread.current = null
      onClose()
    },
    run: async (endpoint, input) => {
      unread.current = null
      const answer = await own.run(endpoint, input)
      if (answer) onClose()
      return answer
    },
  }
  return <AskingPanel acting={acting} />
}

/** A refusal that is shown in the dialog; a message tells it if the row leaves its list and takes the dialog along. */
function useUnread(id: string) {
  const show = useToast()
  const unread = useRef<Error | null>(null)
  const isGone = useRef(false)
  const tell = () => {
    if (isGone.current && unread.current)
      show({ message: wordsOf(unread.current), tone: 'refused', about: id })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of the dialog tells it
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      tell()
    }
  }, [])
  const note = (failure: Error) => {
    unread.current = failure
    tell()
  }
  return { unread, note }
}

/** Why no part of the order can make the step any more, as the reason of a part with the status of the order; null if one can. */
function whyNotNext(step: Step, order: OrderDetail): string | null {
  return step === 'complete' || partsThatCan(step, order).length > 0 ? null : whyNoPartCan(step, order)
}

function askingOf(order: OrderDetail, step: Step): Asking {
  if (step === 'complete') return { about: 'complete' }
  const parts = partsThatCan(step, order)
  return { about: step === 'ship' ? 'ship_all' : 'deliver_all', parts }
}
