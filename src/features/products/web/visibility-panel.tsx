import { SideCard } from '#kit/web/record/record-layout.tsx'
import type { ProductReview } from '../contract.ts'
import { AvailableSwitch } from './available-panel.tsx'
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
    <SideCard title="Available">
      <div className={classes.row}>
        <AvailableSwitch product={product} onTurned={onTurned} />
        <span>
          {product.status === 'approved'
            ? product.available
              ? 'Switched on'
              : 'Switched off: it stands under Deactivated Products'
            : product.available
              ? 'Goes live when it is approved'
              : 'Stays off when it is approved'}
        </span>
      </div>
      <p className={classes.note}>
        {product.hidden_because.length === 0
          ? 'Shoppers can see it.'
          : `Shoppers do not see it: ${product.hidden_because.join(', ')}.`}
      </p>
    </SideCard>
  )
}
