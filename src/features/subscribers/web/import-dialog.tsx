import { Button, FileButton, Textarea, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useCommand } from '#kit/web/client.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useToast } from '#kit/web/toast.tsx'
import { type ImportOutcome, type ImportReport, SubscriberImport, subscribers } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './subscriber-panel.module.css'

const outcomeWords: Readonly<Record<ImportOutcome, string>> = {
  new: texts.isNew,
  known: texts.isKnown,
  repeated: texts.isRepeated,
  suppressed: texts.isSuppressed,
  invalid: texts.isInvalid,
}

/** Imports addresses in two steps: what would become of each row, then the import. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const show = useToast()
  // A file that was corrected under the same name can be chosen again.
  const forgetFile = useRef<() => void>(null)
  const command = useCommand(subscribers.import)
  const [typed, setTyped] = useState({ source: '', list: '' })
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [report, setReport] = useState<ImportReport | null>(null)
  const errors = { ...fieldErrors(command.error ?? undefined), ...wrong }
  const change = (next: Partial<typeof typed>) => {
    setTyped((before) => ({ ...before, ...next }))
    setWrong({})
    // A check of other addresses is over; an import that is on its way is not.
    if (command.isPending && report) return
    setReport(null)
    command.reset()
  }
  const send = () => {
    const given = SubscriberImport.safeParse({ ...typed, is_dry_run: report === null })
    setWrong(fieldErrors(given.error?.issues))
    if (!given.success) return
    command.mutate(
      { input: given.data },
      {
        onSuccess: (answer) => {
          if (answer.is_dry_run) return setReport(answer)
          onClose()
          show({ message: texts.imported({ count: answer.counts.new }) })
        },
      },
    )
  }
  return (
    <FormDialog
      title={texts.importTitle}
      text={texts.importHint}
      verb={report ? texts.importCount({ count: report.counts.new }) : texts.checkTheList}
      isPending={command.isPending}
      error={command.error}
      isAtField={Object.keys(errors).length > 0}
      isOff={report?.counts.new === 0}
      onClose={onClose}
      onSubmit={send}
    >
      <TextInput
        label={texts.consentSource}
        description={texts.sourceHint}
        name="source"
        dir="auto"
        maxLength={200}
        data-autofocus
        value={typed.source}
        error={errors.source}
        onChange={(event) => change({ source: event.currentTarget.value })}
      />
      <Textarea
        label={texts.addresses}
        description={texts.addressesHint}
        name="list"
        rows={6}
        dir="ltr"
        value={typed.list}
        error={errors.list}
        onChange={(event) => change({ list: event.currentTarget.value })}
      />
      <FileButton
        resetRef={forgetFile}
        accept=".csv,.txt,text/csv,text/plain"
        onChange={(file) => {
          forgetFile.current?.()
          void file?.text().then((list) => change({ list }))
        }}
      >
        {(props) => (
          <Button {...props} variant="default" size="xs" className={classes.start}>
            {texts.chooseAFile}
          </Button>
        )}
      </FileButton>
      {report && <Report report={report} />}
    </FormDialog>
  )
}

function Report({ report: { counts, named, rows } }: { report: ImportReport }) {
  const outcomes = (Object.keys(outcomeWords) as ImportOutcome[]).filter((one) => counts[one] > 0)
  const more = rows - counts.new - named.length
  return (
    <section className={classes.report} role="status">
      <dl className={classes.counts}>
        {outcomes.map((outcome) => (
          <div key={outcome}>
            <dt>{outcomeWords[outcome]}</dt>
            <dd>{texts.number({ count: counts[outcome] })}</dd>
          </div>
        ))}
      </dl>
      {named.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by the keyboard
        <ul className={classes.rows} tabIndex={0} aria-label={texts.rowsLeftOut}>
          {named.map(({ row, text, outcome, detail }) => (
            <li key={row}>
              <span dir="ltr">{texts.rowOf({ row, text })}</span>
              <span className={classes.quiet}>
                {detail ? `${outcomeWords[outcome]}: ${detail}` : outcomeWords[outcome]}
              </span>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className={classes.quiet}>{texts.moreRows({ count: more })}</p>}
    </section>
  )
}
