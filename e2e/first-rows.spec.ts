import { type FirstScreen, firstScreens, newVisitor, readWaterfall } from '../src/testing/first-load.ts'
import { expect, test } from './marketplace.ts'

/** Requests until a first screen rests. */
const mostRequests: Record<FirstScreen['name'], number> = {
  'sign-in': 25,
  products: 40,
  orders: 40,
  // With the claim, the requirements and the reasons that a reviewer needs before the first key.
  'review of a vendor': 50,
  dashboard: 40,
}

test('a first screen is there after one more answer than its document and asks for nothing twice', async ({
  browser,
  marketplace,
}) => {
  const user = await marketplace.signIn()
  const { body } = await marketplace.call('GET', '/api/admin/sellers/get/pending?limit=1', user.token)
  const found: Record<string, unknown>[] = []
  const screens = firstScreens(body.results.flat()[0].id)
  for (const screen of screens) {
    const visitor = await newVisitor(browser, marketplace.url, screen.path === '/login' ? null : user)
    const { rounds, roundsToRows } = await readWaterfall(await visitor.newPage(), marketplace.url, screen)
    const asked = rounds.flat().filter(isOfScreen)
    const twice = asked.filter((path, index) => asked.indexOf(path) !== index)
    const isMore = asked.length > (mostRequests[screen.name] ?? 0) ? asked : []
    found.push({
      screen: screen.name,
      roundsToRows,
      late: rounds.slice(2).flat().filter(isOfScreen),
      twice,
      isMore,
    })
    await visitor.close()
  }
  expect(found).toEqual(
    screens.map(({ name }) => ({ screen: name, roundsToRows: 1, late: [], twice: [], isMore: [] })),
  )
})

const behind = [
  // Pictures, and the font of a script are asked for when rows hold them.
  /^\/media\//,
  /\/files\/[^/]+$/,
  /\.woff2$/,
  // The stream of changes, and what reads it, begin behind the screen.
  /^\/api\/admin\/stream/,
  /^\/assets\/stream-/,
]

function isOfScreen(path: string): boolean {
  return !behind.some((pattern) => pattern.test(path))
}
