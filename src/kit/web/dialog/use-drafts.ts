import { useRef } from 'react'
import type { Draft } from './form-dialog.tsx'

/**
 * What is typed in the dialogs before a decision on one record, by the dialog. It is kept until a decision is made: a dialog that
 * is closed, to look at what has changed or by accident, opens with it again.
 */
export function useDrafts<Drafts extends object>() {
  const drafts = useRef<Partial<Drafts>>({})
  return {
    draftOf: <V extends keyof Drafts>(verb: V): Draft<Drafts[V]> => ({
      begun: drafts.current[verb],
      keep: (typed) => {
        drafts.current[verb] = typed
      },
    }),
    forget: () => {
      drafts.current = {}
    },
  }
}
