import { Button, Group, TextInput } from '@mantine/core'
import { startRegistration } from '@simplewebauthn/browser'
import { type FormEvent, useState } from 'react'
import { browserOf } from '#features/identity/session/web/sessions-panel.tsx'
import { useCall, useCommand, useRefresh } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { LiveAlert } from '#kit/web/live-alert.tsx'
import { factors, type Passkey, PasskeyName, type PasskeyStart, passkeyAlgorithms } from '../contract.ts'
import { texts } from '../texts.ts'
import { factorFailure } from './factor-panel.tsx'
import classes from './second-factor-dialog.module.css'

/** Asks for a name and makes the browser create the passkey; passes recovery codes, if there are any, to the caller. */
export function AddPasskeyDialog({
  onClose,
  onDone,
}: {
  onClose: () => void
  onDone: (name: string, recoveryCodes: string[]) => void
}) {
  const call = useCall()
  const refresh = useRefresh()
  const [name, setName] = useState(browserOf(navigator.userAgent))
  const [error, setError] = useState('')
  const [failure, setFailure] = useState('')
  const [isPending, setPending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const given = PasskeyName.safeParse({ name })
    setError(given.success ? '' : (given.error.issues[0]?.message ?? ''))
    setFailure('')
    if (!given.success) return
    setPending(true)
    try {
      const credential = await makePasskey(await call(factors.startPasskey, {}))
      const { recovery_codes } = await call(factors.addPasskey, { ...given.data, credential })
      await refresh(factors.addPasskey)
      onDone(given.data.name, recovery_codes)
    } catch (refused) {
      setFailure(factorFailure(refused))
      setPending(false)
    }
  }
  return (
    <Dialog isKept onClose={onClose} title={texts.addPasskey} closeOnClickOutside={false}>
      <form onSubmit={submit} noValidate className={classes.form}>
        <LiveAlert failure={failure} />
        <p>{texts.addExplained}</p>
        <NameField value={name} error={error} onChange={setName} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <CommandButton type="submit" isPending={isPending}>
            {texts.add}
          </CommandButton>
        </Group>
      </form>
    </Dialog>
  )
}

export function RenamePasskeyDialog({
  passkey,
  onClose,
  onDone,
}: {
  passkey: Passkey
  onClose: () => void
  onDone: () => void
}) {
  const rename = useCommand(factors.renamePasskey)
  const [name, setName] = useState(passkey.name)
  const [error, setError] = useState('')
  const submit = () => {
    const given = PasskeyName.safeParse({ name })
    setError(given.success ? '' : (given.error.issues[0]?.message ?? ''))
    if (!given.success) return
    rename.mutate(
      { input: { id: passkey.id, ...given.data } },
      { onSuccess: onDone, onError: (refused) => setError(fieldErrors(refused).name ?? '') },
    )
  }
  return (
    <FormDialog
      title={texts.renameName({ name: passkey.name })}
      verb={texts.save}
      isPending={rename.isPending}
      error={rename.error}
      isAtField={error !== ''}
      onClose={onClose}
      onSubmit={submit}
    >
      <NameField value={name} error={error} onChange={setName} />
    </FormDialog>
  )
}

/** Says what ends with a passkey before it is removed. */
export function RemovePasskeyDialog({
  passkey,
  isLast,
  onClose,
  onDone,
}: {
  passkey: Passkey
  isLast: boolean
  onClose: () => void
  onDone: () => void
}) {
  const remove = useCommand(factors.removePasskey)
  return (
    <ConfirmDialog
      title={texts.removeQuestion({ name: passkey.name })}
      action={texts.remove}
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate({ input: { id: passkey.id } }, { onSuccess: onDone })}
    >
      {isLast ? texts.removeLast : texts.removeOne}
    </ConfirmDialog>
  )
}

function NameField({
  value,
  error,
  onChange,
}: {
  value: string
  error: string
  onChange: (value: string) => void
}) {
  return (
    <TextInput
      label={texts.name}
      name="passkey-name"
      description={texts.nameHint}
      classNames={{ description: classes.hint ?? '' }}
      autoComplete="off"
      maxLength={60}
      data-autofocus
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/**
 * Prefers a discoverable passkey with user verification, but requires neither, because the password comes first anyway.
 */
function makePasskey({ challenge, rp_id, user_id, email, username, passkeys }: PasskeyStart) {
  return startRegistration({
    optionsJSON: {
      challenge,
      rp: { id: rp_id, name: texts.munshi },
      user: { id: user_id, name: email, displayName: username },
      pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout: 120_000,
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      excludeCredentials: passkeys.map(({ credential_id, transports }) => ({
        id: credential_id,
        type: 'public-key',
        transports: transports as AuthenticatorTransport[],
      })),
    },
  })
}
