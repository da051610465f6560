import { Button } from '@mantine/core'
import { useState } from 'react'
import { passkeyPrefix } from '#features/identity/session/contract.ts'
import { ApiRefusal, useCall } from '#kit/web/client.tsx'
import { wordsOf } from '#kit/web/failure.tsx'
import { CodeField } from '#kit/web/fields/code-field.tsx'
import { AskedFactors, factors } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './second-factor-panel.module.css'

/** Some browsers, and pages that were not loaded over https, have no passkeys. */
export const knowsPasskeys = typeof PublicKeyCredential === 'function'

/** The fallback if the person's factors are unknown: every person with a second factor can enter a code. */
export const anyFactor: AskedFactors = { has_app: true, passkeys: [] }

/** The second factors that a refused sign-in asks for; null for any other failure. */
export function factorsAskedBy(error: unknown): AskedFactors | null {
  if (!(error instanceof ApiRefusal) || error.problem.errors?.[0]?.path !== 'otp') return null
  const asked = AskedFactors.safeParse(error.problem.results)
  return asked.success ? asked.data : anyFactor
}

/** Decides which second factor is asked for now: a passkey first, or a code if the person prefers one. */
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
    /** Makes the browser ask for the passkey. Answers the value for the code field. */
    answer: async (): Promise<string> => {
      const { challenge, rp_id } = await call(factors.passkeyChallenge, {})
      // Loaded only for people with a passkey, so that the first load of the sign-in stays small.
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

/** The input for a second factor: a field for a code, or instructions for the passkey prompt of the device. */
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
    return <p className={classes.quiet}>{texts.deviceAsks}</p>
  }
  const words = factor.hasApp ? {} : { label: texts.recoveryCode, description: texts.recoveryCodeHint }
  return <CodeField {...field} {...words} />
}

/** Switches to the other factor, for people who have both. */
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
      {!factor.byPasskey ? texts.usePasskey : factor.hasApp ? texts.useCode : texts.useRecoveryCode}
    </Button>
  )
}

/** Browser error names for a passkey that was not used or not created, in plain words. */
const passkeyWords: Record<string, string> = {
  NotAllowedError: texts.passkeyNotUsed,
  AbortError: texts.passkeyNotUsed,
  InvalidStateError: texts.passkeyExists,
  SecurityError: texts.wrongAddress,
  NotSupportedError: texts.notSupported,
}

/** Why a second factor was refused: the browser's reason, or the server's. */
export function factorFailure(error: unknown): string {
  return (error instanceof Error && passkeyWords[error.name]) || wordsOf(error)
}
