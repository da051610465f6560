import { screenAt } from '#kit/web/address.ts'

/** A preview in a window of its own; `of` names the tab of the editor that it follows. */
export const ownWindow = screenAt<{ of: string }>('/shop-preview')
