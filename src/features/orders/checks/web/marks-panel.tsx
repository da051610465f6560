import { type Acting, Moves } from '#features/orders/web/moves-panel.tsx'
import classes from '#features/orders/web/order-panel.module.css'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { Ago } from '#kit/web/values.tsx'
import { orderChecks } from '../contract.ts'
import type { OrderMark } from '../marks-contract.ts'
import { texts } from '../texts.ts'

/** The differences between an order's line items and their listings, open until a person has checked the marks. */
export function MarksPanel({ acting }: { acting: Acting }) {
  const { order, ask, isPending, whyHeld } = acting
  if (order.marks.length === 0) return null
  return (
    <SideCard title={texts.differences}>
      <ul className={classes.refunds}>
        {order.marks.map((mark) => (
          <MarkItem key={mark.id} mark={mark} name={nameOf(acting, mark)} />
        ))}
      </ul>
      {order.open_marks.length > 0 && (
        <Moves
          label={texts.markActions}
          isPending={isPending}
          choices={[
            {
              label: texts.markAsChecked,
              endpoint: orderChecks.check,
              why: whyHeld,
              onClick: () => ask({ about: 'check' }),
            },
          ]}
        />
      )}
    </SideCard>
  )
}

function nameOf({ order }: Acting, { line_id }: OrderMark): string {
  if (line_id === null) return order.shipping_method || order.pickup_location || order.packaging
  const lines = order.parts.flatMap(({ lines }) => lines)
  return lines.find(({ id }) => id === line_id)?.product_name ?? ''
}

function MarkItem({ mark, name }: { mark: OrderMark; name: string }) {
  return (
    <li>
      <div className={classes.head}>
        <strong>{mark.message}</strong>
        {mark.checked_at ? (
          <StatusMark tone="good">{texts.checked}</StatusMark>
        ) : (
          <StatusMark tone="waiting">{texts.open}</StatusMark>
        )}
      </div>
      <p className={classes.quiet}>
        <Subject line={mark.line} name={name} />
      </p>
      {mark.checked_at && (
        <p className={classes.quiet}>
          {mark.checked_by_name}, <Ago at={mark.checked_at} />: <bdi dir="auto">“{mark.note}”</bdi>
        </p>
      )}
    </li>
  )
}

/** What a mark is about: a line item, or the delivery, which has no name if the order names none. */
function Subject({ line, name }: { line: number | null; name: string }) {
  const named = <bdi dir="auto">{name}</bdi>
  if (line !== null) return texts.lineLineName({ line, name: named })
  return name === '' ? texts.delivery : texts.deliveryName({ name: named })
}

/** The marks of a line item, next to its product; a shortage is shown with the quantity instead. */
export function LineMarks({ marks }: { marks: readonly OrderMark[] }) {
  return marks
    .filter(({ kind, checked_at }) => kind !== 'short' && checked_at === null)
    .map((mark) => (
      <p key={mark.id} className={classes.short}>
        {mark.message}
      </p>
    ))
}
