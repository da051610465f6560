import { TextInput } from '@mantine/core'
import { maxReasonLength } from '#kit/contract/reason.ts'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { useCommandForm } from '#kit/web/dialog/use-command-form.ts'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { ReasonField } from '#kit/web/fields/reason-field.tsx'
import { Link } from '#kit/web/link.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { BlockedAddress, subscribers } from '../contract.ts'
import { texts } from '../texts.ts'
import { subscriberRecord } from './links.ts'

/** Blocks an address, also one that never subscribed. */
export function BlockDialog({ onClose }: { onClose: () => void }) {
  const show = useToast()
  const { command, typed, change, errors, setWrong, field, dialog } = useCommandForm(
    subscribers.blockAddress,
    () => ({ email: '', reason: '' }),
  )
  const send = () => {
    const given = BlockedAddress.safeParse({ ...typed, email: typed.email.trim() })
    setWrong(fieldErrors(given.error?.issues))
    if (!given.success) return
    command.mutate(
      { input: given.data },
      {
        onSuccess: (made) => {
          onClose()
          const link = (words: string) => <Link href={subscriberRecord(made)}>{words}</Link>
          show({ message: <>{texts.addressBlocked({ name: <bdi>{made.email}</bdi>, link })}</> })
        },
      },
    )
  }
  return (
    <FormDialog
      title={texts.blockAnAddress}
      text={texts.blockEffects}
      verb={texts.blockAddress}
      isDangerous
      {...dialog}
      onClose={onClose}
      onSubmit={send}
    >
      <TextInput label={texts.email} type="email" name="email" dir="ltr" data-autofocus {...field('email')} />
      <ReasonField
        label={texts.reason}
        value={typed.reason}
        error={errors.reason ?? ''}
        maxLength={maxReasonLength}
        onChange={(reason) => change({ reason })}
      />
    </FormDialog>
  )
}
