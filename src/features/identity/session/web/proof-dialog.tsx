import { CommandButton } from '#kit/web/command-button.tsx'
import { LiveAlert } from '#kit/web/live-alert.tsx'
import { texts } from '../texts.ts'
import '@mantine/core/styles/ActionIcon.css'
import '@mantine/core/styles/PasswordInput.css'
import { Button, Group, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { type AskedFactors, factors } from '#features/identity/factors/contract.ts'
import {
  anyFactor,
  FactorField,
  FactorSwitch,
  factorFailure,
  factorsAskedBy,
  useFactor,
} from '#features/identity/factors/web/factor-panel.tsx'
import { useCall, useEndpoint } from '#kit/web/client.tsx'
import { forgetCurrentUser } from '#kit/web/current-user.ts'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { type Question, settleQuestion } from '#kit/web/proof.ts'
import { type CurrentUser, session } from '../contract.ts'
import classes from './proof-dialog.module.css'
import { useSignIn } from './use-sign-in.ts'

/** Asks once for all waiting requests: for proof of identity, or for a new session after the old one ended. */
export function ProofDialog({ question, user }: { question: Question; user: CurrentUser }) {
  if (question.need === 'sign-in') return <SignInDialog user={user} />
  return question.by === 'otp' ? <FactorDialog /> : <StepUpDialog asked={null} />
}

/** Rendered as soon as the person's second factors are known. */
function FactorDialog() {
  const { data, isError } = useEndpoint(factors.secondFactor, {})
  if (!data && !isError) return null
  const asked = data ? { has_app: data.confirmed_at !== null, passkeys: data.passkeys } : anyFactor
  return <StepUpDialog asked={asked} />
}

function StepUpDialog({ asked }: { asked: AskedFactors | null }) {
  const call = useCall()
  const [given, setGiven] = useState('')
  const factor = useFactor(asked)
  const prove = async () => {
    const proof = asked ? { otp: factor.byPasskey ? await factor.answer() : given } : { password: given }
    await call(session.stepUp, proof)
    settleQuestion(true)
  }
  const missing = given === '' && !factor.byPasskey
  return (
    <ProofForm
      title={texts.confirmIdentity}
      send={prove}
      verb={factor.byPasskey ? texts.useYourPasskey : texts.confirm}
      isVerbFirst={factor.byPasskey}
      wayOut={{ label: texts.cancel, leave: () => settleQuestion(false), onEscape: true }}
      missing={missing ? (asked ? texts.codeIsRequired : texts.passwordIsRequired) : ''}
      onRefused={() => setGiven('')}
    >
      {(error, isPending) => (
        <>
          <p className={classes.text}>{texts.confirmExplained}</p>
          {asked ? (
            <>
              <FactorField factor={factor} value={given} error={error} onChange={setGiven} {...ownKeys} />
              <FactorSwitch factor={factor} isOff={isPending} {...ownKeys} />
            </>
          ) : (
            <PasswordField value={given} error={error} onChange={setGiven} />
          )}
        </>
      )}
    </ProofForm>
  )
}

function SignInDialog({ user }: { user: CurrentUser }) {
  const signIn = useSignIn()
  const [password, setPassword] = useState('')
  const [otp, setOtp] = useState('')
  const [asked, setAsked] = useState<AskedFactors | null>(null)
  const factor = useFactor(asked)
  const prove = async () => {
    const given = { email: user.email, password, otp: factor.byPasskey ? await factor.answer() : otp }
    await signIn(given).catch((error: unknown) => {
      const factors = asked ? null : factorsAskedBy(error)
      if (!factors) throw error
      setAsked(factors)
    })
  }
  const missing = asked
    ? otp.trim() === '' && !factor.byPasskey && texts.codeIsRequired
    : password.trim() === '' && texts.passwordIsRequired
  return (
    <ProofForm
      title={texts.sessionEndedTitle}
      send={prove}
      verb={factor.byPasskey ? texts.useYourPasskey : texts.signIn}
      isVerbFirst={factor.byPasskey}
      wayOut={{ label: texts.logout, leave: forgetCurrentUser, onEscape: false }}
      missing={missing || ''}
      onRefused={() => (asked ? setOtp('') : setPassword(''))}
    >
      {(error, isPending) => (
        <>
          <p className={classes.text}>{texts.sessionEndedText}</p>
          <TextInput
            label={texts.email}
            type="email"
            autoComplete="username"
            readOnly
            value={user.email}
            {...ownKeys}
          />
          {asked ? (
            <>
              <FactorField factor={factor} value={otp} error={error} onChange={setOtp} {...ownKeys} />
              <FactorSwitch factor={factor} isOff={isPending} {...ownKeys} />
            </>
          ) : (
            <PasswordField value={password} error={error} onChange={setPassword} />
          )}
        </>
      )}
    </ProofForm>
  )
}

/** Another dialog may be open below this one; Escape here must not close that dialog and lose its values. */
const ownKeys = { 'data-mantine-stop-propagation': 'true' }

/** The frame of both dialogs: one input, one button to confirm, one to leave. */
function ProofForm({
  title,
  send,
  verb,
  isVerbFirst,
  wayOut,
  missing,
  onRefused,
  children,
}: {
  title: string
  send: () => Promise<void>
  verb: string
  /** There is nothing to type, so the confirm button has the focus. */
  isVerbFirst: boolean
  wayOut: { label: string; leave: () => void; onEscape: boolean }
  missing: string
  onRefused: () => void
  children: (error: string | undefined, isPending: boolean) => ReactNode
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
      setFailure(factorFailure(error))
      onRefused()
    }
    setPending(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && wayOut.onEscape) wayOut.leave()
  }
  return (
    <Dialog
      isKept
      title={title}
      onClose={wayOut.leave}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      onKeyDown={onKeyDown}
      attributes={{ content: ownKeys }}
    >
      <form onSubmit={submit} noValidate className={classes.form}>
        <LiveAlert failure={failure} />
        {children(isAsked && missing ? missing : undefined, isPending)}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={wayOut.leave} {...ownKeys}>
            {wayOut.label}
          </Button>
          <CommandButton
            key={isVerbFirst ? 'first' : 'last'}
            type="submit"
            isPending={isPending}
            autoFocus={isVerbFirst}
            {...(isVerbFirst ? { 'data-autofocus': true } : {})}
            {...ownKeys}
          >
            {verb}
          </CommandButton>
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
      label={texts.password}
      name="password"
      autoComplete="current-password"
      data-autofocus
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': texts.showPassword, tabIndex: 0, ...ownKeys }}
      {...ownKeys}
    />
  )
}
