import { createContext, useContext } from 'react'
import { useAllows } from './can.tsx'
import type { ScreenPage } from './page.ts'

/** The screens of the application, which provides them because only it knows every one. */
export const AllScreens = createContext<readonly ScreenPage[]>([])

/** The screen that shows records of this kind, as the audit log names it; undefined if there is none. */
export function useRecordScreen(): (kind: string) => ScreenPage | undefined {
  const screens = useContext(AllScreens)
  return (kind) => screens.find(({ record }) => record === kind)
}

/** Whether the reader may open the screen at this address; a link that leads nowhere is better shown as text. */
export function useMayOpen(): (href: string) => boolean {
  const screens = useContext(AllScreens)
  const allows = useAllows()
  return (href) => {
    const [path] = href.split('?')
    const screen = screens.find((one) => one.path === path)
    return screen !== undefined && allows(screen.access)
  }
}
