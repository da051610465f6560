import type { FrameMessage, Picked } from '../contract.ts'

/** Which field of which entry an element belongs to; null where no section is. */
export function pickedAt(element: Element): Picked | null {
  const marked = element.closest<HTMLElement>('[data-section]')
  const { section, item, field } = marked?.dataset ?? {}
  return section ? { section, item: item ?? null, field: field ?? null } : null
}

/** How much smaller than life a frame of a width is drawn in the room it has. */
export function scaleOf(room: number, width: number): number {
  return room > 0 && width > room ? room / width : 1
}

const isText = (value: unknown) => typeof value === 'string'
const isTextOrNull = (value: unknown) => value === null || isText(value)
const isSize = (value: unknown) => typeof value === 'number' && value >= 0 && value < 1e7

/** What a frame tells, as far as the back office uses it; null for anything else that comes from it. */
export function toldBy(data: unknown): Exclude<FrameMessage, { type: 'munshi:violation' }> | null {
  if (typeof data !== 'object' || data === null) return null
  const { type, n, height, middle, section, item, field } = data as Record<string, unknown>
  const isDrawn = isSize(height) && (middle === undefined || isSize(middle))
  const isTold =
    type === 'munshi:ready' ||
    (type === 'munshi:height' && isDrawn) ||
    (type === 'munshi:shown' && isDrawn && isSize(n)) ||
    (type === 'munshi:picked' && isText(section) && isTextOrNull(item) && isTextOrNull(field))
  return isTold ? (data as ReturnType<typeof toldBy>) : null
}
