import { useEffect, useRef, useState } from 'react'
import { useToast } from '../toast.tsx'
import { texts } from './texts.ts'

/** What is still on its way into the fields of a record, such as a picture that is being uploaded. Saving waits for it. */
export interface Arrivals {
  isWaiting: boolean
  /** How many have failed or were stopped so far. */
  lost: number
  stopAll: () => void
}

/** For fields that are filled by typing alone. */
export const noArrivals: Arrivals = { isWaiting: false, lost: 0, stopAll: () => {} }

/**
 * A save that was asked for while something was on its way: it runs once all has arrived, and not at all if anything
 * has not.
 */
export function useAwaitedSave({ isWaiting, lost }: Arrivals, save: () => void) {
  const show = useToast()
  /** How many were lost when the save was asked for; null while none is. */
  const [asked, setAsked] = useState<number | null>(null)
  const latest = useRef({ save, show })
  latest.current = { save, show }
  useEffect(() => {
    if (asked === null || (isWaiting && lost === asked)) return
    setAsked(null)
    if (lost === asked) latest.current.save()
    else latest.current.show({ message: texts.notSavedWithoutPicture, tone: 'refused', isOfScreen: true })
  }, [asked, isWaiting, lost])
  return {
    isAsked: asked !== null,
    ask: () => setAsked(lost),
    forget: () => setAsked(null),
    /** The words of a button that saves. */
    saveWords: (verb: string) => {
      if (asked !== null) return texts.waitingForPicture
      return isWaiting ? texts.whenPictureIsReady({ verb }) : verb
    },
  }
}

/**
 * A save that was asked for while another one was on its way: it runs after that one. `forget` is called when the first save
 * is refused, or the changes are discarded.
 */
export function useNextSave(isSaving: boolean, error: Error | null, save: () => void) {
  const [isAsked, setAsked] = useState(false)
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    // An error may be followed by a second attempt of the same save, which this one waits for.
    if (!isAsked || isSaving || error) return
    setAsked(false)
    latest.current()
  }, [isAsked, isSaving, error])
  return { ask: () => setAsked(true), forget: () => setAsked(false) }
}
