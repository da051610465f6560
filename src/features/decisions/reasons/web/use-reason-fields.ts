import { createContext, use, useEffect, useState } from 'react'
import type { ReasonSubject } from '../choice-contract.ts'

export type ReasonFieldLabels = Readonly<Record<string, string>>

/**
 * The labels of the fields that reasons for each kind of record can concern, loaded when they are asked for. The application
 * provides them, because only the application knows every noun.
 */
export const ReasonFields = createContext<
  Partial<Readonly<Record<ReasonSubject, () => Promise<ReasonFieldLabels>>>>
>({})

/** The labels of the fields of a kind of record; none while they are loading. */
export function useReasonFields(subject: ReasonSubject): ReasonFieldLabels {
  const load = use(ReasonFields)[subject]
  const [found, setFound] = useState<{ subject: ReasonSubject; labels: ReasonFieldLabels } | null>(null)
  useEffect(() => {
    let isCurrent = true
    void load?.().then(
      (labels) => {
        if (isCurrent) setFound({ subject, labels })
      },
      // The fields keep their paths, and the reasons are shown without them.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [load, subject])
  return found?.subject === subject ? found.labels : none
}

const none: ReasonFieldLabels = {}
