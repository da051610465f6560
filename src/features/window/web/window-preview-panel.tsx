import { useEffect, useRef, useState } from 'react'
import type { Answers, Content, ContentMessage, Direction, PageName, Picked, Theme } from '../contract.ts'
import { frameAddress } from './links.ts'
import { scaleOf, toldBy } from './preview-model.ts'
import styles from './window-preview-panel.module.css'

interface WindowPreviewProps {
  /** The accessible name of the frame. */
  title: string
  content: Content
  page: PageName
  /** Of the shop within the frame, in CSS pixels; drawn smaller where the room is narrower. */
  width: number
  theme: Theme
  dir: Direction
  /** The section that is edited: the region around scrolls to the section; the popup and the loader are shown. */
  focus?: string | undefined
  /** The entry of that section. */
  focusItem?: string | undefined
  answers?: Answers | undefined
  onPicked?: ((picked: Picked) => void) | undefined
}

/**
 * The shop window with this content in a frame that may run scripts and nothing else: it has no origin, no storage and
 * no way out, and learns what to draw by messages.
 */
export function WindowPreview(props: WindowPreviewProps) {
  const { title, content, page, width, theme, dir, focus, focusItem, answers } = props
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useRef(props)
  latest.current = props
  const sent = useRef(0)
  const [isReady, setReady] = useState(false)
  const [height, setHeight] = useState(600)
  const [middle, setMiddle] = useState<number | undefined>(undefined)
  const { box, scale } = useScale(width)

  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<unknown>) => {
      const told = source === frame.current?.contentWindow ? toldBy(data) : null
      if (!told) return
      if (told.type === 'munshi:ready') setReady(true)
      if (told.type === 'munshi:height' || told.type === 'munshi:shown') {
        setHeight(told.height)
        setMiddle(told.middle)
      }
      if (told.type === 'munshi:picked')
        latest.current.onPicked?.({ section: told.section, item: told.item, field: told.field })
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])

  useEffect(() => {
    if (!isReady) return
    sent.current += 1
    const message: ContentMessage = {
      type: 'munshi:content',
      content,
      page,
      theme,
      dir,
      n: sent.current,
      ...(focus ? { focus } : {}),
      ...(focusItem ? { focusItem } : {}),
      ...(answers ? { answers } : {}),
    }
    // The frame's origin has no name that could be said here.
    frame.current?.contentWindow?.postMessage(message, '*')
  }, [isReady, content, page, theme, dir, focus, focusItem, answers])

  useScrolledTo(box, focus ? middle : undefined, scale, height)

  const most = 4_000
  const shownHeight = Math.min(Math.max(height, 200), most)
  return (
    <div
      ref={box}
      className={styles.box}
      style={{ height: Math.ceil(shownHeight * scale), maxWidth: width + 2 }}
    >
      <iframe
        ref={frame}
        className={styles.frame}
        title={title}
        src={frameAddress}
        sandbox="allow-scripts"
        style={{ width, height: shownHeight, scale }}
      />
    </div>
  )
}

/** The room that the frame has, and how much smaller it is drawn for it. */
function useScale(width: number) {
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  useEffect(() => {
    const { current } = box
    if (!current) return
    const watcher = new ResizeObserver(() => setRoom(current.clientWidth))
    watcher.observe(current)
    return () => watcher.disconnect()
  }, [])
  return { box, scale: scaleOf(room, width) }
}

/**
 * Scrolls the region around the frame to a place in it, also while pictures above the place are still arriving, until
 * somebody goes to the region.
 */
function useScrolledTo(
  box: { current: HTMLElement | null },
  middle: number | undefined,
  scale: number,
  height: number,
) {
  const isTaken = useRef(false)
  useEffect(() => {
    const region = box.current?.parentElement
    const take = () => {
      isTaken.current = true
    }
    for (const kind of ['pointerenter', 'focusin']) region?.addEventListener(kind, take)
    return () => {
      for (const kind of ['pointerenter', 'focusin']) region?.removeEventListener(kind, take)
    }
  }, [box])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a region can scroll further once the frame is higher
  useEffect(() => {
    const region = box.current?.parentElement
    if (!region || middle === undefined || isTaken.current) return
    region.scrollTo({ top: middle * scale - region.clientHeight / 2 })
  }, [box, middle, scale, height])
}
