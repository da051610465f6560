import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Access, Endpoint } from '#kit/contract/endpoint.ts'

/** A screen, as data for the router, the guard, the menu and the palette. */
export interface ScreenPage {
  path: string
  title: string
  access: Access
  menu?: {
    section: string
    label: string
    order: number
    /** The icon of an entry outside the numbered sections. */
    icon?: Icon
    /** The number of pending items, shown as a quiet badge. The contract is loaded after the first screen. */
    waiting?: { endpoint: () => Promise<Endpoint>; field: string }
  }
  /** The kind of record that this screen shows by its `id`, as named in the audit log. */
  record?: string
  /** The menu section of a screen without its own entry. */
  within?: string
  /** Shown without menu and top bar: the page is what is printed. */
  isBare?: boolean
  load: () => Promise<ComponentType>
}

/** Declares a screen. Its code is a separate chunk, loaded when the screen is opened. */
export function definePage(page: ScreenPage): ScreenPage {
  return page
}
