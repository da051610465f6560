import '@mantine/core/styles/Radio.css'
import '@mantine/core/styles/InlineInput.css'
import { Group, Radio, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useCommand } from '#kit/web/client.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useToast } from '#kit/web/toast.tsx'
import {
  type RequirementName,
  type RequirementVerdict,
  requirements,
  requirementVerdicts,
  requirementWords,
} from '../contract.ts'
import { texts } from '../texts.ts'

const verbs: Readonly<Record<RequirementVerdict, string>> = {
  accepted: texts.accept,
  sent_back: texts.sendBack,
  waived: texts.waive,
}
const past: Readonly<Record<RequirementVerdict, string>> = {
  accepted: texts.accepted,
  sent_back: texts.sentBack,
  waived: texts.waived,
}

/** Accepts, sends back or waives one requirement of a vendor. */
export function RequirementDialog({
  vendorId: id,
  version,
  name,
  onClose,
}: {
  vendorId: string
  /** Of the vendor whose data the person has read. */
  version: number
  name: RequirementName
  onClose: () => void
}) {
  const show = useToast()
  const [state, setState] = useState<RequirementVerdict>('accepted')
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState('')
  const command = useCommand(requirements.decide)
  const refused = fieldErrors(command.error ?? undefined).note
  const title = requirementWords[name]
  const send = () => {
    if (state !== 'accepted' && note.trim() === '') return setMissing(texts.noteRequired)
    command.mutate(
      { input: { id, name, state, note }, ifMatch: version },
      {
        onSuccess: () => {
          onClose()
          show({ message: texts.saved({ name: title, state: past[state] }) })
        },
      },
    )
  }
  return (
    <FormDialog
      title={texts.decideOn({ name: title })}
      verb={texts.save}
      isPending={command.isPending}
      error={command.error}
      isAtField={Boolean(refused)}
      onClose={onClose}
      onSubmit={send}
    >
      <Radio.Group
        label={texts.decideShort}
        value={state}
        onChange={(value) => setState(value as RequirementVerdict)}
      >
        <Group gap="md" mt={6}>
          {requirementVerdicts.map((verdict, at) => (
            <Radio
              key={verdict}
              value={verdict}
              label={verbs[verdict]}
              data-autofocus={at === 0 ? true : undefined}
            />
          ))}
        </Group>
      </Radio.Group>
      <Textarea
        label={texts.note}
        description={texts.noteHint}
        autosize={false}
        rows={3}
        dir="auto"
        maxLength={500}
        value={note}
        error={missing || refused}
        onChange={(event) => {
          setNote(event.currentTarget.value)
          setMissing('')
        }}
      />
    </FormDialog>
  )
}
