import { Button, NativeSelect } from '@mantine/core'
import { useIsFetching } from '@tanstack/react-query'
import { type OrderDetail, orders } from '#features/orders/contract.ts'
import { allOrders, orderDetail } from '#features/orders/web/links.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { NotPrinted, PrintedSheet, PrintFrame, type SheetSize } from '#kit/web/print/print-page.tsx'
import { useKeptOrigin } from '#kit/web/queue/use-kept-origin.ts'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { NoRecord } from '#kit/web/record/no-record.tsx'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { Invoice } from './invoice-panel.tsx'
import { Label } from './label-panel.tsx'
import { NotSent, PackingSlip } from './packing-panel.tsx'
import classes from './print-page.module.css'
import { slipsOf } from './sheets-model.ts'

const kinds = ['invoice', 'packing', 'label'] as const
type Kind = (typeof kinds)[number]
const kindWords: Record<Kind, string> = {
  invoice: texts.invoice,
  packing: texts.packingSlip,
  label: texts.label,
}
const sizes: readonly SheetSize[] = ['a4', 'a5', 'thermal']
const sizeWords: Record<SheetSize, string> = { a4: 'A4', a5: 'A5', thermal: texts.thermal }

/** The most orders that can be printed at once. */
const mostOrders = 100

/** Invoices, packing slips and labels as printed: light theme, no app shell, one sheet each. */
export function PrintPage() {
  const [state, change] = useUrlState()
  const kept = useKeptOrigin()
  const given = (state.get('ids') ?? state.get('id') ?? '').split(',').filter(Boolean)
  const ids = [...new Set(given)].slice(0, mostOrders)
  const kind = kinds.find((name) => name === state.get('kind')) ?? 'invoice'
  // Labels default to thermal paper; everything else defaults to A4.
  const size = sizes.find((name) => name === state.get('size')) ?? (kind === 'label' ? 'thermal' : 'a4')
  const part = Number(state.get('part') ?? '0')
  const isLoading = useIsFetching() > 0
  const [first] = ids
  if (first === undefined)
    return <NoRecord title={texts.noOrderFound} back={{ href: allOrders(), label: texts.allOrders }} />
  const isBatch = ids.length > 1
  return (
    <PrintFrame
      back={
        isBatch
          ? { href: allOrders(), label: texts.allOrders }
          : { href: kept(orderDetail({ id: first })), label: texts.order }
      }
      title={isBatch ? texts.printOrders({ count: ids.length }) : menuTexts.print}
      isLoading={isLoading}
      size={size}
      isBatch={isBatch}
      className={kind === 'label' ? classes.labels : ''}
      choices={
        <>
          <NativeSelect
            size="xs"
            aria-label={texts.document}
            data={kinds.map((value) => ({ value, label: kindWords[value] }))}
            value={kind}
            onChange={(event) => change({ kind: event.currentTarget.value, size: '' }, { replace: true })}
          />
          <NativeSelect
            size="xs"
            aria-label={texts.paperSize}
            data={sizes.map((value) => ({ value, label: sizeWords[value] }))}
            value={size}
            onChange={(event) => change({ size: event.currentTarget.value }, { replace: true })}
          />
          {part > 0 && (
            <Button size="xs" variant="subtle" onClick={() => change({ part: '' }, { replace: true })}>
              {texts.allParts}
            </Button>
          )}
        </>
      }
    >
      {ids.map((id) => (
        <Sheets key={id} id={id} kind={kind} part={part} />
      ))}
    </PrintFrame>
  )
}

/** The printed sheets of one order: one invoice, or a packing slip or shipping label for each part that is sent. */
function Sheets({ id, kind, part: number }: { id: string; kind: Kind; part: number }) {
  const query = useEndpoint(orders.get, { id })
  if (query.isLoadingError) {
    return (
      <NotPrinted>
        <ReadFailure of={query} what={texts.loadFailed} />
      </NotPrinted>
    )
  }
  const order = query.data
  if (!order) return <PrintedSheet />
  return sheetsOf(order, kind, number).map(({ key, content }) => (
    <PrintedSheet key={key}>{content}</PrintedSheet>
  ))
}

function sheetsOf(order: OrderDetail, kind: Kind, number: number) {
  if (kind === 'invoice') return [{ key: order.id, content: <Invoice order={order} /> }]
  return slipsOf(order, number).map(({ key, part, isToSend }) => ({
    key,
    content:
      !isToSend || !part ? (
        <NotSent order={order} part={part} />
      ) : kind === 'packing' ? (
        <PackingSlip order={order} part={part} />
      ) : (
        <Label order={order} part={part} />
      ),
  }))
}
