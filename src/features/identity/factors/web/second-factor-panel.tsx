import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import card from '#kit/web/card.module.css'
import { type Command, useCommand, useEndpoint } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Day } from '#kit/web/values.tsx'
import { factors, type SecondFactorStart } from '../contract.ts'
import { texts } from '../texts.ts'
import { PasskeyRows } from './passkey-panel.tsx'
import classes from './second-factor-panel.module.css'

// Loaded on demand, because the QR code renderer is needed only during set-up.
const dialogs = () => import('./second-factor-dialog.tsx')
const SetUpDialog = lazyOf(dialogs, 'SetUpDialog')
const RecoveryCodesDialog = lazyOf(dialogs, 'RecoveryCodesDialog')
const SwitchOffDialog = lazyOf(dialogs, 'SwitchOffDialog')

type Shown =
  | { dialog: 'setup'; start: SecondFactorStart }
  | { dialog: 'codes'; codes: string[] }
  | { dialog: 'off' }

const fewCodes = 3

/** The second factor: the app, the passkeys and the recovery codes, and whether the sign-in asks for one. */
export function SecondFactorPanel() {
  const factor = useEndpoint(factors.secondFactor, {})
  const start = useCommand(factors.startSecondFactor)
  const renew = useCommand(factors.renewRecoveryCodes)
  const [shown, setShown] = useState<Shown | null>(null)
  const state = factor.data
  const isPending = start.isPending || renew.isPending
  return (
    <section className={`box ${card.card}`} aria-labelledby="second-factor" aria-busy={factor.isPending}>
      <div className={card.head}>
        <h2 id="second-factor">{texts.secondFactor}</h2>
        {state && (
          <StatusMark tone={state.is_on ? 'good' : 'off'}>{state.is_on ? texts.on : texts.off}</StatusMark>
        )}
      </div>
      <ReadFailure of={factor} what={texts.notLoaded} />
      {(start.error ?? renew.error) && <ChangeFailure error={(start.error ?? renew.error) as Error} />}
      {state && (
        <>
          <p className={classes.words}>{state.is_on ? texts.onExplained : texts.offExplained}</p>
          <ul className={classes.factors}>
            <AppRow confirmedAt={state.confirmed_at} {...{ start, isPending, setShown }} />
            <PasskeyRows state={state} onRecoveryCodes={(codes) => setShown({ dialog: 'codes', codes })} />
            {state.is_on && (
              <RecoveryCodesRow left={state.recovery_codes_left} {...{ renew, isPending, setShown }} />
            )}
          </ul>
        </>
      )}
      {shown && <Dialogs shown={shown} setShown={setShown} hasPasskeys={(state?.passkeys.length ?? 0) > 0} />}
    </section>
  )
}

function AppRow({
  confirmedAt,
  start,
  isPending,
  setShown,
}: {
  confirmedAt: string | null
  start: Command<typeof factors.startSecondFactor>
  isPending: boolean
  setShown: (shown: Shown) => void
}) {
  return (
    <li>
      <span className={classes.factor}>
        <strong>{texts.authenticatorApp}</strong>
        <span>
          {confirmedAt ? texts.appSince({ confirmedAt: <Day at={confirmedAt} /> }) : texts.appExplained}
        </span>
      </span>
      {confirmedAt ? (
        <Button variant="default" size="xs" disabled={isPending} onClick={() => setShown({ dialog: 'off' })}>
          {texts.switchOff}
        </Button>
      ) : (
        <CommandButton
          variant="default"
          size="xs"
          isPending={start.isPending}
          disabled={isPending}
          onClick={() =>
            start.mutate(
              { input: {} },
              { onSuccess: (answer) => setShown({ dialog: 'setup', start: answer }) },
            )
          }
        >
          {texts.setUp}
        </CommandButton>
      )}
    </li>
  )
}

function RecoveryCodesRow({
  left,
  renew,
  isPending,
  setShown,
}: {
  left: number
  renew: Command<typeof factors.renewRecoveryCodes>
  isPending: boolean
  setShown: (shown: Shown) => void
}) {
  return (
    <li>
      <span className={classes.factor}>
        <strong>{texts.recoveryCodes}</strong>
        <span data-few={left < fewCodes || undefined}>
          {left === 0
            ? texts.noCodesLeft
            : left < fewCodes
              ? texts.fewCodesLeft({ left })
              : texts.codesLeft({ left })}
        </span>
      </span>
      <CommandButton
        variant="default"
        size="xs"
        isPending={renew.isPending}
        disabled={isPending}
        onClick={() =>
          renew.mutate(
            { input: {} },
            { onSuccess: (answer) => setShown({ dialog: 'codes', codes: answer.recovery_codes }) },
          )
        }
      >
        {texts.newRecoveryCodes}
      </CommandButton>
    </li>
  )
}

function Dialogs({
  shown,
  setShown,
  hasPasskeys,
}: {
  shown: Shown
  setShown: (shown: Shown | null) => void
  hasPasskeys: boolean
}) {
  const show = useToast()
  const close = () => setShown(null)
  const finish = (message: string) => {
    close()
    show({ message })
  }
  return (
    <Suspense fallback={null}>
      {shown.dialog === 'setup' && (
        <SetUpDialog
          start={shown.start}
          onClose={close}
          onDone={(codes) => (codes.length > 0 ? setShown({ dialog: 'codes', codes }) : finish(texts.appOn))}
        />
      )}
      {shown.dialog === 'codes' && <RecoveryCodesDialog codes={shown.codes} onClose={close} />}
      {shown.dialog === 'off' && (
        <SwitchOffDialog
          hasPasskeys={hasPasskeys}
          onClose={close}
          onDone={() => finish(hasPasskeys ? texts.appOff : texts.factorOff)}
        />
      )}
    </Suspense>
  )
}
