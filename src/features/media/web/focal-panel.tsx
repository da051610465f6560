import type { MouseEvent } from 'react'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import type { Media } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './fields-panel.module.css'

interface Point {
  x: number
  y: number
}

/** The picture with the point that stays in sight where only a part is shown: set by a click, or by sliders. */
export function FocalPanel({
  picture,
  focal,
  onMove,
}: {
  picture: Media
  focal: Point
  /** Null for people who may not change it. */
  onMove: ((focal: Point) => void) | null
}) {
  const image = (
    <>
      <img
        src={`/media/${picture.media}.webp`}
        width={picture.width}
        height={picture.height}
        // Its room is kept before it has come: at most 420 pixels high.
        style={{ width: Math.min(picture.width, (420 * picture.width) / picture.height) }}
        alt={picture.alt}
      />
      <span
        className={classes.point}
        style={{ left: `${focal.x * 100}%`, top: `${focal.y * 100}%` }}
        aria-hidden="true"
      />
    </>
  )
  const point = (event: MouseEvent<HTMLElement>) => {
    // A click by the keyboard has no place: the sliders are for it.
    if (event.detail === 0) return
    const box = event.currentTarget.getBoundingClientRect()
    onMove?.({ x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height })
  }
  return (
    <SideCard title={texts.picture}>
      {/* A picture is not turned around where lines of text run from right to left. */}
      <div className={classes.stage} dir="ltr">
        {onMove ? (
          <button
            type="button"
            tabIndex={-1}
            aria-label={texts.focalPoint}
            className={classes.picture}
            onClick={point}
          >
            {image}
          </button>
        ) : (
          <span className={classes.picture}>{image}</span>
        )}
      </div>
      {onMove && (
        <>
          <div className={classes.sliders}>
            <Slider
              label={texts.leftToRight}
              value={focal.x}
              isAcross
              onSlide={(x) => onMove({ ...focal, x })}
            />
            <Slider label={texts.topToBottom} value={focal.y} onSlide={(y) => onMove({ ...focal, y })} />
          </div>
          <p className={classes.hint}>{texts.focalHint}</p>
        </>
      )}
    </SideCard>
  )
}

function Slider({
  label,
  value,
  isAcross = false,
  onSlide,
}: {
  label: string
  value: number
  isAcross?: boolean
  onSlide: (value: number) => void
}) {
  return (
    <label className={classes.slider}>
      <span>{label}</span>
      <input
        type="range"
        dir={isAcross ? 'ltr' : undefined}
        aria-label={texts.actionOf({ action: texts.focalPoint, label })}
        min={0}
        max={1}
        step={0.01}
        value={value}
        onChange={(event) => onSlide(Number(event.currentTarget.value))}
      />
    </label>
  )
}
