import { useEffect, useState } from 'react'
import { averageLuminance } from './contrast-model.ts'

/** The picture is looked at in this many pixels a side: an average needs no more. */
const side = 48
/** Texts begin at the start of a banner and are centred in its height: these fractions of the picture are behind them. */
const textWidth = 0.6
const textTop = 0.15
const known = new Map<string, Promise<number | null>>()

/**
 * The average luminance of a picture where the texts of a banner stand on it; null without a picture, and until it is
 * measured.
 */
export function useLuminance(media: string | null): number | null {
  const [measured, setMeasured] = useState<{ media: string; luminance: number | null } | null>(null)
  useEffect(() => {
    if (media === null) return
    let isCurrent = true
    const measuring = known.get(media) ?? measure(media)
    known.set(media, measuring)
    void measuring.then((luminance) => isCurrent && setMeasured({ media, luminance }))
    return () => {
      isCurrent = false
    }
  }, [media])
  return measured !== null && measured.media === media ? measured.luminance : null
}

async function measure(media: string): Promise<number | null> {
  const picture = new Image()
  picture.src = `/media/${media}.webp`
  try {
    await picture.decode()
  } catch {
    // Asked for again when the picture is shown again.
    known.delete(media)
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
    0,
    height * textTop,
    width * textWidth,
    height * (1 - 2 * textTop),
    0,
    0,
    side,
    side,
  )
  return averageLuminance(context.getImageData(0, 0, side, side).data)
}
