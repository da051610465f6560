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
import { texts } from '../texts.ts'

/** How often a running import is polled. */
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

export function isRunning({ status }: Pick<Import, 'status'>): boolean {
  return runningStatuses.includes(status)
}

/** The progress from 0 to 100. Null while the total is unknown. */
export function percentOf({ progress: { done, total } }: Pick<Import, 'progress'>): number | null {
  return total === 0 ? null : Math.min(100, Math.floor((done * 100) / total))
}

/** The number of rows that a confirmation would still write. */
export function toWrite({ create, change, created, changed }: Import['counts']): number {
  return create + change - created - changed
}

/**
 * The number of rows that can be retried: rows with errors, failed rows, and rows not written before the import was
 * cancelled.
 */
export function leftOf({ rows, created, changed, unchanged, skipped }: Import['counts']): number {
  return rows - created - changed - unchanged - skipped
}

export function ImportMark({ record }: { record: Pick<Import, 'status' | 'progress' | 'counts'> }) {
  // An import that would write nothing needs no action.
  if (record.status === 'checked' && toWrite(record.counts) === 0)
    return <StatusMark tone="off">{texts.nothingToImport}</StatusMark>
  const percent = isRunning(record) ? percentOf(record) : null
  return (
    <StatusMark tone={tones[record.status]}>
      {statusWords[record.status]}
      {percent === null ? '' : ` ${percent}%`}
    </StatusMark>
  )
}

/** The status in the list. A running import is polled, and the list is reloaded when the import has ended. */
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

/** The dry run's verdict on a row, or the row's result once it was due to be written. */
export function RowMark({ verdict, state }: { verdict: RowVerdict; state: RowState }) {
  const became = becameWords(verdict, state)
  if (!became) return <StatusMark tone={verdictTones[verdict]}>{verdictWords[verdict]}</StatusMark>
  return <StatusMark tone={became.tone}>{became.words}</StatusMark>
}

function becameWords(verdict: RowVerdict, state: RowState): { words: string; tone: Tone } | null {
  if (state === 'done' && verdict === 'create') return { words: texts.created, tone: 'good' }
  if (state === 'done' && verdict === 'change') return { words: texts.changed, tone: 'info' }
  if (state === 'failed') return { words: texts.failed, tone: 'refused' }
  if (state === 'reverted') return { words: texts.reverted, tone: 'off' }
  if (state === 'kept') return { words: texts.kept, tone: 'waiting' }
  return null
}
