import { useState } from 'react'
import { typedPrefix } from '../record/drafts.ts'
import { userIn, userKey } from '../stored-user.ts'
import type { Draft } from './form-dialog.tsx'

/**
 * What is typed in the dialogs before a decision on one record, by the dialog. It is kept in this tab until a decision is made: a
 * dialog that is closed, to look at what has changed or at another record, or by accident, opens with it again. `of` names the dialogs
 * among others of the same screen.
 */
export function useDrafts<Drafts extends object>(of: string) {
  // A screen is drawn anew for another record.
  const [place] = useState(() => `${placeHere()}${of} `)
  const keyOf = (verb: keyof Drafts) => `${place}${String(verb)}`
  return {
    draftOf: <V extends keyof Drafts>(verb: V): Draft<Drafts[V]> => ({
      begun: read<Drafts[V]>(keyOf(verb)),
      keep: (typed) => sessionStorage.setItem(keyOf(verb), JSON.stringify(typed)),
    }),
    forget: () => {
      for (const key of Object.keys(sessionStorage)) if (key.startsWith(place)) sessionStorage.removeItem(key)
    },
  }
}

/** Names what the signed-in person types about the record at this address. */
function placeHere(): string {
  const id = new URLSearchParams(window.location.search).get('id') ?? ''
  const person = userIn(localStorage.getItem(userKey))?.id ?? ''
  return [typedPrefix, person, window.location.pathname, id, ''].join(' ')
}

function read<T>(key: string): T | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null) ?? undefined
  } catch {
    return undefined
  }
}
