import type { Slot, UsedPicture } from '../contract.ts'
import { isSmallerThan } from '../crop-contract.ts'
import { texts } from '../texts.ts'

/** The slot that a picture was cut for: the one with the nearest ratio; null where any ratio goes. */
export function slotOf(value: UsedPicture | null, slots: readonly Slot[]): Slot | null {
  const [first = null] = slots
  if (!value) return first
  const off = ({ width, height }: Slot) => Math.abs(Math.log(value.width / value.height / (width / height)))
  return slots.reduce((best, slot) => (best === null || off(slot) < off(best) ? slot : best), first)
}

/** The sizes as the specification writes them: 690x315 or 330x315; empty where any size goes. */
export function slotsInWords(slots: readonly Slot[]): string {
  const [first, ...rest] = slots.map((slot) => texts.pixels(slot))
  return rest.reduce((words, next) => texts.slotsEither({ first: words, second: next }), first ?? '')
}

/** Why the picture looks blurred in its slot; empty if it does not. */
export function smallWords(value: UsedPicture, slot: Slot | null): string {
  if (!slot || !isSmallerThan(value, slot)) return ''
  const { width, height } = value
  return texts.smaller({ width, height, slotWidth: slot.width, slotHeight: slot.height })
}

const most = { width: 320, height: 220 }

/** The size of the preview: in the ratio of the slot, and small slots twice as large. */
export function previewOf(shown: Slot | null): { width: number; height: number } {
  const { width, height } = shown ?? { width: 240, height: 160 }
  const scale = Math.min(2, most.width / width, most.height / height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** The size of a file in words. */
export function fileSize(bytes: number): string {
  return bytes < 1_000_000
    ? texts.kilobytes({ kilobytes: Math.max(1, Math.round(bytes / 1_000)) })
    : texts.megabytes({ megabytes: Math.round(bytes / 100_000) / 10 })
}
