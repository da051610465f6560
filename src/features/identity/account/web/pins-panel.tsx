import { IconPin, IconPinnedFilled } from '@tabler/icons-react'
import { type Account, session } from '#features/identity/session/contract.ts'
import { useOptimistic } from '#kit/web/optimistic.ts'
import { useToast } from '#kit/web/toast.tsx'
import { account, mostPins, type Settings } from '../contract.ts'
import { texts } from '../texts.ts'

/** The account with some of its settings replaced. */
export function withSettings(
  before: Account,
  settings: { [K in keyof Settings]?: Settings[K] | undefined },
): Account {
  const lists = { ...before.settings.lists, ...settings.lists }
  return { ...before, settings: { ...before.settings, ...settings, lists } as Settings }
}

/** Saves the given preferences: the screen changes at once, and the request follows. */
export function usePreferring() {
  return useOptimistic(account.changePreferences, session.account, withSettings)
}

/**
 * Pins or unpins a path. `shown` are the pins whose screens still exist: when all pins are used, the pins of missing
 * screens are dropped to make room.
 */
export function usePinning(pins: readonly string[], shown: readonly string[]): (path: string) => void {
  const prefer = usePreferring()
  const show = useToast()
  return (path) => {
    if (pins.includes(path)) return prefer({ pins: pins.filter((pin) => pin !== path) })
    const kept = pins.length < mostPins ? pins : shown
    if (kept.length < mostPins) prefer({ pins: [...kept, path] })
    else show({ message: texts.pinsFull({ mostPins }), tone: 'refused' })
  }
}

/** The pin button beside an entry of the menu. */
export function PinButton({
  label,
  isPinned,
  onPin,
}: {
  label: string
  isPinned: boolean
  onPin: () => void
}) {
  const Icon = isPinned ? IconPinnedFilled : IconPin
  return (
    <button
      type="button"
      aria-pressed={isPinned}
      aria-label={texts.pin({ label })}
      title={isPinned ? texts.unpin : texts.pinToTheTop}
      onClick={onPin}
    >
      <Icon size={14} aria-hidden="true" />
    </button>
  )
}
