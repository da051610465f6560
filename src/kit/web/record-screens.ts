import { createContext, useContext } from 'react'
import type { ScreenPage } from './page.ts'

/**
 * The screen of each kind of record. The application provides them, because only the application knows every screen.
 */
export const RecordScreens = createContext<ReadonlyMap<string, ScreenPage>>(new Map())

/** The screen that shows records of this kind, by the name of the kind in the audit log; undefined if there is none. */
export function useRecordScreen(): (kind: string) => ScreenPage | undefined {
  const screens = useContext(RecordScreens)
  return (kind) => screens.get(kind)
}
