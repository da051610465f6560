import '@mantine/core/styles/Radio.css'
import '@mantine/core/styles/InlineInput.css'
import { Group, Radio, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useCommand } from '#kit/web/client.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useToast } from '#kit/web/toast.tsx'
import {
  needsNote,
  type Requirement,
  type RequirementChoice,
  requirementChoices,
  requirements,
  requirementVerdicts,
  requirementWords,
} from '../contract.ts'
import { texts } from '../texts.ts'

const verbs: Readonly<Record<RequirementChoice, string>> = {
  undecided: texts.undecided,
  accepted: texts.accept,
  sent_back: texts.sendBack,
  waived: texts.waive,
}
const past: Readonly<Record<RequirementChoice, string>> = {
  undecided: texts.undecided,
  accepted: texts.accepted,
  sent_back: texts.sentBack,
  waived: texts.waived,
}

/** Accepts, sends back or waives one requirement of a vendor, or takes that back. Begins with what is decided now. */
export function RequirementDialog({
  vendorId: id,
  version,
  requirement: { name, state: standing, note: noted, decided_at },
  onClose,
}: {
  vendorId: string
  /** Of the vendor whose data the person has read. */
  version: number
  /** As it was when the person asked to decide. */
  requirement: Requirement
  onClose: () => void
}) {
  const show = useToast()
  const begun = requirementVerdicts.find((verdict) => verdict === standing) ?? 'accepted'
  const [state, setState] = useState<RequirementChoice>(begun)
  const [note, setNote] = useState(noted)
  const [missing, setMissing] = useState('')
  const command = useCommand(requirements.decide)
  const refused = fieldErrors(command.error ?? undefined).note
  const title = requirementWords[name]
  const offered: readonly RequirementChoice[] = decided_at === null ? requirementVerdicts : requirementChoices
  const send = () => {
    if (needsNote(state) && note.trim() === '') return setMissing(texts.noteRequired)
    const said = state === 'undecided' ? '' : note
    command.mutate(
      { input: { id, name, state, note: said, decided_at_seen: decided_at }, ifMatch: version },
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
        onChange={(value) => setState(value as RequirementChoice)}
      >
        <Group gap="md" mt={6}>
          {offered.map((choice) => (
            <Radio
              key={choice}
              value={choice}
              label={verbs[choice]}
              data-autofocus={choice === begun ? true : undefined}
            />
          ))}
        </Group>
      </Radio.Group>
      {state !== 'undecided' && (
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
      )}
    </FormDialog>
  )
}
