import { orders } from '#features/orders/contract.ts'
import classes from '#features/orders/web/dialogs.module.css'
import { useEndpoint } from '#kit/web/client.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Money } from '#kit/web/values.tsx'
import type { RefundEffect } from '../refund-contract.ts'

/** The effect of a refund on everybody: the customer, the marketplace, and each vendor with their balance. */
export function EffectPanel({ effect }: { effect: RefundEffect }) {
  return (
    <section className={classes.effect} aria-label="What this refund does" aria-live="polite">
      <h3>What this refund does</h3>
      <dl>
        <dt>The customer gets</dt>
        <dd>
          <Money rupees={effect.amount} />
        </dd>
        {effect.shipping !== '0' && (
          <>
            <dt>The marketplace gives back of the shipping</dt>
            <dd>
              <Money rupees={effect.shipping} />
            </dd>
          </>
        )}
        <dt>The marketplace gives back of its commission</dt>
        <dd>
          <Money rupees={effect.commission} />
        </dd>
        <dt>Income tax and sales tax that are no longer withheld</dt>
        <dd>
          <Money rupees={effect.income_tax} /> and <Money rupees={effect.sales_tax} />
        </dd>
        {effect.promotion_grant !== '0' && (
          <>
            <dt>The marketplace gets back of what it paid for campaigns</dt>
            <dd>
              <Money rupees={effect.promotion_grant} />
            </dd>
          </>
        )}
        {effect.vendors.map((vendor) => (
          <VendorRow key={vendor.vendor_id} vendor={vendor} />
        ))}
      </dl>
    </section>
  )
}

function VendorRow({ vendor }: { vendor: RefundEffect['vendors'][number] }) {
  return (
    <>
      <dt dir="auto">
        {vendor.shop_name} gives back, from what is{' '}
        {vendor.from === 'held' ? 'still held' : 'theirs to withdraw'}
        <small>
          Balance <Money rupees={vendor.balance_before} /> → <Money rupees={vendor.balance_after} />
        </small>
      </dt>
      <dd>
        <Money rupees={vendor.amount} />
      </dd>
    </>
  )
}

/** The effect that a refund granted by somebody else would have now. */
export function GrantedEffect({ id, refundId }: { id: string; refundId: string }) {
  const { data, error } = useEndpoint(orders.refundEffect, { id, refund_id: refundId })
  if (data) return <EffectPanel effect={data} />
  return error ? <ChangeFailure error={error} /> : <p>Loading...</p>
}
