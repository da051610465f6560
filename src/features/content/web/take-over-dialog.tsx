import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useCommand } from '#kit/web/client.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type ReleaseDetail, releases } from '../contract.ts'
import { isOwnSection, titleOf } from '../section-contract.ts'
import { texts } from '../texts.ts'
import classes from './release-panels.module.css'

/** Copies sections of a release into the working copies; only those that differ are offered. */
export function TakeOverDialog({ release, onClose }: { release: ReleaseDetail; onClose: () => void }) {
  // Keeps the versions that were read when the dialog opened: a working copy that changes meanwhile is not overwritten.
  const [{ id, working }] = useState(release)
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    // The questions are restored as a whole, so they are chosen on purpose.
    working.map(({ section }) => section).filter((section) => isOwnSection(section)),
  )
  const show = useToast()
  const { mutate, isPending, error } = useCommand(releases.takeOver)
  const sections = working.filter(({ section }) => chosen.includes(section))
  return (
    <FormDialog
      title={texts.takeOverQuestion}
      text={texts.takeOverEffects}
      verb={texts.takeOver}
      isPending={isPending}
      isOff={sections.length === 0}
      error={error}
      onClose={onClose}
      onSubmit={() =>
        mutate(
          { input: { id, sections } },
          {
            onSuccess: () => {
              onClose()
              show({ message: texts.takenOver })
            },
          },
        )
      }
    >
      <Checkbox.Group label={texts.sections} value={[...chosen]} onChange={setChosen}>
        <div className={classes.form}>
          {working.map(({ section }) => (
            <Checkbox
              key={section}
              value={section}
              label={titleOf(section)}
              description={isOwnSection(section) ? undefined : texts.takeOverDeletes}
            />
          ))}
        </div>
      </Checkbox.Group>
    </FormDialog>
  )
}
