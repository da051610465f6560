import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { Link } from '#kit/web/link.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import type { VendorReview } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './checks-panel.module.css'
import { vendorRecord } from './links.ts'

const icons = { error: IconCircleX, warning: IconAlertTriangle, ok: IconCircleCheck }
const levelWords = { error: texts.blocksApproval, warning: texts.warning, ok: texts.passed }
const order = { error: 0, warning: 1, ok: 2 }

/** The check results with errors first, and a notice that a format check does not prove an identity. */
export function ChecksPanel({ checks }: { checks: VendorReview['checks'] }) {
  return (
    <SideCard title={texts.checks}>
      <CheckList checks={checks} />
    </SideCard>
  )
}

/** Only the findings, with their severity. */
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
                    <Link href={vendorRecord(check.vendor_id, check.vendor_status)}>{check.vendor_name}</Link>
                  </>
                ) : (
                  check.message
                )}
              </span>
            </li>
          )
        })}
      </ul>
      <p className={classes.note}>{texts.checksHint}</p>
    </>
  )
}
