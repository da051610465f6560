import { Button, Group } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Ago } from '#kit/web/values.tsx'
import { type ReasonSubject, reasonSubjects, whatMark } from '../choice-contract.ts'
import { type ReasonTemplate, reasons } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { decisionReasons } from './links.ts'
import classes from './reasons-page.module.css'
import { type ReasonFieldLabels, useReasonFields } from './use-reason-fields.ts'

const TemplateDialog = lazyOf(() => import('./template-dialog.tsx'), 'TemplateDialog')

const subjectWords: Readonly<Record<ReasonSubject, string>> = {
  product: texts.products,
  vendor: texts.vendors,
  customer: texts.customers,
}

/** The reasons that decisions can name, with how often each was used and what became of the records. */
export function ReasonsPage() {
  const [state] = useUrlState()
  const subject = reasonSubjects.find((one) => one === state.get('of')) ?? 'product'
  const { data, error } = useEndpoint(reasons.list, { subject_type: subject })
  const can = useCan()
  const [editing, setEditing] = useState<ReasonTemplate | 'new' | null>(null)
  return (
    <>
      <Group justify="space-between" mb="sm">
        <h1>{menuTexts.decisionReasons}</h1>
        {can(reasons.create) && <Button onClick={() => setEditing('new')}>{texts.addReason}</Button>}
      </Group>
      <p className={classes.quiet}>{texts.introduction({ what: whatMark })}</p>
      <nav className={classes.tabs} aria-label={texts.reasonsFor}>
        {reasonSubjects.map((one) => (
          <Link
            key={one}
            href={decisionReasons({ of: one })}
            aria-current={one === subject ? 'page' : undefined}
          >
            {subjectWords[one]}
          </Link>
        ))}
      </nav>
      {error && <ChangeFailure error={error} />}
      <Table
        rows={data}
        labels={useReasonFields(subject)}
        onEdit={can(reasons.change) ? setEditing : undefined}
      />
      {editing && (
        <Suspense fallback={null}>
          <TemplateDialog
            subject={subject}
            template={editing === 'new' ? null : editing}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
    </>
  )
}

function Table({
  rows = [],
  labels,
  onEdit,
}: {
  labels: ReasonFieldLabels
  rows: readonly ReasonTemplate[] | undefined
  onEdit: ((row: ReasonTemplate) => void) | undefined
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by the keyboard
    <section className={`box ${classes.frame}`} aria-label={texts.chooseReasons} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col" className={classes.number}>
              {texts.place}
            </th>
            <th scope="col">{texts.reason}</th>
            <th scope="col">{texts.kind}</th>
            <th scope="col" className={classes.number}>
              {texts.used}
            </th>
            <th scope="col" className={classes.number}>
              {texts.usedLonger}
            </th>
            <th scope="col" className={classes.number}>
              {texts.approvedLater}
            </th>
            <th scope="col">{texts.lastUsed}</th>
            <th scope="col">{texts.status}</th>
            {onEdit && <th scope="col">{texts.actions}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.code}>
              <td className={classes.number} data-label={texts.place}>
                {row.position}
              </td>
              <th scope="row">
                <span dir="auto">{row.name}</span>
                <span className={classes.words} dir="auto">
                  {row.text_en}
                </span>
                {row.fields.length > 0 && (
                  <span className={classes.words}>
                    {texts.concerns({ fields: row.fields.map((path) => labels[path] ?? path).join(', ') })}
                  </span>
                )}
              </th>
              <td data-label={texts.kind}>{row.kind === 'fixable' ? texts.fixable : texts.policy}</td>
              <td className={classes.number} data-label={texts.used}>
                {row.uses_30}
              </td>
              <td className={classes.number} data-label={texts.usedLonger}>
                {row.uses_90}
              </td>
              <td className={classes.number} data-label={texts.approvedLater}>
                {row.approved_later}
              </td>
              <td data-label={texts.lastUsed}>
                {row.last_used_at ? <Ago at={row.last_used_at} /> : texts.never}
              </td>
              <td>
                <StatusMark tone={row.is_active ? 'good' : 'off'}>
                  {row.is_active ? texts.active : texts.inactive}
                </StatusMark>
              </td>
              {onEdit && (
                <td>
                  <Group gap="xs" wrap="nowrap">
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={texts.editReason({ name: row.name })}
                      onClick={() => onEdit(row)}
                    >
                      {texts.edit}
                    </Button>
                    <Switch row={row} />
                  </Group>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Switch({ row }: { row: ReasonTemplate }) {
  const show = useToast()
  const change = useCommand(reasons.change)
  const { code, name, version, is_active } = row
  return (
    <Button
      size="compact-xs"
      variant="default"
      disabled={change.isPending}
      onClick={() =>
        change.mutate(
          { input: { code, is_active: !is_active }, ifMatch: version },
          {
            onSuccess: () => show({ message: (is_active ? texts.turnedOff : texts.turnedOn)({ name }) }),
            onError: (error: Error) => show({ message: error.message, tone: 'refused' }),
          },
        )
      }
    >
      {is_active ? texts.turnOff : texts.turnOn}
    </Button>
  )
}
