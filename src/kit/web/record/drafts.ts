const prefix = 'draft:'

/** Under which the draft of a record is kept in this browser, for one person. */
export function draftKey(personId: string, record: string): string {
  return `${prefix}${personId}:${record}`
}

/** Forgets the drafts that lie in this browser: all of them, or those of everybody but one person. */
export function forgetDrafts(butOf?: string): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(prefix) && !(butOf && key.startsWith(draftKey(butOf, ''))))
      localStorage.removeItem(key)
  }
}
