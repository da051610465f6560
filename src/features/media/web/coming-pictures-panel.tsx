import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { fileLine } from '#kit/contract/file-name.ts'
import { useCall, useRefresh } from '#kit/web/client.tsx'
import { wordsOf } from '#kit/web/failure.tsx'
import { lookAt } from '#kit/web/pictures/picture-file.ts'
import { type Crop, type Media, media, mediaLimits, type Slot, type UsedPicture } from '../contract.ts'
import { texts } from '../texts.ts'

/** What is on its way into a field, with what is shown of it meanwhile. */
export interface Coming {
  src: string
  /** From 0 to 1 while it is sent; null while the server cuts it. */
  share: number | null
  focal: { x: number; y: number }
}

interface PlaceState {
  coming: Coming | null
  failure: string
  /** Read out. */
  told: string
}

/** The places of a form that pictures go to, each by a name of its own. */
interface Places {
  valueOf: (place: string) => UsedPicture | null
  /** Takes what the server has cut. */
  put: (place: string, value: UsedPicture) => void
  /** Called with the words of a failure, which the place shows as well. */
  onFailed?: (place: string, message: string) => void
}

type Words = Pick<UsedPicture, 'alt' | 'is_decorative'>
const centre = { x: 0.5, y: 0.5 }
const noWords: Words = { alt: '', is_decorative: false }
const idle: PlaceState = { coming: null, failure: '', told: '' }

/**
 * Brings pictures into the places of a form: uploads them, has the part cut that the slot shows, and puts it there. What
 * is chosen later for a place takes the place of what is still on its way. All goes on while the form is on the screen,
 * whichever of its fields are shown.
 */
export function useComingPictures(places: Places) {
  const call = useCall()
  const refresh = useRefresh()
  const [states, setStates] = useState<Readonly<Record<string, PlaceState>>>({})
  const [lost, setLost] = useState(0)
  const latest = useRef(places)
  latest.current = places
  const [underWay] = useState(() => new Map<string, AbortController>())
  useEffect(
    () => () => {
      for (const one of underWay.values()) one.abort()
    },
    [underWay],
  )
  const tell = (place: string, state: Partial<PlaceState>) =>
    setStates((before) => ({ ...before, [place]: { ...(before[place] ?? idle), ...state } }))

  /** Runs `work` as the newest of a place; what it throws is shown. */
  const run = async (
    place: string,
    shown: Coming,
    work: (signal: AbortSignal) => Promise<UsedPicture>,
  ): Promise<void> => {
    underWay.get(place)?.abort()
    const own = new AbortController()
    underWay.set(place, own)
    tell(place, { coming: shown, failure: '', told: texts.preparing })
    try {
      const next = await work(own.signal)
      if (own.signal.aborted) return
      // Both in one render: who waits for the picture finds it in its place.
      latest.current.put(place, next)
      tell(place, { coming: null, told: texts.prepared })
    } catch (error) {
      if (own.signal.aborted) return
      const failure = error instanceof Unfit ? error.message : texts.notTaken({ error: wordsOf(error) })
      tell(place, { coming: null, told: '', failure })
      setLost((before) => before + 1)
      latest.current.onFailed?.(place, failure)
    }
    if (underWay.get(place) === own) underWay.delete(place)
  }
  const cut = async (id: string, slot: Slot | null, crop: Crop | null, words: Words, signal: AbortSignal) => {
    const { is_smaller_than_slot, ...made } = await call(media.render, { id, slot, crop }, { signal })
    return { ...made, ...words }
  }
  const stop = (place: string) => {
    underWay.get(place)?.abort()
    if (!underWay.delete(place)) return
    tell(place, { coming: null, told: '' })
    setLost((before) => before + 1)
  }
  const upload = async (place: string, file: File, slot: Slot | null) => {
    const src = URL.createObjectURL(file)
    await run(place, { src, share: 0, focal: centre }, async (signal) => {
      const { why } = await lookAt(file, 0, 0, mediaLimits.maxBytes)
      if (why) throw new Unfit(why)
      const onProgress = (share: number) => {
        if (!signal.aborted) tell(place, { coming: { src, share: share < 1 ? share : null, focal: centre } })
      }
      const added = await call(media.upload, { file, name: fileLine(file.name) }, { signal, onProgress })
      void refresh(media.upload)
      return cut(added.id, slot, null, wordsFor(added), signal)
    })
    URL.revokeObjectURL(src)
  }
  return {
    /** Whether any picture is still on its way. */
    isWaiting: Object.values(states).some(({ coming }) => coming !== null),
    /** How many have failed or were stopped so far. */
    lost,
    stopAll: () => {
      for (const place of [...underWay.keys()]) stop(place)
      setStates({})
    },
    /** What the last attempts at places have failed of. */
    failures: Object.fromEntries(
      Object.entries(states).flatMap(([place, { failure }]) => (failure ? [[place, failure]] : [])),
    ) as Readonly<Record<string, string>>,
    at: (place: string) => ({
      ...(states[place] ?? idle),
      choose: (picture: Media, slot: Slot | null) =>
        run(place, comingOf(picture), (signal) => cut(picture.id, slot, null, wordsFor(picture), signal)),
      recut: (picture: Pick<UsedPicture, 'media_id' | 'media'>, slot: Slot | null, crop: Crop | null) =>
        run(place, { src: `/media/${picture.media}.webp`, share: null, focal: centre }, async (signal) => {
          const made = await cut(picture.media_id, slot, crop, noWords, signal)
          // The words may have been typed while the server cut.
          const { alt, is_decorative } = latest.current.valueOf(place) ?? noWords
          return { ...made, alt, is_decorative }
        }),
      upload: (file: File, slot: Slot | null) => upload(place, file, slot),
      stop: () => stop(place),
    }),
  }
}

type Pictures = ReturnType<typeof useComingPictures>
const Around = createContext<Pictures | null>(null)

/** The form around fields of pictures: what `of` brings goes on while a field is not shown. */
export function ComingPictures({ of, children }: { of: Pictures; children: ReactNode }) {
  return <Around value={of}>{children}</Around>
}

/** Brings a picture into one field. Within `ComingPictures`, `place` is the name of the field there. */
export function useUsedPicture(
  value: UsedPicture | null,
  onChange: (value: UsedPicture | null) => void,
  place: string | undefined,
) {
  const around = useContext(Around)
  const own = useComingPictures({ valueOf: () => value, put: (_, next) => onChange(next) })
  return around && place !== undefined ? around.at(place) : own.at('')
}

/** The file itself cannot be used; the message says why. */
class Unfit extends Error {}

function comingOf({ thumbnail, focal_x: x, focal_y: y }: Media): Coming {
  return { src: `/media/${thumbnail}.webp`, share: null, focal: { x, y } }
}

function wordsFor({ alt, is_decorative }: Media): Words {
  return { alt, is_decorative }
}
