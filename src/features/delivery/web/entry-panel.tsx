import { Found } from '#kit/web/found.tsx'
import { Link } from '#kit/web/link.tsx'
import { ActiveSwitch } from '#kit/web/list/active-switch.tsx'
import type { Column } from '#kit/web/list/data-table.tsx'
import type { Filter } from '#kit/web/list/list-filters.tsx'
import { texts } from '../texts.ts'
import { type Entry, type EntryCalls, nameOfEntry } from './use-entries.ts'

export const statusFilter: Filter = {
  name: 'status',
  label: texts.status,
  options: [
    { value: 'active', label: texts.active },
    { value: 'inactive', label: texts.inactive },
  ],
}

/** The column with the switch of an entry. */
export function statusColumn<Row extends Entry>(calls: EntryCalls): Column<Row> {
  return {
    key: 'status',
    title: texts.status,
    width: 92,
    cell: (row) => (
      <ActiveSwitch
        change={calls.change}
        record={row}
        label={texts.nameActive({ name: nameOfEntry(row) })}
        words={{ on: texts.on({ name: nameOfEntry(row) }), off: texts.off({ name: nameOfEntry(row) }) }}
        isListed
      />
    ),
  }
}

/** The name of an entry, which leads to its dialog if the reader may change it. */
export function EntryLink({ href, name }: { href: string; name: string }) {
  if (!href) return <span dir="auto">{name}</span>
  return (
    <Link href={href} dir="auto" title={name}>
      <Found>{name}</Found>
    </Link>
  )
}
