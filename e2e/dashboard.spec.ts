import type { Page } from '@playwright/test'
import { demo, expect, expectAccessible, newCustomer, openAs, test } from './marketplace.ts'

/** The number of a card, whatever is around it. */
const cardOf = (page: Page, label: string) =>
  page.getByRole('list', { name: 'Figures' }).getByRole('link', { name: new RegExp(`^${label}`) })

/** Its number as a number. */
async function numberOf(page: Page, label: string): Promise<number> {
  const text = await cardOf(page, label).locator('span').nth(1).innerText()
  return Number(text.replaceAll(',', ''))
}

/** What the list says that it has, beside its title. */
async function totalOf(page: Page): Promise<number> {
  await expect(page.locator('tr[data-row]').first().or(page.getByText('Nothing matches'))).toBeVisible()
  const text = (await page.locator('h1 span').first().innerText()).replaceAll(',', '')
  return Number(text)
}

test('each number links to its list and equals it, on days in Karachi in a browser in New York', async ({
  page,
  marketplace,
  browser,
}) => {
  await openAs(page, marketplace, '/')
  for (const [label, heading] of [
    ['Orders', 'All Orders'],
    ['Completed', 'Completed Orders'],
    ['Declined', 'Declined Orders'],
    ['New customers', 'All customers'],
  ] as const) {
    await expect(cardOf(page, label)).toBeVisible()
    const number = await numberOf(page, label)
    expect(number).toBeGreaterThan(0)
    await cardOf(page, label).click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    expect([label, await totalOf(page)]).toEqual([label, number])
    await page.goBack()
  }
  const orders = await numberOf(page, 'Orders')
  const context = await browser.newContext({ timezoneId: 'America/New_York' })
  const far = await context.newPage()
  await openAs(far, marketplace, '/')
  await expect(cardOf(far, 'Orders')).toBeVisible()
  expect(await numberOf(far, 'Orders')).toBe(orders)
  await context.close()
})

test('the sales and the commission equal the sums of their lists', async ({ page, marketplace }) => {
  await openAs(page, marketplace, '/')
  for (const [label, words] of [
    ['Sales', 'total'],
    ['Commission earned', 'credit'],
  ] as const) {
    await expect(cardOf(page, label)).toBeVisible()
    const amount = await cardOf(page, label).locator('span').nth(1).innerText()
    expect([label, amount]).not.toEqual([label, 'Rs 0'])
    await cardOf(page, label).click()
    // The list says the sum to the paisa, and the card in whole rupees.
    const sums = page.getByText(new RegExp(`^Rs\\s[\\d,.]+ ${words}$`))
    await expect
      .poll(async () =>
        (await sums.allInnerTexts()).map((sum) => Math.round(Number(sum.replace(/[^\d.]/g, '')))),
      )
      .toContain(Number(amount.replace(/[^\d]/g, '')))
    await page.goBack()
  }
})

test('a range and its comparison are in the address, and the change is shown in words', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/')
  await page.getByLabel('Days', { exact: true }).selectOption('7')
  await expect(page).toHaveURL(/range=7/)
  await page.getByLabel('Compare with').selectOption('year')
  await expect(page).toHaveURL(/compare=year/)
  await expect(cardOf(page, 'Orders.*None a year ago')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Days', { exact: true })).toHaveValue('7')
  await page.getByLabel('From', { exact: true }).fill('2026-01-01')
  await page.getByLabel('From', { exact: true }).press('Enter')
  await expect(page).toHaveURL(/from=2026-01-01/)
  await expect(page.getByText('1 Jan 2026 to')).toBeVisible()
  // A day beyond the other end of the range takes it along.
  await page.goto(`${marketplace.url}/?from=2025-09-01&to=2025-09-30`)
  await page.getByLabel('From', { exact: true }).fill('1 Nov 2025')
  await page.getByLabel('From', { exact: true }).press('Enter')
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('1 Nov 2025')
  await expect(page).toHaveURL(/from=2025-11-01&to=2025-11-01|to=2025-11-01&from=2025-11-01/)
  await page.getByLabel('To', { exact: true }).fill('5 Oct 2025')
  await page.getByLabel('To', { exact: true }).press('Enter')
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('5 Oct 2025')
  // Two months of a calendar do the same, by the keys too.
  await page.goto(`${marketplace.url}/?from=2026-03-02&to=2026-04-10`)
  const calendar = page.getByRole('button', { name: 'Choose days in a calendar' })
  await calendar.click()
  await expect(page.getByText('March 2026')).toBeVisible()
  await page.getByRole('button', { name: '5 March 2026', exact: true }).press('Enter')
  await page.getByRole('button', { name: '9 April 2026', exact: true }).press('Enter')
  await expect(page).toHaveURL(/from=2026-03-05&to=2026-04-09|to=2026-04-09&from=2026-03-05/)
  await expect(page.getByText('5 Mar 2026 to 9 Apr 2026')).toBeVisible()
  await expect(calendar).toBeFocused()
})

