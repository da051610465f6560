import { type ReactNode, useState } from 'react'
import { type CategoryDetail, whyHeldBy } from '#features/categories/contract.ts'
import classes from '#features/categories/web/dialogs.module.css'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { texts } from '../texts.ts'
import { type Choice, Chooser, type useTree } from './chooser-panel.tsx'

/** Asks for the category that another one is moved or merged into; states the campaigns that prevent it. */
export function TargetDialog({
  category,
  choices,
  source: { isRead, failure },
  command,
  label,
  missing,
  verbOf,
  onChoose,
  children,
  ...dialog
}: {
  category: CategoryDetail
  choices: readonly Choice[]
  source: ReturnType<typeof useTree>
  command: { isPending: boolean; error: Error | null; reset: () => void }
  title: string
  text?: ReactNode
  isDangerous?: boolean
  label: string
  /** Shown at the field if it is left empty. */
  missing: string
  verbOf: (target: Choice | undefined) => string
  onClose: () => void
  onChoose: (target: Choice) => void
  children?: (target: Choice | undefined) => ReactNode
}) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [blank, setBlank] = useState('')
  const held = whyHeldBy(category.campaigns)
  const target = choices.find((choice) => choice.id === chosen)
  const send = () => {
    if (held) return
    if (target) onChoose(target)
    else setBlank(missing)
  }
  return (
    <FormDialog
      {...dialog}
      verb={verbOf(target)}
      isPending={command.isPending}
      isOff={held !== ''}
      error={command.error}
      onSubmit={send}
    >
      {held && (
        <p className={classes.held} role="status">
          {held}.
        </p>
      )}
      {failure || (
        <Chooser
          label={label}
          description={texts.treeDepth}
          choices={choices}
          isRead={isRead}
          none={texts.thereIsNoOtherCategory}
          value={chosen}
          error={blank || undefined}
          onChoose={(next) => {
            setChosen(next)
            setBlank('')
            if (!command.isPending) command.reset()
          }}
        />
      )}
      {children?.(target)}
      {target?.hider && (
        <p className={classes.held} role="status">
          {texts.hiddenInShop({ name: <bdi>{target.hider}</bdi> })}
        </p>
      )}
    </FormDialog>
  )
}
