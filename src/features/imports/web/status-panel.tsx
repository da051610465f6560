import { useEffect } from 'react'
import { useEndpoint, useRefresh } from '#kit/web/client.tsx'
import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import {
  type Import,
  type ImportStatus,
  imports,
  type RowState,
  type RowVerdict,
  runningStatuses,
  statusWords,
  verdictWords,
} from '../contract.ts'

/** How often something that goes on is looked at. */
export const everyMs = 1_000

const tones: Record<ImportStatus, Tone> = {
  reading: 'info',
  mapping: 'waiting',
  checking: 'info',
  checked: 'waiting',
  importing: 'info',
  done: 'good',
  cancelled: 'off',
  failed: 'refused',
  reverting: 'info',
  reverted: 'off',
}

const verdictTones: Record<RowVerdict, Tone> = {
  create: 'good',
  change: 'info',
  unchanged: 'off',
  error: 'refused',
  skipped: 'waiting',
}

export function importHref({ id }: { id: string }): string {
  return `/bulk/import?id=${id}`
}

export function isRunning({ status }: Pick<Import, 'status'>): boolean {
  return runningStatuses.includes(status)
}

/** A number as people here write it. */
export function numberOf(count: number): string {
  return count.toLocaleString('en-PK')
}

/** How far it has come, from 0 to 100; null while nobody knows how far there is to go. */
export function percentOf({ progress: { done, total } }: Pick<Import, 'progress'>): number | null {
  return total === 0 ? null : Math.min(100, Math.floor((done * 100) / total))
}

/** How many of its rows a confirmation would still write. */
export function toWrite({ create, change, created, changed }: Import['counts']): number {
  return create + change - created - changed
}

/** How many of its rows did not go in and could be tried again: wrong ones, failed ones, and those it was cancelled before. */
export function leftOf({ rows, created, changed, unchanged, skipped }: Import['counts']): number {
  return rows - created - changed - unchanged - skipped
}

export function ImportMark({ record }: { record: Pick<Import, 'status' | 'progress' | 'counts'> }) {
  // Nobody has to do anything about one that would write nothing.
  if (record.status === 'checked' && toWrite(record.counts) === 0)
    return <StatusMark tone="off">Nothing to import</StatusMark>
  const percent = isRunning(record) ? percentOf(record) : null
  return (
    <StatusMark tone={tones[record.status]}>
      {statusWords[record.status]}
      {percent === null ? '' : ` ${percent}%`}
    </StatusMark>
  )
}

/** The status in a list: one that goes on is looked at again, and the list is read again when it has ended. */
export function ListedMark({ record }: { record: Import }) {
  return isRunning(record) ? <RunningMark record={record} /> : <ImportMark record={record} />
}

function RunningMark({ record }: { record: Import }) {
  const refresh = useRefresh()
  const { data = record } = useEndpoint(imports.get, { id: record.id }, { refetchInterval: 2 * everyMs })
  const hasMoved = data.status !== record.status
  useEffect(() => {
    if (hasMoved) void refresh(imports.list)
  }, [hasMoved, refresh])
  return <ImportMark record={data} />
}

/** What the dry run says of a row, and once it was to be written what became of it. */
export function RowMark({ verdict, state }: { verdict: RowVerdict; state: RowState }) {
  const became = becameWords(verdict, state)
  if (!became) return <StatusMark tone={verdictTones[verdict]}>{verdictWords[verdict]}</StatusMark>
  return <StatusMark tone={became.tone}>{became.words}</StatusMark>
}

function becameWords(verdict: RowVerdict, state: RowState): { words: string; tone: Tone } | null {
  if (state === 'done' && verdict === 'create') return { words: 'Created', tone: 'good' }
  if (state === 'done' && verdict === 'change') return { words: 'Changed', tone: 'info' }
  if (state === 'failed') return { words: 'Failed', tone: 'refused' }
  if (state === 'reverted') return { words: 'Reverted', tone: 'off' }
  if (state === 'kept') return { words: 'Kept', tone: 'waiting' }
  return null
}
