import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteAnswer, noteSilence } from './connection.ts'
import { keepLive, type LiveMeta, readMissed } from './live-queries.ts'

class Tab extends EventTarget {
  hidden = false
  /** It names no build of the product. */
  querySelector = () => null
  turn(hidden: boolean) {
    this.hidden = hidden
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

const nouns = ['order', 'customer', 'product']
const figures: LiveMeta = { live: nouns, liveEveryMs: 10_000 }
let tab: Tab
let queries: QueryClient
let kept: ReturnType<typeof keepLive>
/** Where in the spread a reading comes, from 0 to 1. */
let place: number

beforeEach(() => {
  vi.useFakeTimers()
  place = 0.5
  vi.spyOn(Math, 'random').mockImplementation(() => place)
  tab = new Tab()
  vi.stubGlobal('document', tab)
  queries = new QueryClient()
  kept = keepLive(queries, { notification: { gapMs: 250, spreadMs: 150 } })
})
afterEach(() => {
  kept.end()
  queries.clear()
  vi.mocked(Math.random).mockRestore()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Shows a query on the screen. The answer counts how often it has been read since. */
async function show(name: string, meta: LiveMeta): Promise<{ reads: () => number; leave: () => void }> {
  let reads = 0
  const queryFn = () => {
    reads += 1
    return Promise.resolve(reads)
  }
  const observer = new QueryObserver(queries, { queryKey: [name], queryFn, meta: { ...meta } })
  const leave = observer.subscribe(() => {})
  await pass(1)
  reads = 0
  return { reads: () => reads, leave }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** One change of each noun, a tenth of a second after the one before. */
async function change(...names: string[]): Promise<void> {
  for (const name of names) {
    kept.hear({ [name]: 1 })
    await pass(100)
  }
}

test('a hidden tab reads nothing of ten changes, and each query once when it is shown', async () => {
  const shown = [await show('figures', figures), await show('list', { live: ['order'] })]
  const other = await show('vendors', { live: ['vendor'] })
  const readings = () => shown.map(({ reads }) => reads())
  tab.turn(true)
  for (let times = 0; times < 10; times += 1) await change('order')
  await pass(60_000)
  expect(readings()).toEqual([0, 0])
  tab.turn(false)
  await pass(1)
  expect(readings()).toEqual([1, 1])
  await pass(60_000)
  expect(readings()).toEqual([1, 1])
  expect(other.reads()).toBe(0)
})

test('a tab that is hidden before its reading is due reads when it is shown again', async () => {
  const list = await show('list', { live: ['order'] })
  kept.hear({ order: 1 })
  tab.turn(true)
  await pass(60_000)
  expect(list.reads()).toBe(0)
  tab.turn(false)
  await pass(1)
  expect(list.reads()).toBe(1)
})

test('a tab that is shown, hidden and shown reads no more often than its rate', async () => {
  const shown = await show('figures', figures)
  for (let times = 0; times < 20; times += 1) {
    tab.turn(true)
    await change('order')
    tab.turn(false)
    await pass(100)
  }
  expect(shown.reads()).toBe(1)
  await pass(10_000)
  expect(shown.reads()).toBe(2)
})

test('changes of three nouns within two seconds are one reading of what shows all of them', async () => {
  const shown = [await show('figures', figures), await show('desk', { live: nouns })]
  const readings = () => shown.map(({ reads }) => reads())
  // The list has been read a moment ago, so that its next reading takes in whatever changes in the two seconds after it.
  await change('order')
  await pass(500)
  expect(readings()[1]).toBe(1)
  await change('order', 'customer', 'product')
  await pass(10_000)
  expect(readings()).toEqual([1, 2])
})

test('what has a rate of its own is read within it after a change, and once in it however much changes', async () => {
  const shown = await show('figures', figures)
  await change('order')
  await pass(10_000)
  expect(shown.reads()).toBe(1)
  for (let seconds = 0; seconds < 60; seconds += 1) {
    await change(...nouns)
    await pass(700)
  }
  expect(shown.reads()).toBeGreaterThanOrEqual(6)
  expect(shown.reads()).toBeLessThanOrEqual(8)
})

test('of browsers that hear of a change in the same instant, one reads the figures nine seconds later', async () => {
  const shown = await show('figures', figures)
  place = 0.9
  await change('order')
  await pass(8_000)
  expect(shown.reads()).toBe(0)
  await pass(1_000)
  expect(shown.reads()).toBe(1)
})

test('a list is read within half a second of a change, and within the gap when it has just been read', async () => {
  const list = await show('list', { live: ['order'] })
  kept.hear({ order: 1 })
  await pass(500)
  expect(list.reads()).toBe(1)
  kept.hear({ order: 1 })
  await pass(2_000)
  expect(list.reads()).toBe(2)
})

test('an urgent noun is read sooner, beside another noun of the same query', async () => {
  const bell = await show('bell', { live: ['notification', 'person'] })
  await change('notification')
  await pass(100)
  expect(bell.reads()).toBe(1)
  await change('person')
  kept.hear({ notification: 1 })
  await pass(250)
  expect(bell.reads()).toBe(2)
})

test('what no screen shows is not read, and read by the screen that shows it next', async () => {
  const left = await show('figures', figures)
  left.leave()
  await change('order')
  await pass(20_000)
  expect(left.reads()).toBe(0)
  expect(queries.getQueryState(['figures'])?.isInvalidated).toBe(true)
})

test('when everything may have changed, all that is live is read at once', async () => {
  const shown = [await show('figures', figures), await show('desk', { live: ['vendor'] })]
  kept.hear(null)
  await pass(1)
  expect(shown.map(({ reads }) => reads())).toEqual([1, 1])
})

test('rows that are still are read by nothing that changes, and where nobody shows them they are old', async () => {
  const rows = await show('rows', { live: ['order'], isStill: true })
  await change('order')
  kept.hear(null)
  await pass(10_000)
  expect(rows.reads()).toBe(0)
  rows.leave()
  await change('order')
  expect(queries.getQueryState(['rows'])?.isInvalidated).toBe(true)
})

test('after the connection was lost, a hidden tab reads once it is shown, and leaves rows that are still', async () => {
  const [rows, figure] = [await show('rows', { isStill: true }), await show('figure', {})]
  // The server is asked whether it is there; its answer is told by hand.
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const end = readMissed(queries)
  const lose = () => {
    noteSilence()
    noteAnswer(new Response())
  }
  lose()
  await pass(1)
  expect(figure.reads()).toBe(1)
  tab.turn(true)
  lose()
  await pass(60_000)
  expect(figure.reads()).toBe(1)
  tab.turn(false)
  await pass(1)
  expect([rows.reads(), figure.reads()]).toEqual([0, 2])
  tab.turn(true)
  tab.turn(false)
  await pass(1)
  expect(figure.reads()).toBe(2)
  end()
})
