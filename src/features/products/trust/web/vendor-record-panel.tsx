import { grants } from '#features/access/contract.ts'
import type { ProductStatus } from '#features/products/contract.ts'
import { pendingProducts } from '#features/products/web/links.ts'
import type { VendorStatus } from '#features/vendors/contract.ts'
import { vendorRecord } from '#features/vendors/web/links.ts'
import { useAllows } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { Link } from '#kit/web/link.tsx'
import { Read } from '#kit/web/read-failure.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { Day } from '#kit/web/values.tsx'
import { type Tier, trust, type VendorRecord } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './vendor-record-panel.module.css'

const tierWords: Readonly<Record<Tier, string>> = {
  new: texts.tierNew,
  standard: texts.tierStandard,
  trusted: texts.tierTrusted,
}

/** Who sells a listing, as far as it helps to decide on it. */
export function VendorRecordPanel({
  product: { id, status },
  vendor,
  shopName,
}: {
  product: { id: string; status: ProductStatus }
  vendor: { id: string; status: VendorStatus }
  shopName: string
}) {
  const found = useEndpoint(trust.record, { id })
  // The listing itself is one of those to decide on only while it is on the list of pending ones.
  const own = status === 'submitted' || status === 'in_review' ? 1 : 0
  const allows = useAllows()
  return (
    <SideCard title={texts.aboutVendor}>
      <div className={classes.panel}>
        {allows(grants('Vendor Verifications', 'view')) ? (
          <Link href={vendorRecord(vendor.id, vendor.status)}>{shopName}</Link>
        ) : (
          <p dir="auto">{shopName}</p>
        )}
        <Read of={found} what={texts.loadRecordFailed}>
          {(record) => <RecordFacts record={record} own={own} />}
        </Read>
      </div>
    </SideCard>
  )
}

function RecordFacts({ record, own }: { record: VendorRecord; own: 0 | 1 }) {
  const { approved, rejected, sent_back, refunds, returned, open_refunds, sold_orders, waiting } = record
  const isDecided = approved + rejected + sent_back > 0
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{texts.trust}</dt>
        <dd>{tierWords[record.tier]}</dd>
      </div>
      <div>
        <dt>{texts.onMunshi}</dt>
        <dd>
          <Day at={record.since} />
        </dd>
      </div>
      <div>
        <dt>{texts.decided90}</dt>
        <dd>
          {isDecided ? texts.decidedCounts({ approved, rejected, sentBack: sent_back }) : texts.noneDecided}
        </dd>
      </div>
      <div>
        <dt>{texts.refunds90}</dt>
        <dd>{texts.refundCounts({ refunds, returned, orders: sold_orders })}</dd>
      </div>
      <div>
        <dt>{texts.openComplaints}</dt>
        <dd>{open_refunds === 0 ? texts.noneOpen : texts.openRefunds({ open: open_refunds })}</dd>
      </div>
      <div>
        <dt>{texts.otherWaiting}</dt>
        <dd>
          {waiting === 0 ? (
            texts.noOthers
          ) : (
            <Link href={pendingProducts({ vendor_id: record.id })}>
              {texts.decideAll({ waiting: waiting + own })}
            </Link>
          )}
        </dd>
      </div>
    </dl>
  )
}
