import { Alert } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { TimelinePanel } from '#features/audit/web/timeline-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint, useRefresh } from '#kit/web/client.tsx'
import { isFocusLost } from '#kit/web/history-moves.ts'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { NoRecord } from '#kit/web/record/no-record.tsx'
import { RecordLayout, RecordSkeleton } from '#kit/web/record/record-layout.tsx'
import { CheckBar, CheckPanel } from '../checking/web/check-panel.tsx'
import { hasRows, RowsPanel, useRows } from '../checking/web/rows-panel.tsx'
import { type ImportDetail, imports, sourceWords, statusWords } from '../contract.ts'
import { ColumnsPanel } from '../reading/web/columns-panel.tsx'
import { sizeOf } from '../reading/web/drop-panel.tsx'
import { FilePanel } from '../reading/web/file-panel.tsx'
import { texts } from '../texts.ts'
import { OutcomePanel } from '../writing/web/outcome-panel.tsx'
import { ProgressPanel, useTabTitle } from '../writing/web/progress-panel.tsx'
import { importList } from './links.ts'
import { everyMs, ImportMark, isRunning } from './status-panel.tsx'
import { Steps } from './steps-panel.tsx'

/** Readable names for the fields in the history. */
const labels = {
  bytes: texts.size,
  source: texts.kind,
  create: texts.new,
  change: texts.changes,
  error: texts.errors,
  reverted: texts.reverted,
}
const formats = {
  bytes: (value: string) => sizeOf(Number(value)),
  source: (value: string) => sourceWords[value as ImportDetail['source']] ?? value,
}

const back = { href: importList(), label: texts.bulkProductUpload }

/** One import, from the uploaded file to its result. A running import is polled. */
export function ImportPage() {
  const [state] = useUrlState()
  const [isLookedAt, setLookedAt] = useState(true)
  const found = useEndpoint(
    imports.get,
    { id: state.get('id') ?? '' },
    { refetchInterval: isLookedAt ? everyMs : 0 },
  )
  const rows = useRows(found.data)
  const shown = useRef('')
  const goesOn = found.data ? isRunning(found.data) : false
  useEffect(() => setLookedAt(goesOn), [goesOn])
  if (found.isError && !found.data) {
    return (
      <NoRecord
        title={texts.noImportFound}
        back={back}
        error={found.error}
        onRetry={() => void found.refetch()}
      />
    )
  }
  // The page waits for the rows, so that nothing moves when they appear.
  const isComing = found.data && hasRows(found.data) && rows.isPending && shown.current !== found.data.id
  if (!found.data || found.isPlaceholderData || isComing) return <RecordSkeleton />
  shown.current = found.data.id
  return <Detail key={found.data.id} record={found.data} />
}

function Detail({ record }: { record: ImportDetail }) {
  const { id, status, version } = record
  const [state, change] = useUrlState()
  const mayMap = useCan()(imports.map)
  const [hasMoved, setMoved] = useState(false)
  useTabTitle(record)
  useSteps(record)
  const tellMoved = () => setMoved(true)
  const isMapping =
    status === 'mapping' || (status === 'checked' && state.get('columns') === 'change' && mayMap)
  return (
    <RecordLayout
      back={back}
      title={record.file_name}
      status={<ImportMark record={record} />}
      sideLabel={texts.theFileAndItsHistory}
      main={
        <>
          <Steps record={record} />
          <p className="visually-hidden" role="status">
            {statusWords[status]}
          </p>
          {hasMoved && (
            <Alert
              role="alert"
              color="yellow"
              variant="light"
              styles={{ title: { color: 'var(--text)' } }}
              title={texts.changedByAnother}
            >
              <p>{texts.notChangedByYou}</p>
            </Alert>
          )}
          {isRunning(record) ? (
            <ProgressPanel record={record} />
          ) : isMapping ? (
            <ColumnsPanel
              key={version}
              record={record}
              onMoved={tellMoved}
              onSent={() => setMoved(false)}
              {...(status === 'checked' ? { onCancel: () => change({ columns: '' }) } : {})}
            />
          ) : (
            <>
              {status === 'checked' ? <CheckPanel record={record} /> : <OutcomePanel record={record} />}
              {hasRows(record) && <RowsPanel record={record} />}
            </>
          )}
        </>
      }
      side={
        <>
          <FilePanel record={record} />
          <TimelinePanel subjectId={id} entries={record.history} labels={labels} formats={formats} />
        </>
      }
      bar={
        status === 'checked' && !isMapping ? (
          <CheckBar
            record={record}
            onMoved={tellMoved}
            onSent={() => setMoved(false)}
            onMap={() => change({ columns: 'change' })}
          />
        ) : undefined
      }
    />
  )
}

/** The row filters in the URL belong to one step: another step has other rows. */
const ofStep = { verdict: '', state: '', column: '', page: '', columns: '' }

/**
 * When a step has ended or another person has moved the import to another step, reloads the data beside the import,
 * above all its rows. If the focused element is gone, moves the focus to the title.
 */
function useSteps({ status }: ImportDetail): void {
  const refresh = useRefresh()
  const [state, change] = useUrlState()
  const before = useRef(status)
  useEffect(() => {
    if (before.current === status) return
    before.current = status
    if (Object.keys(ofStep).some((name) => state.has(name))) change(ofStep, { replace: true })
    void refresh(imports.list)
    if (isFocusLost()) document.querySelector('h1')?.focus()
  })
}
