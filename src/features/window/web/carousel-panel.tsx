import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import { useCarousel } from './use-carousel.ts'

interface CarouselProps {
  /** What it shows, for who cannot see it. */
  label: string
  slides: { key: string; content: ReactNode }[]
  /** It goes on by itself until somebody pauses it. */
  isMoving?: boolean
  className?: string
  marks?: Record<string, string>
}

/** One slide at every width: swiped, moved by arrow keys, buttons and, where it moves by itself, paused. */
export function Carousel({ label, slides, isMoving = false, className = '', marks }: CarouselProps) {
  const { track, shown, show, onScroll, onKeyDown, hold, isPaused, isStill, setPaused } = useCarousel(
    slides.length,
    isMoving,
  )
  const total = slides.length
  const isAlone = total === 1
  return (
    <section
      className={`carousel ${className}`}
      aria-label={label}
      aria-roledescription={isAlone ? undefined : texts.carousel}
      {...hold}
      {...marks}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys work wherever within the carousel the focus is */}
      <div onKeyDown={isAlone ? undefined : onKeyDown}>
        <div className="track" ref={track} onScroll={onScroll} aria-live={isStill ? 'polite' : 'off'}>
          {slides.map(({ key, content }, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
            <div
              key={key}
              className="slide"
              role="group"
              aria-roledescription={isAlone ? undefined : texts.slide}
              aria-label={isAlone ? undefined : texts.slideOf({ number: index + 1, total })}
              inert={index !== shown}
            >
              {content}
            </div>
          ))}
        </div>
        {isAlone ? null : (
          <div className="controls">
            {isMoving ? (
              <button
                type="button"
                className="round"
                aria-label={isPaused ? texts.play : texts.pause}
                onClick={() => setPaused(!isPaused)}
              >
                <Sign d={isPaused ? 'M8 5.5v13l11-6.5z' : 'M8 5.5v13M16 5.5v13'} />
              </button>
            ) : null}
            <button
              type="button"
              className="round along"
              aria-label={texts.previous}
              onClick={() => show(shown - 1)}
            >
              <Sign d="m14.5 6-6 6 6 6" />
            </button>
            <ol className="dots">
              {slides.map(({ key }, index) => (
                <li key={key}>
                  <button
                    type="button"
                    aria-label={texts.goTo({ number: index + 1 })}
                    aria-current={index === shown ? 'true' : undefined}
                    onClick={() => show(index)}
                  />
                </li>
              ))}
            </ol>
            <button
              type="button"
              className="round along"
              aria-label={texts.next}
              onClick={() => show(shown + 1)}
            >
              <Sign d="m9.5 6 6 6-6 6" />
            </button>
          </div>
        )}
      </div>
    </section>
  )
}

/** A sign that is drawn by one line. */
export function Sign({ d }: { d: string }) {
  return (
    <svg className="sign" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={d} />
    </svg>
  )
}
