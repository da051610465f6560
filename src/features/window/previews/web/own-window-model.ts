import type { Answers, Content, PageName, Picked } from '#features/window/contract.ts'
import { windowPages } from '#features/window/contract.ts'

/** What a preview shows: a page of the shop, and the part that is edited. */
export interface Shown {
  content: Content
  page: PageName
  answers?: Answers | undefined
  focus?: string | undefined
  focusItem?: string | undefined
}

/** What the tab of an editor tells the window that follows it. */
export type EditorMessage =
  | { type: 'here' }
  | { type: 'gone' }
  /** `shown` is null while the editor itself has nothing to show yet. */
  | { type: 'shown'; shown: Shown | null }

/** What the window tells the tab. */
export type WindowMessage = { type: 'asked' } | { type: 'closed' } | { type: 'picked'; picked: Picked }

/** The channel between a tab with editors and its window. */
export function channelOf(tab: string): string {
  return `preview-${tab}`
}

/** A message of an editor; null for anything else. */
export function toldByEditor(data: unknown): EditorMessage | null {
  const { type, shown } = fieldsOf(data)
  if (type === 'here' || type === 'gone') return { type }
  if (type !== 'shown') return null
  if (shown === null) return { type, shown }
  const { content, page } = fieldsOf(shown)
  const isShown = windowPages.some((one) => one === page) && typeof fieldsOf(content).sections === 'object'
  return isShown ? { type, shown: shown as Shown } : null
}

/** A message of the window; null for anything else. */
export function toldByWindow(data: unknown): WindowMessage | null {
  const { type, picked } = fieldsOf(data)
  if (type === 'asked' || type === 'closed') return { type }
  return type === 'picked' && typeof fieldsOf(picked).section === 'string'
    ? { type, picked: picked as Picked }
    : null
}

function fieldsOf(data: unknown): Record<string, unknown> {
  return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {}
}
