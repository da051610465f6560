import { texts } from './texts.ts'
import '@mantine/core/styles/ActionIcon.css'
import { ActionIcon } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useState } from 'react'
import { Dialog } from '../dialog/dialog.tsx'
import { isRightToLeft } from '../direction.ts'
import { useSingleKeys } from '../list/shortcuts.ts'
import classes from './image-viewer.module.css'

export interface ViewedImage {
  src: string
  alt: string
  /** What was typed of it, shown beside it to be compared. */
  facts?: readonly { label: string; value: ReactNode }[]
}

/** 1 shows the whole picture, as large as the stage. */
const zooms = [0.5, 0.75, 1, 1.5, 2, 3, 4]
const fitted = zooms.indexOf(1)

/** Full-screen pictures with zoom, rotation and next, by buttons and by keys. */
export function ImageViewer({
  images,
  start,
  onClose,
}: {
  images: ViewedImage[]
  start: number
  onClose: () => void
}) {
  const [index, setIndex] = useState(start)
  const [zoom, setZoom] = useState(fitted)
  const [turns, setTurns] = useState(0)
  const image = images[index]
  const go = (step: number) => {
    setIndex((before) => (before + step + images.length) % images.length)
    setZoom(fitted)
    setTurns(0)
  }
  const zoomBy = (step: number) => setZoom((before) => Math.min(Math.max(before + step, 0), zooms.length - 1))
  const hasKeys = useSingleKeys()
  const keys: Record<string, () => void> = {
    ...(hasKeys && {
      '+': () => zoomBy(1),
      '=': () => zoomBy(1),
      '-': () => zoomBy(-1),
      r: () => setTurns((before) => before + 1),
    }),
    ...(images.length > 1 && {
      arrowright: () => go(isRightToLeft() ? -1 : 1),
      arrowleft: () => go(isRightToLeft() ? 1 : -1),
    }),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key.toLowerCase()]
    if (!act || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    act()
  }
  if (!image) return null
  return (
    <Dialog onClose={onClose} fullScreen title={image.alt} onKeyDown={onKeyDown}>
      <div className={classes.tools}>
        <Tool
          label={hasKeys ? texts.zoomInKey : texts.zoomIn}
          onClick={() => zoomBy(1)}
          icon={IconZoomIn}
          disabled={zoom === zooms.length - 1}
        />
        <Tool
          label={hasKeys ? texts.zoomOutKey : texts.zoomOut}
          onClick={() => zoomBy(-1)}
          icon={IconZoomOut}
          disabled={zoom === 0}
        />
        <Tool
          label={hasKeys ? texts.rotateKey : texts.rotate}
          onClick={() => setTurns(turns + 1)}
          icon={IconRotateClockwise}
        />
        {images.length > 1 && (
          <>
            <Tool
              label={isRightToLeft() ? texts.previousByRightArrow : texts.previousByLeftArrow}
              onClick={() => go(-1)}
              icon={IconChevronLeft}
            />
            <Tool
              label={isRightToLeft() ? texts.nextByLeftArrow : texts.nextByRightArrow}
              onClick={() => go(1)}
              icon={IconChevronRight}
            />
          </>
        )}
        <span className={classes.position} role="status">
          {texts.positionAndZoom({
            position: index + 1,
            pictures: images.length,
            zoom: Math.round((zooms[zoom] ?? 1) * 100),
          })}
        </span>
      </div>
      <div className={classes.columns}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard */}
        <section className={classes.stage} tabIndex={0} aria-label={image.alt}>
          <TurnedPicture key={image.src} image={image} zoom={zooms[zoom] ?? 1} turns={turns} />
        </section>
        {image.facts && image.facts.length > 0 && (
          <dl className={classes.facts}>
            {image.facts.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </Dialog>
  )
}

/** A picture in a box that has its turned shape, so that all of it fits at first and can be scrolled to when it is larger. */
function TurnedPicture({ image, zoom, turns }: { image: ViewedImage; zoom: number; turns: number }) {
  // The width by the height, known when the picture has loaded.
  const [shape, setShape] = useState(1)
  const isSideways = turns % 2 === 1
  return (
    <div
      className={classes.picture}
      style={{ '--shape': isSideways ? 1 / shape : shape, '--zoom': zoom } as CSSProperties}
    >
      <img
        src={image.src}
        alt={image.alt}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          if (naturalWidth > 0 && naturalHeight > 0) setShape(naturalWidth / naturalHeight)
        }}
        style={{
          width: isSideways ? `${shape * 100}%` : '100%',
          transform: `rotate(${turns * 90}deg)`,
        }}
      />
    </div>
  )
}

function Tool({
  label,
  icon: Icon,
  onClick,
  disabled = false,
}: {
  label: string
  icon: typeof IconZoomIn
  onClick: () => void
  disabled?: boolean
}) {
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={label}
      title={label}
      onClick={onClick}
      disabled={disabled}
    >
      <Icon size={18} aria-hidden="true" />
    </ActionIcon>
  )
}
