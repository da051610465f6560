import { Override } from '#features/decisions/contract.ts'
import type { Draft } from '#kit/web/dialog/form-dialog.tsx'
import { useKeptKeys } from '#kit/web/dialog/kept-keys.ts'
import { ReasonDialog } from '#kit/web/dialog/reason-dialog.tsx'
import { texts } from '../texts.ts'
import classes from './choices-panel.module.css'

/** Asks once before an approval in spite of open warnings: names them, and asks why. */
export function OverrideDialog({
  title,
  warnings,
  isPending,
  error,
  draft,
  onClose,
  onSend,
}: {
  title: string
  warnings: readonly string[]
  isPending: boolean
  error: Error | null
  draft?: Draft<string> | undefined
  onClose: () => void
  onSend: (reason: string) => void
}) {
  useKeptKeys()
  return (
    <ReasonDialog
      title={texts.openWarnings({ title })}
      text={
        <>
          {texts.openWarningsText}
          {warnings.map((warning) => (
            <span key={warning} className={classes.warning} dir="auto">
              {warning}
            </span>
          ))}
        </>
      }
      verb={texts.approveDespite}
      label={texts.whyDespite}
      check={Override}
      isPending={isPending}
      error={error}
      draft={draft}
      onClose={onClose}
      onSend={onSend}
    />
  )
}
