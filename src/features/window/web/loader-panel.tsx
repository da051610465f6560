import { useEffect, useState } from 'react'
import type { Content } from '../contract.ts'
import { texts } from '../texts.ts'
import { WindowPicture } from './picture-panel.tsx'
import { useMarks, useSetting } from './use-marks.tsx'
import { pictureOf, sectionOf } from './window-model.ts'

/** A page that comes sooner needs no sign that it is on its way. */
const shownAfterMs = 300
/** A navigation that was stopped tells nobody: without an end, the sign would stay over a page that is still there. */
const endsAfterMs = 10_000

/** The picture over a page while the next one is on its way. */
export function Loader({ content }: { content: Content }) {
  const { focus, isMarked } = useSetting()
  const picture = pictureOf(sectionOf(content, 'loader').image)
  const marks = useMarks('loader')
  const isLeaving = useLeaving(!isMarked && picture !== null)
  if (!picture || !(isLeaving || focus === 'loader')) return null
  return (
    <div className="loader" role="status" {...marks('image')}>
      <WindowPicture picture={{ ...picture, is_decorative: true }} isFirst />
      <span className="unseen">{texts.loading}</span>
    </div>
  )
}

/** Whether a link to another page was followed a while ago, and nobody has come back to this one since. */
function useLeaving(isWatched: boolean): boolean {
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    if (!isWatched) return
    let timer: ReturnType<typeof setTimeout>
    const end = () => {
      clearTimeout(timer)
      setLeaving(false)
    }
    const begin = () => {
      setLeaving(true)
      timer = setTimeout(end, endsAfterMs)
    }
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const isPlain =
        event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (!link || !isPlain || event.defaultPrevented || link.origin !== location.origin) return
      if (link.pathname === location.pathname && link.hash) return
      clearTimeout(timer)
      timer = setTimeout(begin, shownAfterMs)
    }
    // Escape stops a navigation.
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && end()
    document.addEventListener('click', onClick)
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('pointerdown', end)
    // A page that comes back from the browser's own store is whole again.
    addEventListener('pageshow', end)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('click', onClick)
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('pointerdown', end)
      removeEventListener('pageshow', end)
    }
  }, [isWatched])
  return isLeaving
}
