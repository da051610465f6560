import '#features/window/web/window.css'
import { Component, type ReactNode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import type { ContentMessage, FrameMessage, Shown } from '#features/window/contract.ts'
import { ownBase } from '#features/window/web/links.ts'
import { pickedAt } from '#features/window/web/preview-model.ts'
import { colorRules } from '#features/window/web/window-model.ts'
import { ShopWindow } from '#features/window/web/window-panel.tsx'

// The origin of a sandboxed frame has no name; its address still says where it and its parent come from.
const { origin } = new URL(location.href)
const tell = (message: FrameMessage) => parent.postMessage(message, origin)
const { documentElement: page } = document

/** Selects what is edited. Scrolling to it is left to the screen around: from in here the whole screen would scroll. */
let edited: string | null = null
function selectorOf(section: string | null, item: string | null): string | null {
  if (section === null) return null
  const within = `[data-section="${CSS.escape(section)}"]`
  return item === null ? within : `${within}[data-item="${CSS.escape(item)}"]`
}
function measures() {
  const place = edited ? document.querySelector(edited) : null
  const { top, height } = place?.getBoundingClientRect() ?? { top: 0, height: 0 }
  return {
    height: Math.ceil(page.getBoundingClientRect().height),
    ...(place ? { middle: Math.round(top + scrollY + height / 2) } : {}),
  }
}

const colors = new CSSStyleSheet()
document.adoptedStyleSheets = [colors]

document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
  tell({ type: 'munshi:violation', directive: effectiveDirective, blocked: blockedURI }),
)

let height = 0
new ResizeObserver(() => {
  const now = measures()
  if (now.height === height) return
  height = now.height
  tell({ type: 'munshi:height', ...now })
}).observe(page)

// A click asks for its field, and no link or form of a preview leads anywhere. What moves within a page still does.
document.addEventListener(
  'click',
  (event) => {
    const target = event.target instanceof Element ? event.target : null
    if (target?.closest('a')) event.preventDefault()
    const picked = target && pickedAt(target)
    if (picked) tell({ type: 'munshi:picked', ...picked })
  },
  true,
)
document.addEventListener('submit', (event) => event.preventDefault(), true)

interface GuardState {
  of: object | null
  hasFailed: boolean
}

/** Half a value can be anything: what cannot be drawn leaves the frame empty until the next content. */
class Guard extends Component<{ of: object; children: ReactNode }, GuardState> {
  override state: GuardState = { of: null, hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  static getDerivedStateFromProps({ of }: { of: object }, state: GuardState) {
    return state.of === of ? null : { of, hasFailed: false }
  }
  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}

function Frame({ message }: { message: ContentMessage }) {
  const { content, page: name, answers = {}, focus = null, focusItem = null, n = 0 } = message
  const shown: Shown = { place: { page: name, base: ownBase, number: 1 }, content, answers, preview: 'frame' }
  useEffect(() => {
    edited = selectorOf(focus, focusItem)
    requestAnimationFrame(() => setTimeout(() => tell({ type: 'munshi:shown', n, ...measures() })))
  }, [n, focus, focusItem])
  const now = content.shown_at ? Date.parse(content.shown_at) : Date.now()
  return <ShopWindow shown={shown} focus={focus} focusItem={focusItem} now={now} />
}

const root = createRoot(document.getElementById('window') as HTMLElement)

addEventListener('message', (event: MessageEvent<ContentMessage>) => {
  if (event.source !== parent || event.origin !== origin || event.data?.type !== 'munshi:content') return
  const message = event.data
  page.dir = message.dir === 'rtl' ? 'rtl' : 'ltr'
  page.dataset.theme = message.theme === 'dark' ? 'dark' : 'light'
  page.dataset.preview = ''
  colors.replaceSync(colorRules(message.content))
  root.render(
    <Guard of={message}>
      <Frame message={message} />
    </Guard>,
  )
})
tell({ type: 'munshi:ready' })
