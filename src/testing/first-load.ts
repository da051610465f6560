import type { Browser, BrowserContext, CDPSession, Page, Request, Route } from '@playwright/test'
import { stream } from '#features/notifications/contract.ts'

/** A screen and what shows that its rows are there: a selector that no skeleton answers. */
export interface FirstScreen {
  name: string
  path: string
  rows: string
}

/** The five screens whose first load is held to figures; `vendorId` is a vendor whose review is opened. */
export function firstScreens(vendorId: string): FirstScreen[] {
  return [
    { name: 'sign-in', path: '/login', rows: 'input[type=email]' },
    { name: 'products', path: '/products-approvedproducts', rows: 'tbody tr[data-row]' },
    { name: 'orders', path: '/orders-all-orders', rows: 'tbody tr[data-row]' },
    { name: 'review of a vendor', path: `/vendor-vendordetails?id=${vendorId}`, rows: 'main dl dd' },
    { name: 'dashboard', path: '/', rows: 'main li a[href^="/orders"]' },
  ]
}

/** A browser that has never been here, with this session; without one, nobody is signed in. */
export function newVisitor(
  browser: Browser,
  url: string,
  currentUser: object | null,
): Promise<BrowserContext> {
  const localStorage = [{ name: 'current_user', value: JSON.stringify(currentUser) }]
  const origins = currentUser ? [{ origin: url, localStorage }] : []
  return browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: { cookies: [], origins },
  })
}

/** How fast the line and the machine are; null for as they are. */
export interface Slower {
  latencyMs: number
  bytesPerSecond: number
  timesSlower: number
}

/** What a first load took, in milliseconds from the navigation, and what was asked for until it rested. */
export interface FirstLoad {
  requests: number
  kilobytes: number
  skeletonMs: number
  rowsMs: number
  restMs: number
}

const quietMs = 700

/** Opens a screen in a new page and waits until nothing more is on its way. */
export async function timeFirstLoad(
  context: BrowserContext,
  url: string,
  screen: FirstScreen,
  slower: Slower | null,
): Promise<FirstLoad> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  if (slower) await slowDown(session, slower)
  const seen = { begun: 0, open: new Set<string>(), requests: 0, bytes: 0, last: 0, touched: Date.now() }
  session.on('Network.requestWillBeSent', ({ requestId, timestamp, type, request }) => {
    // The stream of changes stays open for as long as the page does.
    if (new URL(request.url).pathname === stream.follow.path) return
    if (type === 'Document') seen.begun = timestamp
    seen.requests += 1
    seen.open.add(requestId)
    seen.touched = Date.now()
  })
  const end = (requestId: string, timestamp: number, bytes: number) => {
    seen.open.delete(requestId)
    seen.bytes += bytes
    seen.last = timestamp
    seen.touched = Date.now()
  }
  session.on('Network.loadingFinished', (e) => end(e.requestId, e.timestamp, e.encodedDataLength))
  session.on('Network.loadingFailed', (e) => end(e.requestId, e.timestamp, 0))
  await page.addInitScript(watchFor(screen.rows))
  await page.goto(url + screen.path, { waitUntil: 'commit' })
  // The page's policy admits no function of ours that is written as text; an expression is asked by the debugger.
  const isPainted = `window.rowsAt !== undefined && performance.getEntriesByName('first-contentful-paint').length > 0`
  while (!(await page.evaluate<boolean>(isPainted))) await pause(50)
  while (seen.open.size > 0 || Date.now() - seen.touched < quietMs) await pause(50)
  const [skeletonMs, rowsMs] = await page.evaluate<[number, number]>(
    "[performance.getEntriesByName('first-contentful-paint')[0].startTime, window.rowsAt]",
  )
  await page.close()
  return {
    requests: seen.requests,
    kilobytes: seen.bytes / 1000,
    skeletonMs,
    rowsMs,
    restMs: (seen.last - seen.begun) * 1000,
  }
}

async function slowDown(session: CDPSession, { latencyMs, bytesPerSecond, timesSlower }: Slower) {
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond / 2,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: timesSlower })
}

/** As text, since it runs in the page: the time of the frame in which the rows first stand. */
function watchFor(rows: string): string {
  return `(() => {
    const look = () => {
      if (document.querySelector(${JSON.stringify(rows)})) window.rowsAt = performance.now()
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })()`
}

/** What a first load asks for, in the rounds in which it is known: all of a round is asked before any of it is answered. */
export interface Waterfall {
  /** The addresses of each round after the document. */
  rounds: string[][]
  /** How many of them had to be answered before the rows stood. */
  roundsToRows: number
}

/**
 * Opens a screen and holds every request back until the page asks for nothing more; then all that are held are answered
 * together. So the rounds are counted, and no speed of the line or the machine changes them. The stream of changes is never
 * answered.
 */
export async function readWaterfall(page: Page, url: string, screen: FirstScreen): Promise<Waterfall> {
  const held: Route[] = []
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  await page.route('**', (route) => {
    if (route.request().isNavigationRequest()) return route.continue()
    // Told of what a job of the marketplace did in these seconds, the page would rightly ask again.
    if (new URL(route.request().url()).pathname === stream.follow.path) return
    held.push(route)
  })
  await page.goto(url + screen.path, { waitUntil: 'commit' })
  const rounds: string[][] = []
  let roundsToRows = -1
  // A dashboard goes on asking what is new, so that it never rests for good.
  while (rounds.length < 9) {
    await untilIdle(page, () => held.length)
    if (roundsToRows < 0 && (await isThere(page, screen.rows))) roundsToRows = rounds.length
    const round = held.splice(0)
    if (round.length === 0) break
    rounds.push(round.map((route) => route.request().url().slice(url.length)))
    await Promise.all(round.map((route) => route.continue()))
    // As long as a busy machine takes to answer: what comes later would count as a round of its own.
    for (let tries = 0; tries < 1500 && round.some((route) => open.has(route.request())); tries += 1)
      await pause(20)
  }
  await page.unroute('**')
  return { rounds, roundsToRows }
}

function isThere(page: Page, rows: string): Promise<boolean> {
  const found = page.evaluate<boolean>(`document.querySelector(${JSON.stringify(rows)}) !== null`)
  return Promise.race([found, pause(2000).then(() => false)])
}

/** Until the page has nothing left to do and asks for nothing more. A page that waits for a script answers nothing. */
async function untilIdle(page: Page, asked: () => number): Promise<void> {
  const idle = 'new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 50)))'
  for (let [before, calm] = [-1, 0]; calm < 3; ) {
    await Promise.race([page.evaluate(idle).catch(() => {}), pause(500)])
    calm = asked() === before ? calm + 1 : 0
    before = asked()
    await pause(50)
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
