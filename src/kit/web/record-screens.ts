import { createContext, useContext } from 'react'
import type { ScreenPage } from './page.ts'

/** The screen of each kind of record; the application gives them, as only it knows every screen. */
export const RecordScreens = createContext<ReadonlyMap<string, ScreenPage>>(new Map())

/** The screen that shows records of this kind, by the name that the audit log gives the kind; undefined without one. */
export function useRecordScreen(): (kind: string) => ScreenPage | undefined {
  const screens = useContext(RecordScreens)
  return (kind) => screens.get(kind)
}
