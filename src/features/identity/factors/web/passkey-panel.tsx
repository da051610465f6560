import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { lazyOf } from '#kit/web/lazy.ts'
import { useToast } from '#kit/web/toast.tsx'
import { Ago, Day } from '#kit/web/values.tsx'
import type { Passkey, SecondFactor } from '../contract.ts'
import { knowsPasskeys } from './factor-panel.tsx'
import classes from './second-factor-panel.module.css'

const dialogs = () => import('./passkey-dialog.tsx')
const AddPasskeyDialog = lazyOf(dialogs, 'AddPasskeyDialog')
const RenamePasskeyDialog = lazyOf(dialogs, 'RenamePasskeyDialog')
const RemovePasskeyDialog = lazyOf(dialogs, 'RemovePasskeyDialog')

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
          <strong>Passkeys</strong>
          <span>
            {knowsPasskeys
              ? 'A key that stays on your device or security key and works at this address alone'
              : 'This browser has no passkeys: it is too old, or this page did not come over https'}
          </span>
        </span>
        {knowsPasskeys && (
          <Button variant="default" size="xs" onClick={() => setShown({ dialog: 'add' })}>
            Add a passkey
          </Button>
        )}
        {state.passkeys.length > 0 && (
          <ul className={classes.passkeys} aria-label="Passkeys">
            {state.passkeys.map((passkey) => (
              <li key={passkey.id}>
                <span className={classes.factor}>
                  <bdi>{passkey.name}</bdi>
                  <span>
                    Added <Day at={passkey.created_at} />,{' '}
                    {passkey.last_used_at ? (
                      <>
                        last used <Ago at={passkey.last_used_at} />
                      </>
                    ) : (
                      'not used yet'
                    )}
                  </span>
                </span>
                <span className={classes.rowActions}>
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Rename ${passkey.name}`}
                    onClick={() => setShown({ dialog: 'rename', passkey })}
                  >
                    Rename
                  </Button>
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Remove ${passkey.name}`}
                    onClick={() => setShown({ dialog: 'remove', passkey })}
                  >
                    Remove
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        )}
      </li>
      <Suspense fallback={null}>
        {shown?.dialog === 'add' && (
          <AddPasskeyDialog
            onClose={close}
            onDone={(name, codes) => {
              close()
              show({ message: `The passkey “${name}” is added.` })
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
              show({ message: 'The passkey has its new name.' })
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
                message: isLast
                  ? 'The second factor is off. Your password alone signs you in.'
                  : `The passkey “${shown.passkey.name}” is removed.`,
              })
            }}
          />
        )}
      </Suspense>
    </>
  )
}
