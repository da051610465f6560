import { CommandButton } from '#kit/web/command-button.tsx'
import { texts } from '../texts.ts'
import '@mantine/core/styles/ActionIcon.css'
import '@mantine/core/styles/PasswordInput.css'
import { PasswordInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { guessableWords } from '#features/access/password-contract.ts'
import card from '#kit/web/card.module.css'
import { useCommand } from '#kit/web/client.tsx'
import { useCurrentUser } from '#kit/web/current-user.ts'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { PasswordHint, passwordRule } from '#kit/web/fields/password-hint.tsx'
import { keepDevice } from '#kit/web/known-device.ts'
import { useToast } from '#kit/web/toast.tsx'
import { PasswordChange, session } from '../contract.ts'

const blank = { current_password: '', new_password: '', again: '' }

/** A new password, with the current one; ends the person's sessions everywhere else. */
export function PasswordPanel() {
  const show = useToast()
  const change = useCommand(session.changePassword)
  const user = useCurrentUser()
  const [values, setValues] = useState(blank)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const isTyped = Object.values(values).some((value) => value !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { again, ...input } = values
    const result = PasswordChange.safeParse(input)
    const found = fieldErrors(result.error?.issues)
    if (result.success && again !== input.new_password) found.again = texts.passwordsDiffer
    setErrors(found)
    if (Object.keys(found).length > 0) return
    change.mutate(
      { input },
      {
        onSuccess: ({ ended, device }) => {
          if (user) keepDevice(user.email, device)
          setValues(blank)
          show({
            message: ended === 0 ? texts.passwordChanged : texts.passwordChangedElsewhere({ ended }),
          })
        },
        onError: (error) => setErrors(fieldErrors(error)),
      },
    )
  }
  const field = (name: keyof typeof blank, label: string, autoComplete: string) => (
    <PasswordInput
      label={label}
      description={name === 'new_password' ? passwordRule : undefined}
      name={name}
      autoComplete={autoComplete}
      value={values[name]}
      error={errors[name]}
      visibilityToggleButtonProps={{ 'aria-label': texts.show({ label }), tabIndex: 0 }}
      onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
    />
  )
  return (
    <form className={`box ${card.card}`} onSubmit={submit} noValidate>
      <h2>{texts.password}</h2>
      {change.error && Object.keys(errors).length === 0 && <ChangeFailure error={change.error} />}
      {field('current_password', texts.currentPassword, 'current-password')}
      {field('new_password', texts.newPassword, 'new-password')}
      <PasswordHint value={values.new_password} known={user ? guessableWords(user) : []} />
      {field('again', texts.repeatPassword, 'new-password')}
      <CommandButton type="submit" variant={isTyped ? 'filled' : 'default'} isPending={change.isPending}>
        {texts.changePassword}
      </CommandButton>
    </form>
  )
}
