import { useEffect, useRef, useState } from 'react'
import { ApiRefusal } from '../client.tsx'
import { outcomeOf } from '../failure.tsx'
import { Switch } from '../switch.tsx'
import { useToast } from '../toast.tsx'
import { texts } from './texts.ts'

/**
 * A switch that changes at once and is saved in the background. If the switch is changed again while a save is pending,
 * only the latest state is sent afterwards; a refused change is reverted and its reason is shown. A change without an
 * answer may have been saved, which is said. `save` receives the version that was read and answers the new version.
 */
export function SwitchCell({
  label,
  isOn,
  version,
  disabled,
  words,
  save,
  onFailure,
}: {
  label: string
  isOn: boolean
  version: number
  disabled: boolean
  /** The toast messages for on and off. */
  words: { on: string; off: string }
  save: (wanted: boolean, version: number) => Promise<{ isOn: boolean; version: number }>
  /** Reads the record again after a change that failed: what is stored may be another state than the one shown. */
  onFailure: () => void
}) {
  const show = useToast()
  const [shown, setShown] = useState(isOn)
  const [isSaving, setSaving] = useState(false)
  const stored = useRef({ isOn, version })
  const read = useRef(stored.current)
  const wanted = useRef<boolean | null>(null)

  useEffect(() => {
    read.current = { isOn, version }
    if (wanted.current !== null) return
    // A list that was read before this switch was saved must not revert the switch.
    if (version < stored.current.version) return
    stored.current = { isOn, version }
    setShown(isOn)
  }, [isOn, version])

  const turn = async (to: boolean, isUndo = false) => {
    setShown(to)
    const isRunning = wanted.current !== null
    wanted.current = to
    if (isRunning) return
    setSaving(true)
    let hasFailed = false
    const before = stored.current.isOn
    try {
      while (wanted.current !== null && wanted.current !== stored.current.isOn) {
        stored.current = await saveOnce(save, wanted.current, stored.current.version)
      }
      if (stored.current.isOn !== before) {
        const message = stored.current.isOn ? words.on : words.off
        const back = before
        show({ message, ...(isUndo ? {} : { undo: () => void turn(back, true) }) })
      }
    } catch (error) {
      show({ message: failureOf(error, label), tone: 'refused' })
      // What was read while the call was under way is newer, and is not told again if it is read once more.
      if (read.current.version > stored.current.version) stored.current = read.current
      hasFailed = true
    }
    wanted.current = null
    setShown(stored.current.isOn)
    setSaving(false)
    if (hasFailed) onFailure()
  }

  return (
    <Switch
      aria-label={label}
      aria-busy={isSaving}
      checked={shown}
      disabled={disabled}
      onChange={(event) => void turn(event.currentTarget.checked)}
    />
  )
}

/** What a toast says of a failed change: only what was refused or never sent was certainly not changed. */
function failureOf(error: unknown, label: string): string {
  const { isCertain, what } = outcomeOf(error)
  if (!isCertain) return `${label}: ${what}`
  const why = error instanceof ApiRefusal ? error.problem.detail : (error as Error).message
  return texts.wasNotChanged({ label, why })
}

/**
 * If someone else has changed the record, the refusal includes its current version, and the change is sent once more.
 */
async function saveOnce(
  save: (wanted: boolean, version: number) => Promise<{ isOn: boolean; version: number }>,
  wanted: boolean,
  version: number,
): Promise<{ isOn: boolean; version: number }> {
  try {
    return await save(wanted, version)
  } catch (error) {
    const current = error instanceof ApiRefusal && error.status === 412 ? error.problem.results : null
    const present = (current as { version?: unknown } | null)?.version
    if (typeof present !== 'number') throw error
    return save(wanted, present)
  }
}
