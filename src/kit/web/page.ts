import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Access, Endpoint } from '#kit/contract/endpoint.ts'

/** A screen, as data: the router, the guard, the menu and the palette read it. */
export interface ScreenPage {
  path: string
  title: string
  access: Access
  menu?: {
    section: string
    label: string
    order: number
    /** Stands before an entry that is in no numbered section. */
    icon?: Icon
    /** How much waits behind the entry, as a quiet badge; the contract is loaded behind the first screen. */
    waiting?: { endpoint: () => Promise<Endpoint>; field: string }
  }
  /** The kind of record that is shown here by its `id`, as the audit log names it. */
  record?: string
  /** The menu section that a screen without an entry belongs to. */
  within?: string
  /** It stands by itself, without menu and bar: what is printed is the page. */
  isBare?: boolean
  load: () => Promise<ComponentType>
}

/** Declares a screen; its code is a chunk of its own, loaded when it is opened. */
export function definePage(page: ScreenPage): ScreenPage {
  return page
}
