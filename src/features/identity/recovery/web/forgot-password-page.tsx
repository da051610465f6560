import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import classes from '#kit/web/door.module.css'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { knownDevice } from '#kit/web/known-device.ts'
import { ResetRequest, recovery } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { wordsOf } from './choose-password-panel.tsx'
import { Door } from './door-panel.tsx'

/** Requests a password reset link. The answer is the same whether or not the address is known. */
export function ForgotPasswordPage() {
  const ask = useCommand(recovery.requestReset)
  const [email, setEmail] = useState('')
  const [error, setError] = useState('')
  if (ask.data) {
    return <Door title={texts.checkMail} text={texts.linkSent({ message: ask.data.message })} />
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = fieldErrors(ResetRequest.safeParse({ email }).error?.issues)
    setError(found.email ?? '')
    if (found.email) return
    const device = knownDevice(email)
    const input = { email, ...(device ? { device } : {}) }
    ask.mutate({ input }, { onError: (refused) => setError(fieldErrors(refused).email ?? '') })
  }
  return (
    <Door
      title={menuTexts.forgotPassword}
      text={texts.enterAddress}
      failure={ask.error && !error ? wordsOf(ask.error) : ''}
    >
      <form className={classes.fields} onSubmit={submit} noValidate>
        <TextInput
          name="email"
          type="email"
          label={texts.email}
          autoComplete="username"
          autoFocus
          value={email}
          error={error}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            setError('')
          }}
        />
        <CommandButton type="submit" fullWidth size="md" mt="xs" isPending={ask.isPending}>
          {texts.sendLink}
        </CommandButton>
      </form>
    </Door>
  )
}
