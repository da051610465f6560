import { Button } from '@mantine/core'
import { useCan } from '#kit/web/can.tsx'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type LetterDetail, letters } from '../contract.ts'
import { texts } from '../texts.ts'
import { contentLabels, differingFields, typedOf, wordsOf } from './letter-model.ts'
import classes from './letter-panel.module.css'

/** Compares a version with the letter now, and restores it. */
export function VersionDialog({
  letter,
  number,
  isUnsaved,
  onClose,
}: {
  letter: LetterDetail
  number: number
  isUnsaved: boolean
  onClose: () => void
}) {
  const show = useToast()
  const mayRestore = useCan()(letters.restoreVersion)
  const found = useEndpoint(letters.version, { id: letter.id, number })
  const restore = useCommand(letters.restoreVersion)
  const now = typedOf(letter)
  const then = found.data && typedOf(found.data.content)
  const differing = then ? differingFields(then, now) : []
  const put = () =>
    restore.mutate(
      { input: { id: letter.id, number }, ifMatch: letter.version },
      {
        onSuccess: () => {
          onClose()
          show({ message: texts.versionIsRestored({ number }) })
        },
      },
    )
  return (
    <Dialog title={texts.compareTitle({ number })} size="xl" onClose={onClose}>
      <div className={classes.dialog}>
        <ReadFailure of={found} what={texts.versionsCouldNot} />
        {restore.error && <ChangeFailure error={restore.error} />}
        {!then && !found.isError && <p className={classes.quiet}>{texts.loading}</p>}
        {then && differing.length === 0 && <p>{texts.noDifference}</p>}
        {then && differing.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
          <section className={classes.scroll} aria-label={texts.compareTitle({ number })} tabIndex={0}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">{texts.field}</th>
                  <th scope="col">{texts.inVersion({ number })}</th>
                  <th scope="col">{texts.now}</th>
                </tr>
              </thead>
              <tbody>
                {differing.map((field) => (
                  <tr key={field}>
                    <th scope="row">{contentLabels[field]}</th>
                    <td dir="auto">{wordsOf(field, then) || texts.none}</td>
                    <td dir="auto">{wordsOf(field, now) || texts.none}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {texts.close}
          </Button>
          {mayRestore && differing.length > 0 && (
            <CommandButton
              isPending={restore.isPending}
              disabled={isUnsaved}
              title={isUnsaved ? texts.saveFirst : undefined}
              onClick={put}
            >
              {texts.restoreVersion}
            </CommandButton>
          )}
        </div>
      </div>
    </Dialog>
  )
}
