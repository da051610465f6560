import type { ProductReview } from '#features/products/contract.ts'
import { texts } from '#features/products/texts.ts'
import { AvailableSwitch } from '#features/products/web/available-panel.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import classes from './visibility-panel.module.css'

/** Whether shoppers see the product, and if not, why, with the switch. */
export function VisibilityPanel({
  product,
  onTurned,
}: {
  product: ProductReview
  /** Receives the version that the switch has created. */
  onTurned: (version: number) => void
}) {
  return (
    <SideCard title={texts.available}>
      <div className={classes.row}>
        <AvailableSwitch product={product} onTurned={onTurned} />
        <span>
          {product.status === 'approved'
            ? product.available
              ? texts.switchedOn
              : texts.switchedOff
            : product.available
              ? texts.goesLive
              : texts.staysOff}
        </span>
      </div>
      <p className={classes.note}>
        {product.hidden_because.length === 0
          ? texts.shoppersSee
          : texts.shoppersDoNotSee({ reasons: product.hidden_because.join(', ') })}
      </p>
    </SideCard>
  )
}
