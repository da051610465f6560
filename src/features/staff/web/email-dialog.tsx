import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { useCommandForm } from '#kit/web/dialog/use-command-form.ts'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { standingOf } from '#kit/web/record/standing.ts'
import { useToast } from '#kit/web/toast.tsx'
import { EmailChange, type StaffMember, staff } from '../contract.ts'
import { texts } from '../texts.ts'

/** Changes the address that a person signs in with, after saying what ends with the earlier one. */
export function EmailDialog({ person, onClose }: { person: StaffMember; onClose: () => void }) {
  const show = useToast()
  // As it was when the dialog was opened, and after a refusal for a newer version as it is now.
  const [stood, setStood] = useState(person)
  const { command, typed, setWrong, field, dialog } = useCommandForm(staff.changeEmail, () => ({
    email: person.email,
  }))
  const send = () => {
    const given = EmailChange.safeParse(typed)
    setWrong(fieldErrors(given.error?.issues))
    if (!given.success) return
    command.mutate(
      { input: { id: stood.id, ...given.data }, ifMatch: stood.version },
      {
        onSuccess: ({ username, email, status }) => {
          onClose()
          show({
            message:
              status === 'invited'
                ? texts.invitationSent({ email })
                : texts.emailChanged({ username, email }),
          })
        },
        onError: (refused) => setStood((before) => standingOf<StaffMember>(refused) ?? before),
      },
    )
  }
  return (
    <FormDialog
      title={texts.changeEmailOf({ username: stood.username })}
      text={stood.status === 'invited' ? texts.changeEmailInvited : texts.changeEmailKnown}
      verb={texts.changeEmail}
      {...dialog}
      onClose={onClose}
      onSubmit={send}
    >
      <TextInput
        label={texts.newEmail}
        type="email"
        name="email"
        dir="ltr"
        autoComplete="off"
        data-autofocus
        {...field('email')}
      />
    </FormDialog>
  )
}
