import { Alert, Button, Group, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { useCall } from '#kit/web/client.tsx'
import { Dialog } from '#kit/web/dialog.tsx'
import { wordsOf } from '#kit/web/failure.tsx'
import { type Question, settleQuestion } from '#kit/web/proof.ts'
import { type CurrentUser, session } from '../contract.ts'
import { CodeField } from './code-panel.tsx'
import { asksForCode, forgetCurrentUser, knownDevice, signIn } from './current-user.ts'
import classes from './proof-dialog.module.css'

/** Asks once for all the calls that wait: for a proof of who works here, or for a new session in place of an ended one. */
export function ProofDialog({ question, user }: { question: Question; user: CurrentUser }) {
  return question.need === 'step-up' ? (
    <StepUpDialog by={question.by} user={user} />
  ) : (
    <SignInDialog user={user} />
  )
}

function StepUpDialog({ by, user }: { by: Question['by']; user: CurrentUser }) {
  const call = useCall()
  const [given, setGiven] = useState('')
  const device = knownDevice(user.email)
  const prove = async () => {
    await call(session.stepUp, { [by]: given, ...(device ? { device } : {}) })
    settleQuestion(true)
  }
  return (
    <ProofForm
      title="Confirm that it is you"
      send={prove}
      verb="Confirm"
      wayOut={{ label: 'Cancel', leave: () => settleQuestion(false), onEscape: true }}
      missing={given === '' ? (by === 'otp' ? 'Code is Required' : 'Password is Required') : ''}
      onRefused={() => setGiven('')}
    >
      {(error) => (
        <>
          <p className={classes.text}>
            This is sensitive, and it is more than ten minutes since you last proved who you are.
          </p>
          {by === 'otp' ? (
            <CodeField value={given} error={error} onChange={setGiven} {...ownKeys} />
          ) : (
            <PasswordField value={given} error={error} onChange={setGiven} />
          )}
        </>
      )}
    </ProofForm>
  )
}

function SignInDialog({ user }: { user: CurrentUser }) {
  const call = useCall()
  const [password, setPassword] = useState('')
  const [otp, setOtp] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const prove = () =>
    signIn(call, { email: user.email, password, otp }).catch((error: unknown) => {
      if (!asksForCode(error)) throw error
      setNeedsCode(true)
    })
  const missing = needsCode
    ? otp.trim() === '' && 'Code is Required'
    : password.trim() === '' && 'Password is Required'
  return (
    <ProofForm
      title="Your session has ended"
      send={prove}
      verb="Sign in"
      wayOut={{ label: 'Logout', leave: forgetCurrentUser, onEscape: false }}
      missing={missing || ''}
      onRefused={() => (needsCode ? setOtp('') : setPassword(''))}
    >
      {(error) => (
        <>
          <p className={classes.text}>
            Sign in again to go on where you are. What you have not saved is still on the screen.
          </p>
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            readOnly
            value={user.email}
            {...ownKeys}
          />
          {needsCode ? (
            <CodeField value={otp} error={error} onChange={setOtp} {...ownKeys} />
          ) : (
            <PasswordField value={password} error={error} onChange={setPassword} />
          )}
        </>
      )}
    </ProofForm>
  )
}

/** A dialog may stand below this one: Escape in here must not close it with what was typed there. */
const ownKeys = { 'data-mantine-stop-propagation': 'true' }

/** The frame of both: one thing to type, one way on, one way out. */
function ProofForm({
  title,
  send,
  verb,
  wayOut,
  missing,
  onRefused,
  children,
}: {
  title: string
  send: () => Promise<void>
  verb: string
  wayOut: { label: string; leave: () => void; onEscape: boolean }
  missing: string
  onRefused: () => void
  children: (error: string | undefined) => ReactNode
}) {
  const [isPending, setPending] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const [failure, setFailure] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailure('')
    setAsked(missing !== '')
    if (missing || isPending) return
    setPending(true)
    try {
      await send()
    } catch (error) {
      setFailure(wordsOf(error))
      onRefused()
    }
    setPending(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && wayOut.onEscape) wayOut.leave()
  }
  return (
    <Dialog
      title={title}
      onClose={wayOut.leave}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      onKeyDown={onKeyDown}
      attributes={{ content: ownKeys }}
    >
      <form onSubmit={submit} noValidate className={classes.form}>
        <div className={classes.alert} aria-live="assertive">
          {failure && (
            <Alert color="red" variant="light" role="alert">
              {failure}
            </Alert>
          )}
        </div>
        {children(isAsked && missing ? missing : undefined)}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={wayOut.leave} {...ownKeys}>
            {wayOut.label}
          </Button>
          <Button type="submit" disabled={isPending} {...ownKeys}>
            {isPending ? 'Loading...' : verb}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}

function PasswordField({
  value,
  error,
  onChange,
}: {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  return (
    <PasswordInput
      label="Password"
      name="password"
      autoComplete="current-password"
      data-autofocus
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0, ...ownKeys }}
      {...ownKeys}
    />
  )
}
