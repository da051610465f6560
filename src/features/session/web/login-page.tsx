import { Alert, Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { ApiRefusal, useCall } from '#kit/web/client.tsx'
import { Link } from '#kit/web/link.tsx'
import { Mark } from '#kit/web/mark.tsx'
import { Credentials, session } from '../contract.ts'
import { storeCurrentUser } from './current-user.ts'
import classes from './login-page.module.css'

type Errors = Partial<Record<'email' | 'password', string>>

/** Sign-in, with the texts and rules of the specification (sections 5 and 8). */
export function LoginPage() {
  const call = useCall()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState({ email: '', password: '' })
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState('')
  const [isLoading, setLoading] = useState(false)

  const type = (name: 'email' | 'password', value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setErrors({})
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isLoading) return
    const found = check(values)
    setErrors(found)
    setFailure('')
    const [wrong] = Object.keys(found)
    if (wrong) {
      form.current?.querySelector<HTMLInputElement>(`input[name="${wrong}"]`)?.focus()
      return
    }
    setLoading(true)
    try {
      // Being signed in leads on to the screen that was wanted.
      storeCurrentUser(await call(session.login, values))
    } catch (error) {
      setFailure((error instanceof ApiRefusal && error.problem.message) || 'Something went wrong')
      setLoading(false)
    }
  }
  return (
    <main className={classes.page}>
      <form ref={form} className={classes.card} onSubmit={submit} noValidate>
        <div className={classes.brand}>
          <Mark size={36} />
          <div>
            <h1>Munshi</h1>
            <p>The back office of the marketplace</p>
          </div>
        </div>
        <div className={classes.alert} aria-live="assertive">
          {failure && (
            <Alert color="red" variant="light" role="alert">
              {failure}
            </Alert>
          )}
        </div>
        <TextInput
          name="email"
          type="email"
          label="Email"
          autoComplete="username"
          autoFocus
          value={values.email}
          error={errors.email}
          onChange={(event) => type('email', event.currentTarget.value)}
        />
        <PasswordInput
          name="password"
          label="Password"
          autoComplete="current-password"
          value={values.password}
          error={errors.password}
          onChange={(event) => type('password', event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
        />
        <Button type="submit" fullWidth size="md" mt="xs" disabled={isLoading}>
          {isLoading ? 'Loading...' : 'Sign in'}
        </Button>
        <Link href="/forgot-password" className={classes.way}>
          Forgot password?
        </Link>
      </form>
    </main>
  )
}

function check(values: { email: string; password: string }): Errors {
  const result = Credentials.safeParse(values)
  if (result.success) return {}
  return Object.fromEntries(result.error.issues.map((issue) => [String(issue.path[0]), issue.message]))
}
