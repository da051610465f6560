import { Button } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import type { Answer } from '#kit/contract/endpoint.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { ExportButton } from '#kit/web/export/export-button.tsx'
import { Link } from '#kit/web/link.tsx'
import type { Filter, Lookup } from '#kit/web/list/list-filters.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { Ago, Cut } from '#kit/web/values.tsx'
import { audit, changedFields } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import classes from './audit-panel.module.css'
import { ActorName, actionWords, ChangesLine, kindWords, RecordName } from './entry-panel.tsx'
import { auditEntry } from './links.ts'
import { VerifyDialog } from './verify-dialog.tsx'

type Facets = Answer<typeof audit.facets>
type FacetRow = { id: string; name: string }

/** Audit Log: every change by a person or the system, and every reveal of a masked value. */
export function AuditListPage() {
  const { filters, facets } = useFilters()
  const [isVerifying, setVerifying] = useState(false)
  return (
    <ListPage
      title={menuTexts.auditLog}
      endpoint={audit.list}
      filters={filters}
      above={<ReadFailure of={facets} what={texts.choicesNotLoaded} />}
      actions={
        <div className={classes.actions}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconShieldCheck size={15} aria-hidden="true" />}
            onClick={() => setVerifying(true)}
          >
            {texts.verify}
          </Button>
          <ExportButton endpoint={audit.export} name="audit-log" />
          {isVerifying && <VerifyDialog onClose={() => setVerifying(false)} />}
        </div>
      }
      defaultSort="-at"
      hrefOf={auditEntry}
      nameOf={(row) =>
        texts.actionByActorName({ action: actionWords(row.action), actorName: row.actor_name })
      }
      what={texts.theAuditLog}
      empty={{ title: texts.noEntries, text: texts.emptyHint }}
      columns={[
        {
          key: 'at',
          title: texts.when,
          sortable: true,
          width: 112,
          cell: (row) => (
            <Link href={auditEntry(row)}>
              <Ago at={row.at} />
            </Link>
          ),
        },
        { key: 'who', title: texts.who, minWidth: 150, cell: (row) => <ActorName entry={row} /> },
        {
          key: 'what',
          title: texts.what,
          minWidth: 176,
          cell: (row) => <Cut>{actionWords(row.action)}</Cut>,
        },
        {
          key: 'record',
          title: texts.record,
          minWidth: 190,
          cell: (row) => <RecordName entry={row} />,
        },
        {
          key: 'changes',
          title: texts.changes,
          minWidth: 240,
          cell: (row) => <ChangesLine fields={changedFields(row)} />,
        },
        { key: 'reason', title: texts.reason, minWidth: 140, cell: (row) => <Cut>{row.reason ?? ''}</Cut> },
      ]}
    />
  )
}

/** The filters: the choices are the values that occur in the log; the other filters are only set by links. */
function useFilters(): { filters: Filter[]; facets: ComponentProps<typeof ReadFailure>['of'] } {
  const [state] = useUrlState()
  const read = useEndpoint(audit.facets, {})
  const { data: facets } = read
  const subjectId = state.get('subject_id') ?? ''
  // Every entry of the record contains its name.
  const ofRecord = useEndpoint(audit.list, { subject_id: subjectId, limit: 1 }, { enabled: subjectId !== '' })
  const record = ofRecord.data?.rows.find(({ subject_id }) => subject_id === subjectId)
  const filters: Filter[] = [
    {
      name: 'action',
      label: texts.action,
      control: 'lookup',
      lookup: {
        ...facetsBy(({ actions }) => actions.map((id) => ({ id, name: actionWords(id) }))),
        unknown: actionWords(state.get('action') ?? ''),
      },
    },
    {
      name: 'subject_type',
      label: texts.recordType,
      options: withAsked(
        (facets?.subject_types ?? []).map((value) => ({ value, label: kindWords(value) })),
        state.get('subject_type'),
        kindWords,
      ),
    },
    {
      name: 'actor_id',
      label: texts.person,
      control: 'lookup',
      lookup: { ...facetsBy(({ people }) => people), unknown: texts.otherPerson },
    },
    { name: 'from', label: texts.from, control: 'day' },
    { name: 'to', label: texts.to, control: 'day' },
    {
      name: 'subject_id',
      label: texts.record,
      control: 'link',
      options: withAsked(
        record?.subject_name ? [{ value: subjectId, label: record.subject_name }] : [],
        subjectId,
        () => (ofRecord.isPending ? texts.loading : texts.unnamedRecord),
      ),
    },
    { name: 'request_id', label: texts.request, control: 'link' },
  ]
  return { filters, facets: read }
}

/** Actions and people, of which there can be hundreds, are searched by typing: the answer has all of them. */
function facetsBy(rowsOf: (facets: Facets) => readonly FacetRow[]): Lookup {
  return {
    endpoint: audit.facets,
    isWhole: true,
    rowsOf: (answer) => rowsOf(answer as Facets),
    nameOf: (row) => (row as FacetRow).name,
  }
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
