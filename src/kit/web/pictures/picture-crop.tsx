import { Button, Group, NativeSelect } from '@mantine/core'
import { type PointerEvent, useRef, useState } from 'react'
import { Dialog } from '../dialog/dialog.tsx'
import classes from './picture-crop.module.css'
import { texts } from './texts.ts'

const shapes = [
  { value: '', label: texts.original },
  { value: '1', label: texts.square },
  { value: String(4 / 3), label: texts.landscape },
  { value: String(3 / 4), label: texts.portrait },
]
const sidePixels = 300
const mostZoom = 5

interface Props {
  src: string
  ratio?: number
  hint: { width: number; height: number }
  onCut: (file: File) => void
  onClose: () => void
}

/**
 * Crops a picture of the same origin. The visible part is set by sliders, and by dragging the picture under its frame.
 * With `ratio` (width by height) the shape is fixed; without it, the user chooses the shape. A result smaller than
 * `hint` causes a warning and is not refused.
 */
export function PictureCrop({ src, ratio, hint, onCut, onClose }: Props) {
  const image = useRef<HTMLImageElement>(null)
  const [hasFailed, setFailed] = useState(false)
  const { natural, setNatural, shape, setShape, zoom, setZoom, middle, setMiddle, cut, scale, drag } =
    useCrop(ratio)
  const isSmall = cut !== null && (cut.width < hint.width || cut.height < hint.height)
  const keep = async () => {
    if (!image.current || !cut) return
    const file = await drawn(image.current, cut)
    if (file) onCut(file)
    else setFailed(true)
  }
  return (
    <Dialog title={texts.cropPicture} onClose={onClose}>
      <div className={classes.stage}>
        <div
          className={classes.frame}
          style={cut ? { width: cut.width * scale, height: cut.height * scale } : undefined}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
        >
          <img
            ref={image}
            src={src}
            alt={texts.cropPreview}
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setNatural({ width, height })
            }
            onError={() => setFailed(true)}
            style={
              cut && natural
                ? {
                    width: natural.width * scale,
                    height: natural.height * scale,
                    transform: `translate(${-cut.left * scale}px, ${-cut.top * scale}px)`,
                  }
                : undefined
            }
          />
        </div>
      </div>
      {ratio === undefined && (
        <NativeSelect
          label={texts.shape}
          data={shapes}
          value={shape}
          onChange={(event) => setShape(event.currentTarget.value)}
        />
      )}
      <div className={classes.sliders}>
        <Slider label={texts.zoom} value={zoom} from={1} to={mostZoom} onSlide={setZoom} />
        <Slider
          label={texts.leftToRight}
          value={middle.x}
          from={0}
          to={1}
          onSlide={(x) => setMiddle({ ...middle, x })}
        />
        <Slider
          label={texts.topToBottom}
          value={middle.y}
          from={0}
          to={1}
          onSlide={(y) => setMiddle({ ...middle, y })}
        />
      </div>
      <p className={classes.size} role="status" data-small={isSmall || undefined}>
        {cut &&
          (isSmall
            ? texts.cropTooSmall({ ...cut, leastWidth: hint.width, leastHeight: hint.height })
            : texts.cropSize(cut))}
      </p>
      {hasFailed && (
        <p role="alert" className={classes.refused}>
          {texts.thePictureCannotBeRead}
        </p>
      )}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button disabled={!cut} onClick={() => void keep()}>
          {texts.cropPicture}
        </Button>
      </Group>
    </Dialog>
  )
}

/** The part of the picture that is kept, and how it is moved. */
function useCrop(ratio: number | undefined) {
  const [natural, setNatural] = useState<{ width: number; height: number } | null>(null)
  const [shape, setShape] = useState('')
  const [zoom, setZoom] = useState(1)
  /** The position of the crop between the edges: 0 at the left and the top, 1 at the other end. */
  const [middle, setMiddle] = useState({ x: 0.5, y: 0.5 })
  const cut =
    natural && cutOf(natural, ratio ?? (Number(shape) || natural.width / natural.height), zoom, middle)
  const scale = cut ? sidePixels / Math.max(cut.width, cut.height) : 1
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!natural || !cut || event.buttons !== 1) return
    const share = (moved: number, room: number) => (room > 0 ? moved / scale / room : 0)
    const across = share(event.movementX, natural.width - cut.width)
    const down = share(event.movementY, natural.height - cut.height)
    setMiddle(({ x, y }) => ({ x: clamp(x - across, 0, 1), y: clamp(y - down, 0, 1) }))
  }
  return { natural, setNatural, shape, setShape, zoom, setZoom, middle, setMiddle, cut, scale, drag }
}

function Slider({
  label,
  value,
  from,
  to,
  onSlide,
}: {
  label: string
  value: number
  from: number
  to: number
  onSlide: (value: number) => void
}) {
  return (
    <label className={classes.slider}>
      <span>{label}</span>
      <input
        type="range"
        min={from}
        max={to}
        step={0.01}
        value={value}
        onChange={(event) => onSlide(Number(event.currentTarget.value))}
      />
    </label>
  )
}

interface Cut {
  left: number
  top: number
  width: number
  height: number
}

/** The part of a picture that is kept, in whole pixels of the picture. */
function cutOf(
  natural: { width: number; height: number },
  ratio: number,
  zoom: number,
  middle: { x: number; y: number },
): Cut {
  const width = Math.max(1, Math.round(Math.min(natural.width, natural.height * ratio) / zoom))
  const height = Math.max(1, Math.min(natural.height, Math.round(width / ratio)))
  return {
    width,
    height,
    left: Math.round((natural.width - width) * middle.x),
    top: Math.round((natural.height - height) * middle.y),
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}

async function drawn(image: HTMLImageElement, cut: Cut): Promise<File | null> {
  const canvas = document.createElement('canvas')
  canvas.width = cut.width
  canvas.height = cut.height
  const { left, top, width, height } = cut
  canvas.getContext('2d')?.drawImage(image, left, top, width, height, 0, 0, width, height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92))
  // A browser that cannot write the requested type writes another one and reports its type.
  return blob && new File([blob], 'cropped picture', { type: blob.type })
}
