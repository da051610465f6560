import { readCurrentUser, viewedRole } from '#kit/web/current-user.ts'
import { askEarly, firstUrls } from '#kit/web/early-answers.ts'
import { loadPage } from '#kit/web/page-code.ts'
import { pages } from './pages.ts'

/** A pointer that crosses a list rests on no link for so long. */
const restMs = 65
/** What was fetched for a click that comes later than this is fetched again. */
const freshForMs = 5_000
/** This share of the calls that the server allows at once is left to what people really do. */
const shareLeftAlone = 0.5

const byPath = new Map(pages.map((page) => [page.path, page]))
let waiting: ReturnType<typeof setTimeout> | undefined
let isFetching = false
let pausedUntil = 0

/**
 * Loads the code and the first rows of a link's screen as soon as the pointer or the focus rests on the link; `null` when it
 * has left. One screen at a time, nothing for people who save data, and nothing while the server has few calls left for them.
 */
export function prefetch(href: string | null): void {
  clearTimeout(waiting)
  const { saveData = false } = (navigator as { connection?: { saveData?: boolean } }).connection ?? {}
  if (href === null || saveData || isFetching || Date.now() < pausedUntil) return
  const { origin, pathname, search } = new URL(href, window.location.href)
  const page = byPath.get(pathname)
  const user = readCurrentUser()
  if (!page || !user || origin !== window.location.origin || pathname === window.location.pathname) return
  waiting = setTimeout(() => {
    isFetching = true
    const asked = firstUrls(page.first ?? {}, search).map(async (url) =>
      pauseAt(await askEarly(url, user, viewedRole(), freshForMs)),
    )
    // What cannot be fetched now is fetched, and its failure told, when the screen is opened.
    void Promise.allSettled([loadPage(page), ...asked]).then(() => {
      isFetching = false
    })
  }, restMs)
}

/** Stops for as long as the server says, once few calls are left. */
function pauseAt({ headers }: Response): void {
  const most = Number(/;q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '')?.[1])
  const [, left, seconds] = /;r=(\d+);t=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? []
  if (Number(left) < most * shareLeftAlone) pausedUntil = Date.now() + Number(seconds) * 1000
}
