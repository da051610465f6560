import { Button, Group } from '@mantine/core'
import { QRCodeSVG } from 'qrcode.react'
import { type FormEvent, useState } from 'react'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { readCurrentUser } from '#kit/web/current-user.ts'
import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { saveFile } from '#kit/web/export/save-file.ts'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { CodeField } from '#kit/web/fields/code-field.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useToast } from '#kit/web/toast.tsx'
import { factors, type SecondFactorStart } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './second-factor-dialog.module.css'

/** The secret as a QR code and as text, and a field for the first code, which proves that the app has the secret. */
export function SetUpDialog({
  start,
  onClose,
  onDone,
}: {
  start: SecondFactorStart
  onClose: () => void
  onDone: (recoveryCodes: string[]) => void
}) {
  const confirm = useCommand(factors.confirmSecondFactor)
  const [code, setCode] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') return setErrors({ code: 'Code is Required' })
    setErrors({})
    confirm.mutate(
      { input: { code } },
      {
        onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
        onError: (error) => setErrors(fieldErrors(error)),
      },
    )
  }
  return (
    <Dialog
      isKept
      isHeld={confirm.isPending}
      onClose={onClose}
      title={texts.setUpApp}
      closeOnClickOutside={false}
    >
      <form onSubmit={submit} noValidate className={classes.form}>
        {confirm.error && Object.keys(errors).length === 0 && <ChangeFailure error={confirm.error} />}
        <p>{texts.scan}</p>
        <div className={classes.scan}>
          <span className={classes.paper}>
            <QRCodeSVG value={start.uri} size={184} level="M" title={texts.qrCode} />
          </span>
          <div className={classes.typed}>
            <span>{texts.typeKey}</span>
            <code>{start.secret.match(/.{1,4}/g)?.join(' ')}</code>
          </div>
        </div>
        <CodeField
          label={texts.codeInApp}
          description={texts.codeHint}
          value={code}
          error={errors.code}
          onChange={setCode}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={confirm.isPending} onClick={onClose}>
            {texts.cancel}
          </Button>
          <CommandButton type="submit" isPending={confirm.isPending}>
            {texts.switchOn}
          </CommandButton>
        </Group>
      </form>
    </Dialog>
  )
}

/** Shows the codes once; closing needs a deliberate action, so that a stray click cannot lose them. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const show = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      show({ message: texts.codesCopied })
    } catch {
      // Pages that were not loaded over https have no clipboard.
      show({ message: texts.cannotCopy, tone: 'refused' })
    }
  }
  return (
    <Dialog isHeld withCloseButton={false} onClose={onClose} title={texts.yourRecoveryCodes}>
      <div className={classes.form}>
        <p>{texts.codesExplained}</p>
        <ol className={classes.codes} aria-label={texts.recoveryCodes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Button variant="default" onClick={() => void copy()}>
              {texts.copy}
            </Button>
            <Button variant="default" onClick={() => download(codes)}>
              {texts.download}
            </Button>
          </Group>
          <Button onClick={onClose} data-autofocus>
            {texts.codesKept}
          </Button>
        </Group>
      </div>
    </Dialog>
  )
}

/** Says which factors remain when the app is switched off: the passkeys, or the password alone. */
export function SwitchOffDialog({
  hasPasskeys,
  onClose,
  onDone,
}: {
  hasPasskeys: boolean
  onClose: () => void
  onDone: () => void
}) {
  const stop = useCommand(factors.stopSecondFactor)
  return (
    <ConfirmDialog
      title={hasPasskeys ? texts.appOffQuestion : texts.factorOffQuestion}
      action={texts.switchOff}
      isPending={stop.isPending}
      error={stop.error}
      onClose={onClose}
      onConfirm={() => stop.mutate({ input: {} }, { onSuccess: onDone })}
    >
      {hasPasskeys ? texts.appOffExplained : texts.factorOffExplained}
    </ConfirmDialog>
  )
}

function download(codes: string[]): void {
  const text = texts.codesFile({
    email: readCurrentUser()?.email ?? '',
    codes: codes.join('\n'),
  })
  saveFile(new Blob([text], { type: 'text/plain' }), 'munshi-recovery-codes.txt')
}
