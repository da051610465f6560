import { Button } from '@mantine/core'
import { useState } from 'react'
import { passkeyPrefix } from '#features/identity/session/contract.ts'
import { ApiRefusal, useCall } from '#kit/web/client.tsx'
import { wordsOf } from '#kit/web/failure.tsx'
import { CodeField } from '#kit/web/fields/code-field.tsx'
import { AskedFactors, factors } from '../contract.ts'
import classes from './second-factor-panel.module.css'

/** A browser without them, or a page that did not come over https, has no passkeys. */
export const knowsPasskeys = typeof PublicKeyCredential === 'function'

/** Where nothing tells what somebody has: a code is what everybody with a second factor can give. */
export const anyFactor: AskedFactors = { has_app: true, passkeys: [] }

/** The sign-in was right so far and asks for a second factor: for which ones; null for any other failure. */
export function factorsAskedBy(error: unknown): AskedFactors | null {
  if (!(error instanceof ApiRefusal) || error.problem.errors?.[0]?.path !== 'otp') return null
  const asked = AskedFactors.safeParse(error.problem.results)
  return asked.success ? asked.data : anyFactor
}

/** Which of somebody's second factors is asked for now: a passkey first, a code where they would rather give one. */
export function useFactor(asked: AskedFactors | null) {
  const call = useCall()
  const [wantsCode, setWantsCode] = useState(false)
  const passkeys = asked?.passkeys ?? []
  const hasPasskey = knowsPasskeys && passkeys.length > 0
  return {
    hasApp: asked?.has_app ?? false,
    hasPasskey,
    byPasskey: hasPasskey && !wantsCode,
    toggle: () => setWantsCode(!wantsCode),
    /** Has the browser ask for the passkey. Answers what stands in the place of a code. */
    answer: async (): Promise<string> => {
      const { challenge, rp_id } = await call(factors.passkeyChallenge, {})
      // Only for who has one: the first load of the sign-in stays small.
      const { startAuthentication, bufferToBase64URLString } = await import('@simplewebauthn/browser')
      const answer = await startAuthentication({
        optionsJSON: {
          challenge,
          rpId: rp_id,
          timeout: 120_000,
          userVerification: 'preferred',
          allowCredentials: passkeys.map(({ credential_id, transports }) => ({
            id: credential_id,
            type: 'public-key',
            transports: transports as AuthenticatorTransport[],
          })),
        },
      })
      const bytes = new TextEncoder().encode(JSON.stringify(answer))
      return `${passkeyPrefix}${bufferToBase64URLString(bytes.buffer)}`
    },
  }
}

type Factor = ReturnType<typeof useFactor>

/** What is given for a second factor: a code to type, or words for what the device asks. */
export function FactorField({
  factor,
  ...field
}: {
  factor: Factor
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  if (factor.byPasskey) {
    return (
      <p className={classes.quiet}>
        Your device asks for your fingerprint, your face or its PIN, or for a touch of your security key.
      </p>
    )
  }
  const words = factor.hasApp
    ? {}
    : { label: 'Recovery code', description: 'One of the ten that you kept; each works once' }
  return <CodeField {...field} {...words} />
}

/** The other way, for who has two. */
export function FactorSwitch({
  factor,
  isOff,
  onSwitch,
  ...rest
}: {
  factor: Factor
  isOff: boolean
  onSwitch?: () => void
}) {
  if (!factor.hasPasskey) return null
  const toggle = () => {
    factor.toggle()
    onSwitch?.()
  }
  return (
    <Button variant="subtle" size="sm" fullWidth onClick={toggle} disabled={isOff} {...rest}>
      {!factor.byPasskey
        ? 'Use your passkey instead'
        : factor.hasApp
          ? 'Use a code instead'
          : 'Use a recovery code instead'}
    </Button>
  )
}

/** What browsers call it when a passkey was not used or not made, in words for its person. */
const passkeyWords: Record<string, string> = {
  NotAllowedError: 'The passkey was not used: it was cancelled, or it took too long. Try again',
  AbortError: 'The passkey was not used: it was cancelled, or it took too long. Try again',
  InvalidStateError: 'This device or key holds a passkey of yours already',
  SecurityError: 'Passkeys do not work at this address of Munshi',
  NotSupportedError: 'This device cannot make such a passkey',
}

/** Why a second factor was not taken: what the browser said, or what the server did. */
export function factorFailure(error: unknown): string {
  return (error instanceof Error && passkeyWords[error.name]) || wordsOf(error)
}
