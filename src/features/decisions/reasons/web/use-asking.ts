import { useState } from 'react'
import type { Saying } from '#features/decisions/web/reason-model.ts'
import { keepKeys } from '#kit/web/dialog/kept-keys.ts'
import { useDrafts } from '#kit/web/dialog/use-drafts.ts'

/** What is typed in the dialogs before a decision, by the decision. */
interface Drafts {
  reject: Saying
  request: Saying
  override: string
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
    ...useDrafts<Drafts>('review'),
  }
}
