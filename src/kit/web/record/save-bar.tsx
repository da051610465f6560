import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { CommandButton } from '../command-button.tsx'
import classes from './save-bar.module.css'
import { texts } from './texts.ts'

/** Shown while there are unsaved changes, with the names of the fields; used as the bar of a record's layout. */
export function SaveBar({
  unsaved,
  note = '',
  isPending,
  isBlocked = false,
  isWaiting = false,
  isAsked = false,
  saveWords,
  onSave,
  onDiscard,
}: {
  /** The names of the unsaved fields. */
  unsaved: readonly string[]
  /** A side effect of saving. */
  note?: string
  isPending: boolean
  /** The user has to make a choice before saving. */
  isBlocked?: boolean
  /** Something that belongs to the changes is still on its way. */
  isWaiting?: boolean
  /** The changes are saved as soon as all has arrived. */
  isAsked?: boolean
  /** What the button says while it waits. */
  saveWords?: (verb: string) => string
  onSave: () => void
  onDiscard: () => void
}) {
  return (
    <fieldset className={classes.bar} aria-label={texts.unsavedChanges}>
      <CommandButton isPending={isPending} disabled={isBlocked || isAsked} onClick={onSave}>
        {saveWords?.(texts.save) ?? texts.save}
      </CommandButton>
      <Button variant="default" disabled={isPending} onClick={onDiscard}>
        {texts.discard}
      </Button>
      <p role="status">{statusOf(unsaved, isWaiting ? texts.pictureIsComing : note)}</p>
    </fieldset>
  )
}

function statusOf(unsaved: readonly string[], note: string): string {
  const fields = inWords(unsaved)
  if (!fields) return note
  return note ? texts.unsavedFieldsWithNote({ fields, note }) : texts.unsavedFields({ fields })
}

function inWords(names: readonly string[]): string {
  const [last = '', ...others] = names.map(lowered).toReversed()
  return others.length > 0 ? texts.othersAndLast({ others: others.toReversed().join(', '), last }) : last
}

/** A name for use within a sentence; an abbreviation and a name with several capitals stay unchanged. */
function lowered(name: string): string {
  return /^[A-Z][^A-Z]/.test(name) && !/ [A-Z][a-z]/.test(name)
    ? (name[0] ?? '').toLowerCase() + name.slice(1)
    : name
}

/** Saves on Ctrl and S, or Cmd and S, in place of the browser's own action; not while a dialog is open. */
export function useSaveKey(isOn: boolean, save: () => void): void {
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      if (!document.querySelector('[role="dialog"]')) latest.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn])
}
