import { useRef, useState } from 'react'
import type { Draft } from '#kit/web/dialog/form-dialog.tsx'
import { keepKeys } from '#kit/web/dialog/kept-keys.ts'
import type { Saying } from './reason-model.ts'

/** What is typed in the dialogs before a decision, by the decision. */
interface Drafts {
  reject: Saying
  request: Saying
  override: string
}

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

/** The open dialog before a decision on a record, with the version that was shown when it opened, and what was typed in each. */
export function useAsking() {
  const [asking, setAsking] = useState<{ verb: keyof Drafts; version: number } | null>(null)
  return {
    asking,
    open: (verb: keyof Drafts, version: number) => {
      keepKeys()
      setAsking({ verb, version })
    },
    close: () => setAsking(null),
    ...useDrafts<Drafts>(),
  }
}
