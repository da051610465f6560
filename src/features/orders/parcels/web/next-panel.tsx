import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { type OrderRow, orders } from '#features/orders/contract.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCall, useRefresh } from '#kit/web/client.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { useToast } from '#kit/web/toast.tsx'
import { parcels, partsThatCan, whyNoPartCan } from '../contract.ts'
import { texts } from '../texts.ts'

const NextDialog = lazyOf(() => import('./next-dialog.tsx'), 'NextDialog')

type Step = 'process' | 'pack' | 'ship' | 'deliver' | 'complete'

const words: Record<Step, string> = {
  process: texts.process,
  pack: texts.pack,
  ship: texts.ship,
  deliver: texts.deliver,
  complete: texts.complete,
}

/** The next step of an order in its row; what needs no question is done at once. */
export function NextStep({ row }: { row: OrderRow }) {
  const can = useCan()
  const call = useCall()
  const refresh = useRefresh()
  const show = useToast()
  const [isPending, setPending] = useState(false)
  const [asking, setAsking] = useState<'ship' | 'deliver' | 'complete' | null>(null)
  const step = stepOf(row)
  const { id, order_number: orderNumber } = row
  // A question stays with its refusal, whatever has become of the order.
  if (!(step || asking) || !can(orders.process)) return null
  const failed = (error: Error) => show({ message: error.message, tone: 'refused', about: id })
  const process = async () => {
    const answer = await call(orders.process, { id }, { ifMatch: row.version })
    const undo = () =>
      void call(orders.putBack, { id }, { ifMatch: answer.version })
        .catch(failed)
        .finally(() => void refresh(orders.putBack))
    show({ message: texts.processed({ orderNumber }), undo })
  }
  const pack = async () => {
    const order = await call(orders.get, { id })
    const part_ids = partsThatCan('pack', order).map((part) => part.id)
    const why = part_ids.length === 0 && whyNoPartCan('pack', order)
    if (why) return show({ message: why, tone: 'refused', about: id })
    let { version } = await call(parcels.pack, { id, part_ids }, { ifMatch: row.version })
    const said = { orderNumber, count: part_ids.length }
    const unpack = async () => {
      for (const part_id of part_ids) {
        version = (await call(orders.unpack, { id, part_id }, { ifMatch: version })).version
      }
      show({ message: texts.unpacked(said) })
    }
    const undo = () =>
      void unpack()
        .catch(failed)
        .finally(() => void refresh(orders.unpack))
    show({ message: texts.packed(said), undo })
  }
  const run = async () => {
    if (step === 'ship' || step === 'deliver' || step === 'complete') return setAsking(step)
    setPending(true)
    await (step === 'process' ? process() : pack()).catch(failed)
    setPending(false)
    void refresh(orders.process)
  }
  return (
    <>
      {step && (
        <Button
          size="compact-xs"
          variant="default"
          disabled={isPending}
          aria-label={texts.nextOf({ label: words[step], orderNumber })}
          onClick={() => void run()}
        >
          {words[step]}
        </Button>
      )}
      {asking && (
        <Suspense fallback={null}>
          <NextDialog id={id} step={asking} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </>
  )
}

function stepOf({ order_status, vendor_status, payment_status, is_pickup }: OrderRow): Step | null {
  const isSettled = payment_status !== 'unpaid' && payment_status !== 'cod_due'
  if (order_status === 'pending') return 'process'
  if (order_status !== 'processing') return null
  switch (vendor_status) {
    case 'to_pack':
      return 'pack'
    case 'packed':
      if (is_pickup) return isSettled ? 'deliver' : null
      return payment_status === 'unpaid' ? null : 'ship'
    case 'shipped':
      return 'deliver'
    case 'delivered':
      return isSettled ? 'complete' : null
    case 'returned':
      return null
  }
}
