/** An entry as it is typed; the key tells it from the others on the screen. */
export interface TypedEntry {
  key: number
  title: string
  details: string
  group: string
}

let made = 0

export function emptyEntry(): TypedEntry {
  made += 1
  return { key: made, title: '', details: '', group: '' }
}

/** The page starts with two empty entries. */
export function emptyEntries(): TypedEntry[] {
  return [emptyEntry(), emptyEntry()]
}

/** A group alone is no entry: people choose it before they write. */
export function isBlank({ title, details }: TypedEntry): boolean {
  return title.trim() === '' && details.trim() === ''
}

/** The entries that are stored. */
export function filledOf(entries: readonly TypedEntry[]): TypedEntry[] {
  return entries.filter((entry) => !isBlank(entry))
}

/** Errors of `entries.1.title`, counted over the entries that were sent, by the key of the entry and the field. */
export function problemsOf(
  filled: readonly TypedEntry[],
  errors: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([path, message]) => {
      const [, index = '', field] = /^entries\.(\d+)\.(\w+)$/.exec(path) ?? []
      const entry = filled[Number(index)]
      return index !== '' && entry ? [[`${entry.key}.${field}`, message]] : []
    }),
  )
}
