import { createContext, useContext } from 'react'

/** What every part of the window needs to know of where it is drawn. */
interface Setting {
  base: string
  /** In a preview the moment that entries are held against; the public answer holds those of its moment alone. */
  now: number | null
  /** Every rendered field carries its name, so that a click on it can be answered. */
  isMarked: boolean
  /** The section that is edited, whose popup or loader is shown at once. */
  focus: string | null
  /** The entry that is edited, which is shown open. */
  focusItem: string | null
}

export const SettingContext = createContext<Setting>({
  base: '',
  now: null,
  isMarked: false,
  focus: null,
  focusItem: null,
})

export const useSetting = () => useContext(SettingContext)

type Marks = Record<`data-${string}`, string>
const none: Marks = {}

/** The attributes of a section, of an entry and of a field; none outside of previews. */
export function useMarks(section: string, item?: string) {
  const { isMarked } = useSetting()
  return (field?: string): Marks =>
    isMarked
      ? {
          'data-section': section,
          ...(item ? { 'data-item': item } : {}),
          ...(field ? { 'data-field': field } : {}),
        }
      : none
}
