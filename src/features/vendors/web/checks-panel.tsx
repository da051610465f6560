import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { Link } from '#kit/web/link.tsx'
import { SideCard } from '#kit/web/record-layout.tsx'
import type { VendorReview, VendorStatus } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './checks-panel.module.css'

const icons = { error: IconCircleX, warning: IconAlertTriangle, ok: IconCircleCheck }
const levelWords = { error: texts.blocksTheApproval, warning: texts.warning, ok: texts.inOrder }
const order = { error: 0, warning: 1, ok: 2 }

/** What the checks of the numbers found; errors first. A form check is no proof of identity, and it says so. */
export function ChecksPanel({ checks }: { checks: VendorReview['checks'] }) {
  return (
    <SideCard title={texts.checks}>
      <CheckList checks={checks} />
    </SideCard>
  )
}

/** The findings alone, with what they are worth. */
export function CheckList({ checks }: { checks: VendorReview['checks'] }) {
  const sorted = [...checks].sort((a, b) => order[a.level] - order[b.level])
  return (
    <>
      <ul className={classes.checks}>
        {sorted.map((check) => {
          const Icon = icons[check.level]
          return (
            <li key={`${check.code} ${check.path ?? ''} ${check.vendor_id ?? ''}`} data-level={check.level}>
              <Icon size={16} aria-hidden="true" />
              <span>
                <span className="visually-hidden">{levelWords[check.level]}: </span>
                {check.vendor_id ? (
                  <>
                    {check.message.slice(0, -(check.vendor_name?.length ?? 0))}
                    <Link href={recordHref(check.vendor_id, check.vendor_status)}>{check.vendor_name}</Link>
                  </>
                ) : (
                  check.message
                )}
              </span>
            </li>
          )
        })}
      </ul>
      <p className={classes.note}>{texts.theseChecksLookAtForms}</p>
    </>
  )
}

/** Where a vendor is read: one that was decided on has a screen of its own. */
export function recordHref(id: string, status: VendorStatus | undefined): string {
  const isDecided = status === 'approved' || status === 'disabled' || status === 'closed'
  return isDecided ? `/vendor-detail/approved?id=${id}` : `/vendor-vendordetails?id=${id}`
}
