import { useEffect, useState } from 'react'
import { averageLuminance, type Part } from './contrast-model.ts'

/** The picture is looked at in this many pixels a side: an average needs no more. */
const side = 48
const known = new Map<string, Promise<number | null>>()

/** The average luminance of a part of a picture; null without a picture, and until it is measured. */
export function useLuminance(media: string | null, { x, y, width, height }: Part): number | null {
  const [measured, setMeasured] = useState<{ of: string; luminance: number | null } | null>(null)
  const of = [media, x, y, width, height].join()
  useEffect(() => {
    if (media === null) return
    let isCurrent = true
    const measuring = known.get(of) ?? measure(media, { x, y, width, height })
    known.set(of, measuring)
    void measuring.then((luminance) => {
      // Asked for again when the picture is shown again.
      if (luminance === null) known.delete(of)
      if (isCurrent) setMeasured({ of, luminance })
    })
    return () => {
      isCurrent = false
    }
  }, [media, of, x, y, width, height])
  return measured?.of === of ? measured.luminance : null
}

/** Null where the picture cannot be loaded. */
async function measure(media: string, part: Part): Promise<number | null> {
  const picture = new Image()
  picture.src = `/media/${media}.webp`
  try {
    await picture.decode()
  } catch {
    return null
  }
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  const { naturalWidth: width, naturalHeight: height } = picture
  context.drawImage(
    picture,
    width * part.x,
    height * part.y,
    width * part.width,
    height * part.height,
    0,
    0,
    side,
    side,
  )
  return averageLuminance(context.getImageData(0, 0, side, side).data)
}
