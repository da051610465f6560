import { orders } from '#features/orders/contract.ts'
import classes from '#features/orders/web/dialogs.module.css'
import { useEndpoint } from '#kit/web/client.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Loading } from '#kit/web/read-failure.tsx'
import { Money } from '#kit/web/values.tsx'
import type { RefundEffect } from '../refund-contract.ts'
import { texts } from '../texts.ts'

/** The effect of a refund on everybody: the customer, the marketplace, and each vendor with their balance. */
export function EffectPanel({ effect }: { effect: RefundEffect }) {
  return (
    <section className={classes.effect} aria-label={texts.effect} aria-live="polite">
      <h3>{texts.effect}</h3>
      <dl>
        <dt>{texts.theCustomerGets}</dt>
        <dd>
          <Money rupees={effect.amount} />
        </dd>
        {effect.shipping !== '0' && (
          <>
            <dt>{texts.shippingReturned}</dt>
            <dd>
              <Money rupees={effect.shipping} />
            </dd>
          </>
        )}
        <dt>{texts.commissionReturned}</dt>
        <dd>
          <Money rupees={effect.commission} />
        </dd>
        <dt>{texts.taxesReleased}</dt>
        <dd>
          {texts.incomeAndSalesTax({
            incomeTax: <Money rupees={effect.income_tax} />,
            salesTax: <Money rupees={effect.sales_tax} />,
          })}
        </dd>
        {effect.promotion_grant !== '0' && (
          <>
            <dt>{texts.grantReturned}</dt>
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
        {vendor.from === 'held'
          ? texts.fromHeld({ shopName: vendor.shop_name })
          : texts.fromAvailable({ shopName: vendor.shop_name })}
        <small>
          {texts.balanceChange({
            balanceBefore: <Money rupees={vendor.balance_before} />,
            balanceAfter: <Money rupees={vendor.balance_after} />,
          })}
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
  return error ? <ChangeFailure error={error} /> : <Loading />
}
