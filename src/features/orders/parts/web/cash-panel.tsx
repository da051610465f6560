import type { OrderPart } from '#features/orders/contract.ts'
import { settlementDetail } from '#features/settlements/web/links.ts'
import { formatRs } from '#kit/contract/money.ts'
import { dayOf } from '#kit/contract/words.ts'
import { Link } from '#kit/web/link.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { texts } from '../texts.ts'

/** Shows where the cash is that the courier collected for a part. */
export function PartCash({ part }: { part: OrderPart }) {
  const { courier, courier_cash, delivered_at, settlement } = part
  if (!settlement) {
    return (
      <StatusMark tone="waiting" isLong>
        {delivered_at
          ? texts.cashWithCourierSince({ cash: formatRs(courier_cash), courier, day: dayOf(delivered_at) })
          : texts.cashWithCourier({ cash: formatRs(courier_cash), courier })}
      </StatusMark>
    )
  }
  const { number, reference, paid_on } = settlement
  const link = <Link href={settlementDetail(settlement)}>{number}</Link>
  if (courier_cash === '0') {
    return <span>{texts.settledRef({ paidOn: dayOf(paid_on), reference, link })}</span>
  }
  const words = courier_cash.startsWith('-')
    ? texts.cashOver({ courierCash: formatRs(courier_cash.slice(1)) })
    : texts.cashShort({ courierCash: formatRs(courier_cash) })
  return (
    <span>
      <StatusMark tone={courier_cash.startsWith('-') ? 'waiting' : 'refused'}>{words}</StatusMark>{' '}
      {texts.paidRef({ paidOn: dayOf(paid_on), reference, link })}
    </span>
  )
}
