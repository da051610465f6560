import { useEffect, useRef } from 'react'
import type { Content } from '../contract.ts'
import { texts } from '../texts.ts'
import { BannerCard } from './banner-panel.tsx'
import { Sign } from './carousel-panel.tsx'
import { useSetting } from './use-marks.tsx'
import { isShown, pictureOf, sectionOf, textIn } from './window-model.ts'

const seenKey = 'munshi_popup_seen'
const dayMs = 86_400_000

/** Of which popup this browser remembers that it was closed or followed, and until when it stays away. */
function staysAway(name: string): boolean {
  try {
    const { of, until } = JSON.parse(localStorage.getItem(seenKey) ?? '{}') as { of?: string; until?: number }
    return of === name && Number(until) > Date.now()
  } catch {
    // A frame without storage remembers nothing, and neither does a browser that refuses it.
    return false
  }
}

function remember(name: string, days: number): void {
  try {
    localStorage.setItem(seenKey, JSON.stringify({ of: name, until: Date.now() + days * dayMs }))
  } catch {
    // The same: the popup comes again with the next page.
  }
}

const within = (value: unknown, most: number, standard: number) =>
  Number(value) >= 0 && Number(value) <= most ? Number(value) : standard

/** The popup of the homepage: after its delay, and once closed not again before its days are over. */
export function Popup({ content }: { content: Content }) {
  const { now, focus, isMarked } = useSetting()
  const popup = sectionOf(content, 'popup_banner')
  const dialog = useRef<HTMLDialogElement>(null)
  const isEdited = focus === 'popup_banner'
  const hasContent = Boolean(
    pictureOf(popup.image) || textIn(popup.title) || textIn(popup.sub_title) || textIn(popup.cta),
  )
  // In a live answer a popup that is off is left out; its switch begins as off.
  const isOn = hasContent && (isEdited || (popup.is_on === true && isShown(popup, now)))
  const delay = within(popup.delay_seconds, 120, 3)
  const days = within(popup.again_days, 365, 7)
  // Another picture or text is another popup.
  const name = [popup.image?.media, popup.title, popup.sub_title, popup.cta_link]
    .map(textIn)
    .join('|')
    .slice(0, 500)

  useEffect(() => {
    const { current: element } = dialog
    if (!element || !isOn) return
    if (isEdited) {
      if (!element.open) element.show()
      return () => element.close()
    }
    if (isMarked || staysAway(name)) return
    const timer = setTimeout(() => {
      if (!element.open) element.showModal()
    }, delay * 1_000)
    return () => clearTimeout(timer)
  }, [isOn, isEdited, isMarked, name, delay])

  if (!isOn) return null
  const close = () => dialog.current?.close()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link that is followed with the keyboard is clicked as well
    <dialog
      ref={dialog}
      className="popup"
      aria-label={textIn(popup.title) || textIn(popup.image?.alt) || texts.offer}
      onClose={() => {
        if (!isMarked) remember(name, days)
      }}
      // Its own link leads away without closing it.
      onClick={({ target }) => {
        if (!isMarked && target instanceof Element && target.closest('a[href]')) remember(name, days)
      }}
      // A click beside it closes it, as Esc does.
      onPointerDown={(event) => {
        if (event.target === event.currentTarget && !isEdited) close()
      }}
    >
      <div className="popup-inside">
        <button type="button" className="round popup-close" aria-label={texts.close} onClick={close}>
          <Sign d="m7 7 10 10M17 7 7 17" />
        </button>
        <BannerCard section="popup_banner" banner={popup} heading="h2" />
      </div>
    </dialog>
  )
}
