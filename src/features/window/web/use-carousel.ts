import {
  type FocusEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

/** How long a slide is shown before the next one comes by itself. */
const stayMs = 6_000

const wantsCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Which slide of a track is shown. The track is moved by hand, by keys and buttons and, unless somebody paused it, looks
 * at it or wants less motion, by itself.
 */
export function useCarousel(count: number, isMoving: boolean) {
  const track = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const [isPaused, setPaused] = useState(!isMoving)
  const [isPointedAt, setPointedAt] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const isHeld = isPointedAt || hasFocus
  const shown = Math.min(current, Math.max(0, count - 1))

  const show = useCallback(
    (wanted: number) => {
      const { current: element } = track
      if (!element || count === 0) return
      const index = (wanted + count) % count
      const slide = element.children[index] as HTMLElement | undefined
      const isEnd = Math.abs(wanted - index) > 0
      const left =
        (slide?.offsetLeft ?? 0) - ((element.children[0] as HTMLElement | undefined)?.offsetLeft ?? 0)
      setCurrent(index)
      element.scrollTo({ left, behavior: wantsCalm() || isEnd ? 'instant' : 'smooth' })
    },
    [count],
  )

  // Swiped by hand: the slide on which the track comes to rest is the one that is shown.
  const onScroll = useCallback(() => {
    const { current: element } = track
    if (!element || element.clientWidth === 0) return
    const at = Math.abs(element.scrollLeft) / element.clientWidth
    if (Math.abs(at - Math.round(at)) < 0.02) setCurrent(Math.round(at))
  }, [])

  useEffect(() => {
    // Somebody who wants less motion is asked first: the button that lets it move is there.
    if (wantsCalm()) setPaused(true)
  }, [])

  useEffect(() => {
    if (isPaused || isHeld || count < 2) return
    const timer = setInterval(() => {
      if (!document.hidden) show(shown + 1)
    }, stayMs)
    return () => clearInterval(timer)
  }, [isPaused, isHeld, count, shown, show])

  // A slide that is no longer shown cannot keep the focus: without a new place the keyboard would begin at the top of the page.
  useLayoutEffect(() => {
    const slides = [...(track.current?.children ?? [])] as HTMLElement[]
    const focused = slides.find((slide) => slide.contains(document.activeElement))
    const slide = slides[shown]
    if (focused && slide && focused !== slide) focusWithin(slide)
  }, [shown])

  // After a turn or a new width the slide is still where it was.
  useEffect(() => {
    const { current: element } = track
    if (!element) return
    const watcher = new ResizeObserver(() => {
      const slide = element.children[shown] as HTMLElement | undefined
      const first = element.children[0] as HTMLElement | undefined
      element.scrollTo({ left: (slide?.offsetLeft ?? 0) - (first?.offsetLeft ?? 0), behavior: 'instant' })
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [shown])

  const onKeyDown = (event: KeyboardEvent) => {
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const back = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'
    const wanted = { [forward]: shown + 1, [back]: shown - 1, Home: 0, End: count - 1 }[event.key]
    if (wanted === undefined) return
    event.preventDefault()
    show(wanted)
  }
  const hold = {
    onPointerEnter: () => setPointedAt(true),
    onPointerLeave: () => setPointedAt(false),
    // A button that was clicked keeps the focus, although its reader has gone on.
    onFocus: ({ target }: FocusEvent) => setFocus(target.matches(':focus-visible')),
    onBlur: () => setFocus(false),
  }
  const isStill = isPaused || isHeld
  return { track, shown, show, onScroll, onKeyDown, hold, isPaused, isStill, setPaused }
}

/** Moves the focus to the link of a slide, or to the slide where it has none. The track scrolls there by itself. */
function focusWithin(slide: HTMLElement): void {
  const link = slide.querySelector<HTMLElement>('a[href]')
  if (!link) {
    slide.tabIndex = -1
    // Only for this once: a click on a picture is not to take the focus.
    slide.addEventListener('blur', () => slide.removeAttribute('tabindex'), { once: true })
  }
  ;(link ?? slide).focus({ preventScroll: true })
}
