import { CommandButton } from '#kit/web/command-button.tsx'
import { texts } from '../texts.ts'
import '@mantine/core/styles/ActionIcon.css'
import '@mantine/core/styles/PasswordInput.css'
import { Alert, Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import type { AskedFactors } from '#features/identity/factors/contract.ts'
import {
  FactorField,
  FactorSwitch,
  factorFailure,
  factorsAskedBy,
  useFactor,
} from '#features/identity/factors/web/factor-panel.tsx'
import { useCall } from '#kit/web/client.tsx'
import classes from '#kit/web/door.module.css'
import { Link } from '#kit/web/link.tsx'
import { Mark } from '#kit/web/mark.tsx'
import { Credentials } from '../contract.ts'
import { signIn } from './current-user.ts'

type Errors = Partial<Record<'email' | 'password' | 'otp', string>>

/** Sign-in, with the texts and rules of the specification (sections 5 and 8). */
export function LoginPage() {
  const call = useCall()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState({ email: '', password: '', otp: '' })
  const [asked, setAsked] = useState<AskedFactors | null>(null)
  const factor = useFactor(asked)
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState('')
  const [isLoading, setLoading] = useState(false)

  const type = (name: keyof typeof values, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setErrors({})
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isLoading) return
    const found = check(values, asked !== null && !factor.byPasskey)
    setErrors(found)
    setFailure('')
    const [wrong] = Object.keys(found)
    if (wrong) {
      form.current?.querySelector<HTMLInputElement>(`input[name="${wrong}"]`)?.focus()
      return
    }
    setLoading(true)
    try {
      // The new session leads to the screen that was requested.
      await signIn(call, factor.byPasskey ? { ...values, otp: await factor.answer() } : values)
    } catch (error) {
      const factors = asked ? null : factorsAskedBy(error)
      if (factors) setAsked(factors)
      else {
        setFailure(factorFailure(error))
        // A new code is typed from scratch, but a password often has a single typo.
        setValues((before) => ({ ...before, otp: '' }))
        form.current?.querySelector<HTMLInputElement>('input[name="otp"]')?.focus()
      }
      setLoading(false)
    }
  }
  const startAgain = () => {
    setAsked(null)
    setFailure('')
    setErrors({})
    setValues({ ...values, password: '', otp: '' })
  }
  return (
    <main className={classes.page}>
      <form ref={form} className={classes.card} onSubmit={submit} noValidate>
        <div className={classes.brand}>
          <Mark size={36} />
          <div>
            <h1>{texts.munshi}</h1>
            <p>{texts.tagline}</p>
          </div>
        </div>
        <div className={classes.alert} aria-live="assertive">
          {failure && (
            <Alert color="red" variant="light" role="alert">
              {failure}
            </Alert>
          )}
        </div>
        {asked ? (
          <>
            <p className={classes.who}>
              {texts.signingInAs({ email: <strong>{values.email.trim()}</strong> })}
            </p>
            <FactorField
              factor={factor}
              value={values.otp}
              error={errors.otp}
              onChange={(otp) => type('otp', otp)}
            />
          </>
        ) : (
          <>
            <TextInput
              name="email"
              type="email"
              label={texts.email}
              autoComplete="username"
              autoFocus
              value={values.email}
              error={errors.email}
              onChange={(event) => type('email', event.currentTarget.value)}
            />
            <PasswordInput
              name="password"
              label={texts.password}
              autoComplete="current-password"
              value={values.password}
              error={errors.password}
              onChange={(event) => type('password', event.currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': texts.showPassword, tabIndex: 0 }}
            />
          </>
        )}
        <CommandButton
          key={factor.byPasskey ? 'passkey' : 'typed'}
          autoFocus={factor.byPasskey}
          type="submit"
          fullWidth
          size="md"
          mt="xs"
          isPending={isLoading}
        >
          {factor.byPasskey ? texts.useYourPasskey : texts.signIn}
        </CommandButton>
        {asked && (
          <div className={classes.ways}>
            <FactorSwitch factor={factor} isOff={isLoading} onSwitch={() => setFailure('')} />
            <Button variant="subtle" size="sm" fullWidth onClick={startAgain} disabled={isLoading}>
              {texts.signInAsOther}
            </Button>
          </div>
        )}
        <Link href="/forgot-password" className={classes.way}>
          {texts.forgotPasswordQuestion}
        </Link>
      </form>
    </main>
  )
}

function check(values: { email: string; password: string; otp: string }, needsCode: boolean): Errors {
  const result = Credentials.safeParse(values)
  if (needsCode && values.otp.trim() === '') return { otp: texts.codeIsRequired }
  if (result.success) return {}
  return Object.fromEntries(result.error.issues.map((issue) => [String(issue.path[0]), issue.message]))
}
