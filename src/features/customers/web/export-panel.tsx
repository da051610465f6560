import type { ReactNode } from 'react'
import { ExportAction, type Selection } from '#kit/web/export/export-dialog.tsx'
import { type CustomerRow, customers } from '../contract.ts'
import { exportedFields } from '../export-contract.ts'
import { texts } from '../texts.ts'

/** A list of customers, and its default sort. */
interface Of {
  list: string
  sort: string
}

/** Exports the customers that a list shows, or the selected ones. */
export function CustomerExport({ list, sort, selection }: Of & { selection?: Selection }) {
  return (
    <ExportAction
      endpoint={customers.exportList}
      noun="customers"
      title={texts.exportCustomers}
      fields={exportedFields}
      unasked={['status_since', 'id']}
      fixed={{ list, sort }}
      {...(selection ? { selection } : {})}
    />
  )
}

type Bulk = (rows: CustomerRow[], clear: () => void, hold: (isHeld: boolean) => void) => ReactNode

/** What is offered for the selected customers: what is decided on them, where it may be, and their export. */
export function exportingToo(of: Of, bulk: Bulk | null): Bulk {
  return (rows, clear, hold) => (
    <>
      {bulk?.(rows, clear, hold)}
      <CustomerExport {...of} selection={{ ids: rows.map(({ id }) => id), onHold: hold }} />
    </>
  )
}
