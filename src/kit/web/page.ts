import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Access } from '#kit/contract/endpoint.ts'
import type { FirstCalls } from './early-answers.ts'

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
    /** A screen that everybody may open can be of use to nobody without one of these. */
    forAny?: readonly Access[]
    /** The kind of pending items whose number is shown as a quiet badge, as the application names it. */
    waiting?: string
  }
  /** The kind of record that this screen shows by its `id`, as entries of the audit log and the palette name it. */
  record?: string
  /** The kind of record that this screen shows too, where `record` names another screen as the one that entries lead to. */
  showsAlso?: string
  /** The menu section of a screen without its own entry. */
  within?: string
  /** Shown without menu and top bar: the page is what is printed. */
  isBare?: boolean
  /** What is asked for as soon as somebody goes to the screen, while its code loads. */
  first?: FirstCalls
  load: () => Promise<ComponentType>
}

/** True if the menu offers the screen to somebody with these permissions. */
export function isOffered({ access, menu }: ScreenPage, allows: (access: Access) => boolean): boolean {
  return allows(access) && (menu?.forAny?.some(allows) ?? true)
}

/** Declares a screen. Its code is a separate chunk, loaded when the screen is opened. */
export function definePage(page: ScreenPage): ScreenPage {
  return page
}
