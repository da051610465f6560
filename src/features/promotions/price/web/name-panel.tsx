import { type Promotion, type PromotionStatus, statusWords } from '#features/promotions/contract.ts'
import { momentOf } from '#kit/contract/words.ts'
import { fullTimeOf } from '#kit/web/ages.ts'
import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import { texts } from '../texts.ts'
import classes from './name-panel.module.css'

/** A rate for display: 12.5%. */
export function percentWords(basisPoints: number): string {
  return `${basisPoints / 100}%`
}

const tones: Readonly<Record<PromotionStatus, Tone>> = {
  running: 'good',
  scheduled: 'info',
  draft: 'waiting',
  ended: 'off',
}

export function PromotionMark({ status }: { status: PromotionStatus }) {
  return <StatusMark tone={tones[status]}>{statusWords[status]}</StatusMark>
}

/** Start and end, on two lines that keep their width. */
export function Period({ promotion }: { promotion: Pick<Promotion, 'starts_at' | 'ends_at' | 'ended_at'> }) {
  const { starts_at } = promotion
  const over = promotion.ended_at ?? promotion.ends_at
  return (
    <span className={classes.period}>
      <time dateTime={starts_at} title={fullTimeOf(starts_at)}>
        {momentOf(starts_at)}
      </time>
      {' – '}
      <time dateTime={over} title={fullTimeOf(over)}>
        {momentOf(over)}
      </time>
    </span>
  )
}

/** The vendors in a campaign, short enough for a column. */
export function sellersWords({ seller_count, seller_name, invited_count }: Promotion): string {
  if (seller_count === 1) return seller_name
  if (seller_count > 1) return texts.sellerCount({ count: seller_count })
  return invited_count > 0 ? texts.invitedOnly({ invitedCount: invited_count }) : texts.noSeller
}
