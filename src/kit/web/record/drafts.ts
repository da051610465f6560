const prefix = 'draft:'
/** Of what is typed before decisions in this tab. */
export const typedPrefix = 'munshi-typed'

/** The storage key of a person's drafts of a record in this browser. */
export function draftKey(personId: string, record: string): string {
  return `${prefix}${personId}:${record}`
}

/** Removes the drafts stored in this browser: all of them, or those of everyone except one person. */
export function forgetDrafts(butOf?: string): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(prefix) && !(butOf && key.startsWith(draftKey(butOf, ''))))
      localStorage.removeItem(key)
  }
  if (butOf) return
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(typedPrefix)) sessionStorage.removeItem(key)
}
