import { Button } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useEndpoint } from '#kit/web/client.tsx'
import { ExportButton } from '#kit/web/export/export-button.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import type { Filter } from '#kit/web/list/list-filters.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { Ago, Cut } from '#kit/web/values.tsx'
import { type AuditEntry, audit, changedFields } from '../contract.ts'
import classes from './audit-panel.module.css'
import { ActorName, actionWords, ChangesLine, kindWords, RecordName } from './entry-panel.tsx'

const VerifyDialog = lazyOf(() => import('./verify-dialog.tsx'), 'VerifyDialog')

const hrefOf = ({ id }: AuditEntry) => `/audit-log/entry?id=${id}`

/** Audit Log: every change by a person or the system, and every reveal of a masked value. */
export function AuditListPage() {
  const filters = useFilters()
  const [isVerifying, setVerifying] = useState(false)
  return (
    <ListPage
      title="Audit Log"
      endpoint={audit.list}
      filters={filters}
      actions={
        <div className={classes.actions}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconShieldCheck size={15} aria-hidden="true" />}
            onClick={() => setVerifying(true)}
          >
            Verify
          </Button>
          <ExportButton
            endpoint={audit.export}
            parameters={filters.map(({ name }) => name)}
            name="audit-log"
          />
          {isVerifying && (
            <Suspense fallback={null}>
              <VerifyDialog onClose={() => setVerifying(false)} />
            </Suspense>
          )}
        </div>
      }
      defaultSort="-at"
      hrefOf={hrefOf}
      nameOf={(row) => `${actionWords(row.action)} by ${row.actor_name}`}
      what="The audit log"
      empty={{ title: 'Nothing was done yet', text: 'Every change is written down here as it is made.' }}
      columns={[
        {
          key: 'at',
          title: 'When',
          sortable: true,
          width: 112,
          cell: (row) => (
            <Link href={hrefOf(row)}>
              <Ago at={row.at} />
            </Link>
          ),
        },
        { key: 'who', title: 'Who', minWidth: 150, cell: (row) => <ActorName entry={row} /> },
        { key: 'what', title: 'What', minWidth: 176, cell: (row) => <Cut>{actionWords(row.action)}</Cut> },
        { key: 'record', title: 'On which record', minWidth: 190, cell: (row) => <RecordName entry={row} /> },
        {
          key: 'changes',
          title: 'Changes',
          minWidth: 240,
          cell: (row) => <ChangesLine fields={changedFields(row)} />,
        },
        { key: 'reason', title: 'Reason', minWidth: 140, cell: (row) => <Cut>{row.reason ?? ''}</Cut> },
      ]}
    />
  )
}

/** The filters: the choices are the values that occur in the log; the other filters are only set by links. */
function useFilters(): Filter[] {
  const [state] = useUrlState()
  const { data: facets } = useEndpoint(audit.facets, {})
  const subjectId = state.get('subject_id') ?? ''
  // Every entry of the record contains its name.
  const { data: ofRecord } = useEndpoint(
    audit.list,
    { subject_id: subjectId, limit: 1 },
    { enabled: subjectId !== '' },
  )
  const record = ofRecord?.rows.find(({ subject_id }) => subject_id === subjectId)
  return [
    {
      name: 'action',
      label: 'Action',
      options: withAsked(
        (facets?.actions ?? []).map((value) => ({ value, label: actionWords(value) })),
        state.get('action'),
        actionWords,
      ),
    },
    {
      name: 'subject_type',
      label: 'Record type',
      options: withAsked(
        (facets?.subject_types ?? []).map((value) => ({ value, label: kindWords(value) })),
        state.get('subject_type'),
        kindWords,
      ),
    },
    {
      name: 'actor_id',
      label: 'Person',
      options: withAsked(
        (facets?.people ?? []).map(({ id, name }) => ({ value: id, label: name })),
        state.get('actor_id'),
        () => (facets ? 'One of many' : 'Loading...'),
      ),
    },
    { name: 'from', label: 'From', control: 'day' },
    { name: 'to', label: 'To', control: 'day' },
    {
      name: 'subject_id',
      label: 'Record',
      control: 'link',
      options: withAsked(
        record?.subject_name ? [{ value: subjectId, label: record.subject_name }] : [],
        subjectId,
        () => (ofRecord ? 'One without a name' : 'Loading...'),
      ),
    },
    { name: 'request_id', label: 'Request', control: 'link' },
  ]
}

/** The options, together with the active value, which may be missing from them or still loading. */
function withAsked(
  options: { value: string; label: string }[],
  asked: string | null,
  labelOf: (value: string) => string,
) {
  const isKnown = !asked || options.some(({ value }) => value === asked)
  return isKnown ? options : [...options, { value: asked, label: labelOf(asked) }]
}
