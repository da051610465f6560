import { Button } from '@mantine/core'
import { useState } from 'react'
import { useToast } from '#kit/web/toast.tsx'
import { Ago, Day } from '#kit/web/values.tsx'
import type { Passkey, SecondFactor } from '../contract.ts'
import { texts } from '../texts.ts'
import { knowsPasskeys } from './factor-panel.tsx'
import { AddPasskeyDialog, RemovePasskeyDialog, RenamePasskeyDialog } from './passkey-dialog.tsx'
import classes from './second-factor-panel.module.css'

type Shown = { dialog: 'add' } | { dialog: 'rename' | 'remove'; passkey: Passkey }

/** The person's passkeys as rows of the second factor panel: adding, renaming and removing them. */
export function PasskeyRows({
  state,
  onRecoveryCodes,
}: {
  state: SecondFactor
  onRecoveryCodes: (codes: string[]) => void
}) {
  const show = useToast()
  const [shown, setShown] = useState<Shown | null>(null)
  const close = () => setShown(null)
  const isLast = state.confirmed_at === null && state.passkeys.length === 1
  return (
    <>
      <li>
        <span className={classes.factor}>
          <strong>{texts.passkeys}</strong>
          <span>{knowsPasskeys ? texts.passkeysExplained : texts.noPasskeys}</span>
        </span>
        {knowsPasskeys && (
          <Button variant="default" size="xs" onClick={() => setShown({ dialog: 'add' })}>
            {texts.addPasskey}
          </Button>
        )}
        {state.passkeys.length > 0 && (
          <ul className={classes.passkeys} aria-label={texts.passkeys}>
            {state.passkeys.map((passkey) => (
              <li key={passkey.id}>
                <span className={classes.factor}>
                  <bdi>{passkey.name}</bdi>
                  <span>
                    {passkey.last_used_at
                      ? texts.addedAndUsed({
                          createdAt: <Day at={passkey.created_at} />,
                          lastUsedAt: <Ago at={passkey.last_used_at} />,
                        })
                      : texts.addedAndUnused({ createdAt: <Day at={passkey.created_at} /> })}
                  </span>
                </span>
                <span className={classes.rowActions}>
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={texts.renameName({ name: passkey.name })}
                    onClick={() => setShown({ dialog: 'rename', passkey })}
                  >
                    {texts.rename}
                  </Button>
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={texts.removeName({ name: passkey.name })}
                    onClick={() => setShown({ dialog: 'remove', passkey })}
                  >
                    {texts.remove}
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        )}
      </li>

      {shown?.dialog === 'add' && (
        <AddPasskeyDialog
          onClose={close}
          onDone={(name, codes) => {
            close()
            show({ message: texts.passkeyAdded({ name }) })
            if (codes.length > 0) onRecoveryCodes(codes)
          }}
        />
      )}
      {shown?.dialog === 'rename' && (
        <RenamePasskeyDialog
          passkey={shown.passkey}
          onClose={close}
          onDone={() => {
            close()
            show({ message: texts.passkeyRenamed })
          }}
        />
      )}
      {shown?.dialog === 'remove' && (
        <RemovePasskeyDialog
          passkey={shown.passkey}
          isLast={isLast}
          onClose={close}
          onDone={() => {
            close()
            show({
              message: isLast ? texts.factorOff : texts.passkeyRemoved({ name: shown.passkey.name }),
            })
          }}
        />
      )}
    </>
  )
}
