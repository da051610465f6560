import { dayOf, numberOf } from '#kit/contract/words.ts'
import { ageOf, fullTimeOf } from '#kit/web/ages.ts'
import { Link } from '#kit/web/link.tsx'
import type { Column } from '#kit/web/list/data-table.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { Cut, None, NotYet } from '#kit/web/values.tsx'
import type { DeskItem, DeskKind } from '../contract.ts'
import { texts } from '../texts.ts'
import { reviewDesk } from './links.ts'

export const kindWords: Readonly<Record<DeskKind, string>> = {
  vendor: texts.vendor,
  vendor_change: texts.vendorChange,
  product: texts.product,
  product_revision: texts.productRevision,
  customer: texts.customer,
}

/** What decides which record is next comes before what it concerns, so that it is in view on a tablet too. */
export const deskColumns: Column<DeskItem>[] = [
  {
    title: texts.record,
    key: 'name',
    minWidth: 180,
    cell: ({ name, path }) => (
      <Link href={path} dir="auto">
        {name}
      </Link>
    ),
  },
  { title: texts.kind, key: 'kind', width: 170, onPhone: 'fact', cell: ({ kind }) => kindWords[kind] },
  {
    title: texts.waiting,
    key: 'waiting_since',
    sortable: true,
    width: 88,
    onPhone: 'fact',
    cell: ({ waiting_since }) => (
      <time dateTime={waiting_since} title={fullTimeOf(waiting_since)}>
        {ageOf(waiting_since)}
      </time>
    ),
  },
  {
    title: texts.due,
    key: 'due_at',
    width: 104,
    onPhone: 'state',
    cell: ({ is_late, due_at }) =>
      is_late ? (
        <span title={fullTimeOf(due_at)}>
          <StatusMark tone="refused">{texts.late}</StatusMark>
        </span>
      ) : (
        <span title={fullTimeOf(due_at)}>{dayOf(due_at)}</span>
      ),
  },
  {
    title: texts.reviewer,
    key: 'reviewer',
    width: 170,
    cell: ({ reviewer, assignee, awaits_other }) => {
      if (awaits_other) return <Cut>{texts.acceptedByYou}</Cut>
      if (reviewer) return texts.reviewing({ name: reviewer.name })
      return assignee ? texts.assignedTo({ name: assignee.name }) : ''
    },
  },
  {
    title: texts.vendorHeading,
    key: 'vendor',
    minWidth: 140,
    cell: ({ vendor }) =>
      vendor ? (
        <Link href={reviewDesk({ vendor_id: vendor.id })} dir="auto">
          {vendor.name}
        </Link>
      ) : (
        ''
      ),
  },
  { title: texts.category, key: 'category', width: 130, cell: ({ category }) => category },
  {
    title: texts.risk,
    key: 'risk',
    sortable: true,
    width: 70,
    align: 'end',
    cell: ({ risk, kind, is_checked }) => {
      if (!kind.startsWith('product')) return ''
      if (!is_checked) return <NotYet title={texts.notChecked} />
      return risk > 0 ? numberOf(risk) : <None title={texts.noRisk} />
    },
  },
]
