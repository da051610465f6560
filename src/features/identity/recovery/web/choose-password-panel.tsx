import { CommandButton } from '#kit/web/command-button.tsx'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import '@mantine/core/styles/ActionIcon.css'
import '@mantine/core/styles/PasswordInput.css'
import { Alert, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { guessableWords } from '#features/access/password-contract.ts'
import { ApiRefusal, useCall } from '#kit/web/client.tsx'
import { forgetCurrentUser } from '#kit/web/current-user.ts'
import classes from '#kit/web/door.module.css'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { PasswordHint, passwordRule } from '#kit/web/fields/password-hint.tsx'
import { keepDevice } from '#kit/web/known-device.ts'
import { ChosenPassword, type recovery } from '../contract.ts'

type Choosing = typeof recovery.acceptInvitation | typeof recovery.finishReset

/**
 * The token after the # of the URL, which keeps it out of server logs. Updates if another link is opened in the same
 * tab.
 */
export function useLinkToken(): string {
  return useSyncExternalStore(
    (onChange) => {
      window.addEventListener('hashchange', onChange)
      return () => window.removeEventListener('hashchange', onChange)
    },
    () => window.location.hash.slice(1),
  )
}

/** A new password, typed twice, for the person with the link. */
export function ChoosePassword({
  endpoint,
  token,
  email,
  username,
  onChosen,
  onRefused,
}: {
  endpoint: Choosing
  token: string
  /** Shown if it is known, so that a password manager stores the email and the password together. */
  email?: string
  username?: string
  onChosen: (password: string) => void | Promise<void>
  /** Called if the link does not work. */
  onRefused: (words: string) => void
}) {
  // Not a cached command, which would refetch the invitation after it has been used.
  const call = useCall()
  const [isPending, setPending] = useState(false)
  const [values, setValues] = useState({ password: '', again: '' })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState('')
  const known = guessableWords({ email: email ?? '', username: username ?? '' })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const input = { token, password: values.password }
    const found = fieldErrors(ChosenPassword.safeParse(input).error?.issues)
    if (!found.password && values.again !== values.password) found.again = texts.passwordsDiffer
    setErrors(found)
    if (Object.keys(found).length > 0) return
    setPending(true)
    setFailure('')
    try {
      const chosen = await call(endpoint, input)
      keepDevice(chosen.email, chosen.device)
      // Drops any session in this browser, because the next step is to sign in with the new password.
      forgetCurrentUser()
      await onChosen(values.password)
    } catch (error) {
      const beside = fieldErrors(error as Error)
      setErrors(beside)
      setPending(false)
      if (beside.token) onRefused(beside.token)
      // Other failures may succeed on retry, so the typed values stay.
      else if (!beside.password) setFailure(wordsOf(error as Error))
    }
  }
  const field = (name: 'password' | 'again', label: string) => (
    <PasswordInput
      label={label}
      description={name === 'password' ? passwordRule : undefined}
      name={name}
      autoComplete="new-password"
      autoFocus={name === 'password'}
      value={values[name]}
      error={errors[name]}
      visibilityToggleButtonProps={{ 'aria-label': texts.show({ label }), tabIndex: 0 }}
      onChange={(event) => {
        setValues({ ...values, [name]: event.currentTarget.value })
        setErrors({})
      }}
    />
  )
  return (
    <form className={classes.fields} onSubmit={submit} noValidate>
      {email && <TextInput label={texts.email} value={email} readOnly autoComplete="username" />}
      {field('password', menuTexts.newPassword)}
      <PasswordHint value={values.password} known={known} />
      {field('again', texts.repeatPassword)}
      {failure && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
      <CommandButton type="submit" fullWidth size="md" mt="xs" isPending={isPending}>
        {texts.setPassword}
      </CommandButton>
    </form>
  )
}

/** True if the link does not work, as opposed to the server or the connection. */
export function isOfLink(error: Error): boolean {
  return fieldErrors(error).token !== undefined
}

/** The refusal in words; if the server did not answer, what the person can do. */
export function wordsOf(error: Error): string {
  return error instanceof ApiRefusal ? error.problem.detail : texts.noAnswer
}
