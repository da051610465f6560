import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useCommand } from '#kit/web/client.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useToast } from '#kit/web/toast.tsx'
import { longestReasonText, type ReasonKind, type ReasonSubject } from '../choice-contract.ts'
import { ReasonChange, ReasonDraft, type ReasonTemplate, reasons } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './choices-panel.module.css'
import { ConcernedPanel } from './concerned-panel.tsx'
import { useReasonFields } from './use-reason-fields.ts'

interface Props {
  subject: ReasonSubject
  template: ReasonTemplate | null
  onClose: () => void
}

/** Adds a reason, or changes one; what was told before stays as it was. */
export function TemplateDialog(props: Props) {
  const { subject, template, onClose } = props
  const labels = useReasonFields(subject)
  const { typed, errors, set, command, send } = useTemplate(props)
  return (
    <FormDialog
      title={template ? texts.editReason({ name: template.name }) : texts.addReason}
      verb={template ? texts.save : texts.addReason}
      isPending={command.isPending}
      error={command.error}
      isAtField={Object.keys(errors).length > 0}
      onClose={onClose}
      onSubmit={send}
    >
      <TextInput
        label={texts.name}
        data-autofocus
        dir="auto"
        maxLength={60}
        value={typed.name}
        error={errors.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      {!template && (
        <TextInput
          label={texts.code}
          description={texts.codeHint}
          maxLength={40}
          value={typed.code}
          error={errors.code}
          onChange={(event) => set({ code: event.currentTarget.value })}
        />
      )}
      {template && (
        <TextInput
          label={texts.place}
          description={texts.placeHint}
          inputMode="numeric"
          maxLength={4}
          value={typed.position}
          error={errors.position}
          onChange={(event) => set({ position: event.currentTarget.value })}
        />
      )}
      <NativeSelect
        label={texts.kind}
        value={typed.kind}
        data={[
          { value: 'fixable', label: texts.fixable },
          { value: 'policy', label: texts.policy },
        ]}
        onChange={(event) => set({ kind: event.currentTarget.value as ReasonKind })}
      />
      <div>
        <p className={classes.concerned}>{texts.usualFields}</p>
        <ConcernedPanel
          name={typed.name || texts.thisReason}
          labels={labels}
          fields={typed.fields}
          onChange={(fields) => set({ fields })}
        />
        {errors.fields && (
          <p role="alert" className={classes.wrong}>
            {errors.fields}
          </p>
        )}
      </div>
      <Textarea
        label={texts.textEnglish}
        autosize={false}
        rows={3}
        maxLength={longestReasonText}
        value={typed.text_en}
        error={errors.text_en}
        onChange={(event) => set({ text_en: event.currentTarget.value })}
      />
      <Textarea
        label={texts.textUrdu}
        description={texts.textHint}
        autosize={false}
        rows={3}
        lang="ur"
        dir="rtl"
        maxLength={longestReasonText}
        value={typed.text_ur}
        error={errors.text_ur}
        onChange={(event) => set({ text_ur: event.currentTarget.value })}
      />
    </FormDialog>
  )
}

/** What is typed of a reason, and the call that keeps it. */
function useTemplate({ subject, template, onClose }: Props) {
  const show = useToast()
  const create = useCommand(reasons.create)
  const change = useCommand(reasons.change)
  const [typed, setTyped] = useState({
    code: template?.code ?? '',
    name: template?.name ?? '',
    kind: template?.kind ?? ('fixable' as ReasonKind),
    text_en: template?.text_en ?? '',
    text_ur: template?.text_ur ?? '',
    position: String(template?.position ?? ''),
    fields: template?.fields ?? [],
  })
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const command = template ? change : create
  const errors: Readonly<Record<string, string>> = { ...fieldErrors(command.error ?? undefined), ...wrong }
  const set = (changes: Partial<typeof typed>) => {
    setTyped({ ...typed, ...changes })
    setWrong({})
  }
  const send = () => {
    const { position, ...said } = typed
    const draft = ReasonDraft.safeParse({ ...said, subject_type: subject })
    const place = template ? ReasonChange.safeParse({ position: Number(position) }) : null
    setWrong({
      ...fieldErrors(draft.error?.issues),
      ...(place?.error ? { position: texts.placeRange } : {}),
    })
    if (!draft.success || place?.error) return
    const { subject_type: _, ...content } = draft.data
    const onSuccess = () => {
      onClose()
      show({ message: template ? texts.reasonSaved : texts.reasonAdded })
    }
    if (template)
      change.mutate(
        {
          input: { ...content, position: Number(position) },
          ifMatch: template.version,
        },
        { onSuccess },
      )
    else create.mutate({ input: draft.data }, { onSuccess })
  }
  return { typed, errors, set, command, send }
}