test('a chart is read with the arrow keys, as a table and as CSV', async ({ page, marketplace }) => {
  await openAs(page, marketplace, '/?range=7')
  const chart = page.getByRole('slider', { name: 'Orders by day' })
  await chart.focus()
  await page.keyboard.press('Home')
  const first = await chart.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowRight')
  await expect(chart).not.toHaveAttribute('aria-valuetext', first ?? '')
  const region = page.getByRole('region', { name: 'Orders by day', exact: true })
  await region.getByRole('button', { name: 'View as table' }).click()
  await expect(region.getByRole('row')).toHaveCount(8)
  const cells = await region.getByRole('row').nth(1).locator('th, td').allInnerTexts()
  expect(first).toContain(cells[0])
  for (const cell of cells.slice(1)) expect(first).toContain(` ${cell}`)
  const download = page.waitForEvent('download')
  await region.getByRole('button', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toBe('orders-by-day.csv')
  await expectAccessible(page)
})

test('a new order shows without a reload', async ({ page, marketplace }) => {
  await openAs(page, marketplace, '/?range=today')
  const { token } = await marketplace.signIn(demo.email)
  const call = async (path: string) => (await marketplace.call('GET', path, token)).body.results
  const [product] = await call('/api/admin/products/get/approved?limit=1')
  const [customer] = await call('/api/admin/customers?list=approved&limit=1')
  const [listed] = await call(`/api/storefront/prices?product_ids=${product.id}`)
  const price = listed.campaign?.price ?? listed.price
  await expect(cardOf(page, 'Orders')).toBeVisible()
  const handIn = async (name: string) => {
    const { body } = await marketplace.call('POST', '/api/intake/orders', marketplace.key, {
      external_id: `live-${name}-${process.pid}`,
      customer_id: customer.id,
      payment_method: 'cod',
      lines: [{ product_id: product.id, quantity: 1, unit_price: price }],
      items_total: price,
      total_bill: price,
    })
    return page.getByRole('link', { name: body.results.order_number })
  }
  const first = await handIn('first')
  await expect(first).toBeVisible()
  // Under the pointer nothing moves: what comes meanwhile is shown when it has left.
  await first.hover()
  const place = await first.boundingBox()
  const second = await handIn('second')
  // One answer brings the orders and the customers: where this customer is shown, the order has arrived.
  const username = `Comes After ${process.pid}`
  await newCustomer(marketplace, { username })
  await expect(page.getByRole('link', { name: username })).toBeVisible()
  await expect(second).toHaveCount(0)
  expect(await first.boundingBox()).toEqual(place)
  await page.mouse.move(0, 0)
  await expect(second).toBeVisible()
})

test('the numbers of a line of waiting work are on one height, beside a late one too', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/')
  const tiles = page.getByRole('region', { name: 'Waiting' }).locator('li > div')
  await expect(tiles.filter({ hasText: /\d late/ }).first()).toBeVisible()
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const lines = await tiles.evaluateAll((all) => {
      const heights: Record<number, number[]> = {}
      for (const tile of all) {
        const { top } = tile.getBoundingClientRect()
        const number = tile.children[1]?.getBoundingClientRect().top ?? 0
        heights[top] = [...(heights[top] ?? []), number]
      }
      return Object.values(heights)
    })
    expect(lines.length).toBeGreaterThan(1)
    for (const numbers of lines) expect(new Set(numbers).size, `${width} px: ${numbers}`).toBe(1)
  }
})

test('a tile of waiting work says how many are late, and leads to as many on the desk', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/')
  const late = page
    .getByRole('region', { name: 'Waiting' })
    .getByRole('link', { name: /Vendor applications: \d+ late/ })
  const count = Number(/\d+/.exec((await late.textContent()) ?? '')?.[0])
  await late.click()
  await expect(page).toHaveURL(/\/review-desk\?kind=vendor&late=yes/)
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(count + 1)
})
