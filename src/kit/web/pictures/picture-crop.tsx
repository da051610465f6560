import { Button, Group, NativeSelect } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
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

/** A part of a picture in fractions of its width and height, from its left edge and its top. */
export interface CroppedPart {
  x: number
  y: number
  width: number
  height: number
}

interface Props {
  src: string
  ratio?: number
  hint: { width: number; height: number }
  /** The part that is shown first; the middle if none is given. */
  begun?: CroppedPart | null
  /** Receives the part as a file of its own. */
  onCut?: (file: File) => void
  /** Receives which part it is, where the server cuts it out. */
  onPart?: (part: CroppedPart) => void
  onClose: () => void
}

/**
 * Crops a picture of the same origin. The visible part is set by sliders, by the keys of the frame, and by dragging the
 * picture under it. With `ratio` (width by height) the shape is fixed; without it, the user chooses the shape. A result
 * smaller than `hint` causes a warning and is not refused.
 */
export function PictureCrop({ src, ratio, hint, begun = null, onCut, onPart, onClose }: Props) {
  const image = useRef<HTMLImageElement>(null)
  const sizeId = useId()
  const [hasFailed, setFailed] = useState(false)
  const crop = useCrop(ratio, begun)
  const { natural, shape, setShape, zoom, setZoom, middle, setMiddle, cut, scale, drag, press } = crop
  const isSmall = cut !== null && (cut.width < hint.width || cut.height < hint.height)
  const keep = async () => {
    if (!image.current || !cut || !natural) return
    if (onPart) return onPart(shareOf(natural, cut))
    const file = await drawn(image.current, cut)
    if (file) onCut?.(file)
    else setFailed(true)
  }
  return (
    <Dialog title={texts.cropPicture} onClose={onClose}>
      {/* A picture is not turned around where lines of text run from right to left. */}
      <div className={classes.stage} dir="ltr">
        {/* biome-ignore lint/a11y/useSemanticElements: what is moved by keys is not a set of fields */}
        <div
          role="group"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the frame is moved by its keys
          tabIndex={0}
          aria-label={texts.cropKeys}
          aria-describedby={sizeId}
          className={classes.frame}
          style={cut ? { width: cut.width * scale, height: cut.height * scale } : undefined}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
          onKeyDown={press}
        >
          <img
            ref={image}
            src={src}
            alt={texts.cropPreview}
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              crop.begin({ width, height })
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
          isAcross
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
      <p className={classes.size} id={sizeId} role="status" data-small={isSmall || undefined}>
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
function useCrop(ratio: number | undefined, begun: CroppedPart | null) {
  const [natural, setNatural] = useState<Size | null>(null)
  const [shape, setShape] = useState('')
  const [zoom, setZoom] = useState(1)
  /** The position of the crop between the edges: 0 at the left and the top, 1 at the other end. */
  const [middle, setMiddle] = useState({ x: 0.5, y: 0.5 })
  const cut =
    natural && cutOf(natural, ratio ?? (Number(shape) || natural.width / natural.height), zoom, middle)
  const scale = cut ? sidePixels / Math.max(cut.width, cut.height) : 1
  const begin = (size: Size) => {
    setNatural(size)
    if (!begun) return
    const whole = cutOf(size, (begun.width * size.width) / (begun.height * size.height), 1, middle)
    const between = (from: number, share: number) => (share < 1 ? clamp(from / (1 - share), 0, 1) : 0.5)
    if (ratio === undefined) setShape(nearestShape(whole))
    setZoom(clamp(whole.width / (begun.width * size.width), 1, mostZoom))
    setMiddle({ x: between(begun.x, begun.width), y: between(begun.y, begun.height) })
  }
  const move = (x: number, y: number) =>
    setMiddle((before) => ({ x: clamp(before.x + x, 0, 1), y: clamp(before.y + y, 0, 1) }))
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!natural || !cut || event.buttons !== 1) return
    const share = (moved: number, room: number) => (room > 0 ? moved / scale / room : 0)
    move(
      -share(event.movementX, natural.width - cut.width),
      -share(event.movementY, natural.height - cut.height),
    )
  }
  const press = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 0.1 : 0.02
    const zoomBy = (by: number) => setZoom((before) => clamp(before + by, 1, mostZoom))
    const keys: Record<string, () => void> = {
      ArrowLeft: () => move(-step, 0),
      ArrowRight: () => move(step, 0),
      ArrowUp: () => move(0, -step),
      ArrowDown: () => move(0, step),
      '+': () => zoomBy(0.1),
      '=': () => zoomBy(0.1),
      '-': () => zoomBy(-0.1),
    }
    const act = keys[event.key]
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act()
  }
  return { natural, begin, shape, setShape, zoom, setZoom, middle, setMiddle, cut, scale, drag, press }
}

function nearestShape({ width, height }: Size): string {
  return shapes.find(({ value }) => value && Math.abs(width / height / Number(value) - 1) < 0.01)?.value ?? ''
}

function Slider({
  label,
  value,
  from,
  to,
  isAcross = false,
  onSlide,
}: {
  label: string
  /** It follows the picture, which is not turned around with the lines of text. */
  isAcross?: boolean
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
        dir={isAcross ? 'ltr' : undefined}
        min={from}
        max={to}
        step={0.01}
        value={value}
        onChange={(event) => onSlide(Number(event.currentTarget.value))}
      />
    </label>
  )
}

interface Size {
  width: number
  height: number
}
interface Cut extends Size {
  left: number
  top: number
}

function shareOf(natural: Size, { left, top, width, height }: Cut): CroppedPart {
  return {
    x: left / natural.width,
    y: top / natural.height,
    width: width / natural.width,
    height: height / natural.height,
  }
}

/** The part of a picture that is kept, in whole pixels of the picture. */
function cutOf(natural: Size, ratio: number, zoom: number, middle: { x: number; y: number }): Cut {
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
