import { useEffect, useRef, useState } from 'react'
import { useCall, useRefresh } from '#kit/web/client.tsx'
import { wordsOf } from '#kit/web/failure.tsx'
import { lookAt } from '#kit/web/pictures/picture-file.ts'
import { type Crop, type Media, media, mediaLimits, type Slot, type UsedPicture } from '../contract.ts'
import { texts } from '../texts.ts'

/** What is on its way into the field, with what is shown of it meanwhile. */
export interface Coming {
  src: string
  /** From 0 to 1 while it is sent; null while the server cuts it. */
  share: number | null
  focal: { x: number; y: number }
}

type Words = Pick<UsedPicture, 'alt' | 'is_decorative'>
const centre = { x: 0.5, y: 0.5 }
const noWords: Words = { alt: '', is_decorative: false }

/**
 * Brings a picture into a field: uploads it, has the part cut that the slot shows, and reports it. What is chosen later
 * takes the place of what is still on its way.
 */
export function useUsedPicture(value: UsedPicture | null, onChange: (value: UsedPicture | null) => void) {
  const call = useCall()
  const refresh = useRefresh()
  const [coming, setComing] = useState<Coming | null>(null)
  const [failure, setFailure] = useState('')
  const [told, setTold] = useState('')
  const latest = useRef({ value, onChange })
  latest.current = { value, onChange }
  const underWay = useRef<AbortController | null>(null)
  useEffect(() => () => underWay.current?.abort(), [])

  /** Runs `work` as the newest; what it throws is shown. */
  const run = async (shown: Coming, work: (signal: AbortSignal) => Promise<UsedPicture>) => {
    underWay.current?.abort()
    const own = new AbortController()
    underWay.current = own
    setComing(shown)
    setFailure('')
    setTold(texts.preparing)
    try {
      const next = await work(own.signal)
      if (own.signal.aborted) return
      latest.current.onChange(next)
      setTold(texts.prepared)
    } catch (error) {
      if (own.signal.aborted) return
      setTold('')
      setFailure(error instanceof Unfit ? error.message : texts.notTaken({ error: wordsOf(error) }))
    } finally {
      if (underWay.current === own) setComing(null)
    }
  }
  const cut = async (id: string, slot: Slot | null, crop: Crop | null, words: Words, signal: AbortSignal) => {
    const { is_smaller_than_slot, ...made } = await call(media.render, { id, slot, crop }, { signal })
    return { ...made, ...words }
  }
  const choose = (picture: Media, slot: Slot | null) =>
    run(comingOf(picture), (signal) => cut(picture.id, slot, null, wordsFor(picture), signal))
  const recut = (picture: Pick<UsedPicture, 'media_id' | 'media'>, slot: Slot | null, crop: Crop | null) =>
    run({ src: `/media/${picture.media}.webp`, share: null, focal: centre }, async (signal) => {
      const made = await cut(picture.media_id, slot, crop, noWords, signal)
      // The words may have been typed while the server cut.
      const { alt, is_decorative } = latest.current.value ?? noWords
      return { ...made, alt, is_decorative }
    })
  const upload = async (file: File, slot: Slot | null) => {
    const src = URL.createObjectURL(file)
    await run({ src, share: 0, focal: centre }, async (signal) => {
      const { why } = await lookAt(file, 0, 0, mediaLimits.maxBytes)
      if (why) throw new Unfit(why)
      const onProgress = (share: number) => setComing({ src, share: share < 1 ? share : null, focal: centre })
      const added = await call(media.upload, { file, name: file.name.slice(-200) }, { signal, onProgress })
      void refresh(media.upload)
      return cut(added.id, slot, null, wordsFor(added), signal)
    })
    URL.revokeObjectURL(src)
  }
  const stop = () => {
    underWay.current?.abort()
    setComing(null)
    setTold('')
  }
  return { coming, failure, told, choose, recut, upload, stop }
}

/** The file itself cannot be used; the message says why. */
class Unfit extends Error {}

function comingOf({ thumbnail, focal_x: x, focal_y: y }: Media): Coming {
  return { src: `/media/${thumbnail}.webp`, share: null, focal: { x, y } }
}

function wordsFor({ alt, is_decorative }: Media): Words {
  return { alt, is_decorative }
}
