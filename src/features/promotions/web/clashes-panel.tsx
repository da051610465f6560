import { momentOf } from '#kit/contract/words.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { Link } from '#kit/web/link.tsx'
import { Read } from '#kit/web/read-failure.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { type Clash, type PromotionDetail, promotions } from '../contract.ts'
import { PromotionMark, percentWords } from '../price/web/name-panel.tsx'
import { texts } from '../texts.ts'
import classes from './clashes-panel.module.css'
import { promotionRecord } from './links.ts'

/** The campaigns that change the same products in this period; reads the period in the fields before it is saved. */
export function useClashes(id: string, period: { starts_at: string; ends_at: string }) {
  const isPeriod = period.starts_at !== '' && period.starts_at < period.ends_at
  return useEndpoint(promotions.clashes, { id, ...(isPeriod ? period : {}) })
}

/** The other campaigns that discount the same products, and which price applies. Renders nothing without clashes. */
export function ClashesPanel({
  promotion,
  starts_at,
  ends_at,
}: {
  promotion: PromotionDetail
  starts_at: string
  ends_at: string
}) {
  const read = useClashes(promotion.id, { starts_at, ends_at })
  return (
    <SideCard title={texts.clashes}>
      <Read of={read} what={texts.clashesNotLoaded}>
        {(clashes) =>
          clashes.length === 0 ? (
            <p className={classes.quiet}>{texts.noClashes}</p>
          ) : (
            <>
              <p className={classes.quiet}>{texts.lowestPriceApplies}</p>
              <ClashList clashes={clashes} />
            </>
          )
        }
      </Read>
    </SideCard>
  )
}

export function ClashList({ clashes }: { clashes: readonly Clash[] }) {
  return (
    <ul className={classes.clashes}>
      {clashes.map((clash) => (
        <li key={clash.id}>
          <div>
            <Link href={promotionRecord(clash)} dir="auto">
              {clash.name}
            </Link>
            <PromotionMark status={clash.status} />
          </div>
          <small>
            {texts.clashTerms({
              discount: percentWords(clash.discount_bp),
              products: clash.products,
              startsAt: momentOf(clash.starts_at),
              endsAt: momentOf(clash.ends_at),
            })}
          </small>
        </li>
      ))}
    </ul>
  )
}
