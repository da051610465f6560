import type { Page } from '@playwright/test'
import { expect, newProduct, newSeller, openAs, test } from './marketplace.ts'

const lists = [
  '/products-all-products',
  '/products-approvedproducts',
  '/products-deactivatedproducts',
  '/vendor-verification-pending-verification',
  '/vendor-verification-approved-verification',
  '/vendor-verification-disabled-verification',
]

/** How far the page itself can be scrolled to the side. */
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const activeRow = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('data-row') ?? '')

const tableIsRead = (page: Page) => expect(page.locator('tr[data-row]').first()).toBeVisible()

test('at any width a list keeps its columns readable and scrolls inside its card', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/')
  const problems: string[] = []
  for (const list of lists) {
    await page.goto(marketplace.url + list)
    await tableIsRead(page)
    for (const width of [1440, 1280, 1024, 768, 360]) {
      await page.setViewportSize({ width, height: 800 })
      const naming = await page.locator('td[data-naming]').first().boundingBox()
      // On a card the state is beside the name, which may take two lines.
      const least = width < 500 ? 120 : 186
      if ((naming?.width ?? 0) < least) problems.push(`${list} at ${width}: names at ${naming?.width} px`)
      const aside = await sideways(page)
      if (aside > 0) problems.push(`${list} at ${width}: the page scrolls ${aside} px`)
      const cut = await page
        .locator('td[data-align="end"], td:has(> time), td:has(> a[href^="tel"]), td[data-card="line"]')
        .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length)
      if (cut > 0) problems.push(`${list} at ${width}: ${cut} numbers or days are cut`)
    }
    // On a phone a row is a card, and its actions are below its name.
    await page.locator('tbody').getByRole('link', { name: 'View' }).first().scrollIntoViewIfNeeded()
    const left = (await page.locator('td[data-naming]').first().boundingBox())?.x ?? -1
    if (left < 0) problems.push(`${list}: the name scrolls away`)
  }
  expect(problems).toEqual([])
})

test('the pending vendors say their whole status, with every column in view at 1280 px', async ({
  page,
  marketplace,
}) => {
  const admin = await marketplace.signIn()
  const asked = await newSeller(marketplace, { username: 'Asked For More' })
  await marketplace.call('POST', `/api/admin/sellers/${asked}/request-update`, admin.token, {
    reason: 'More',
  })
  await newSeller(marketplace, { username: 'Waits With Its Age' })
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const [list, word] of [
    ['', 'waiting for us'],
    ['?list=changes_requested', 'waiting for the vendor'],
  ] as const) {
    const path = `/vendor-verification-pending-verification${list}`
    if (list === '') await openAs(page, marketplace, path)
    else await page.goto(marketplace.url + path)
    const cells = page.locator('td', { hasText: word })
    await expect(cells.first()).toBeVisible()
    expect(
      await cells.evaluateAll((all) => all.filter((cell) => cell.scrollWidth > cell.clientWidth).length),
    ).toBe(0)
    const view = page.getByRole('columnheader', { name: 'View', exact: true })
    const { x = 0, width = 0 } = (await view.boundingBox()) ?? {}
    expect(x + width).toBeLessThanOrEqual(1280)
    expect(
      await page.locator('table').evaluate((table) => {
        const box = table.parentElement as HTMLElement
        return box.scrollWidth - box.clientWidth
      }),
    ).toBe(0)
    await page.setViewportSize({ width: 360, height: 800 })
    await expect(cells.first()).toBeVisible()
    expect(
      await cells.evaluateAll((all) => all.filter((cell) => cell.scrollWidth > cell.clientWidth)),
    ).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
  }
})

test('the highest price and a name without a space fit a phone', async ({ page, marketplace }) => {
  const seller = await newSeller(marketplace)
  const name = `Unbroken${'x'.repeat(180)}`
  const id = await newProduct(marketplace, seller, { product_name: name, product_price: '99999999.99' })
  await page.setViewportSize({ width: 360, height: 800 })
  await openAs(page, marketplace, '/products-all-products?q=Unbroken')
  const price = page.getByText(/99,999,999\.99$/)
  await expect(price).toBeVisible()
  expect(await price.evaluate(isCut)).toBe(false)
  expect(await sideways(page)).toBe(0)
  await page.goto(`${marketplace.url}/single-product/pending?id=${id}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  expect(await sideways(page)).toBe(0)
  await page.getByRole('switch', { name: /available/ }).click()
  await expect(page.getByText(/is switched off/)).toBeVisible()
  expect(await page.getByText(/is switched off/).evaluate(isCut)).toBe(false)
  expect(await sideways(page)).toBe(0)
})

test('j and k move the focus, Enter opens the row also after a click on a heading', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/products-all-products')
  await tableIsRead(page)
  await page.getByRole('button', { name: 'Retail price' }).click()
  await expect(page).toHaveURL(/sort=product_price/)
  await expect(page.locator('table[data-stale]')).toHaveCount(0)
  for (let times = 0; times < 16; times += 1) await page.keyboard.press('j')
  await page.keyboard.press('k')
  const row = page.locator('tr[data-row]').nth(14)
  expect(await activeRow(page)).toBe(await row.getAttribute('data-row'))
  await expect(row.getByRole('link').first()).toBeInViewport()
  await page.keyboard.press('x')
  await expect(page.getByText('1 selected')).toBeVisible()
  const before = await page.evaluate(scrolled)
  await page.keyboard.press('Space')
  await expect(page.getByText('1 selected')).toBeHidden()
  expect(await page.evaluate(scrolled)).toEqual(before)
  const id = await activeRow(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/single-product/pending\\?id=${id}`))
  await expect(page.locator('h1')).toBeFocused()
})

test('what is selected does not outlive the page, the tab or the sort it was selected on', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/products-all-products')
  const select = async () => {
    await expect(page.locator('table[data-stale]')).toHaveCount(0)
    await page.locator('tr[data-row]').nth(2).getByRole('checkbox').check()
    await expect(page.getByText('1 selected')).toBeVisible()
  }
  const isCleared = async () => {
    await expect(page.getByText('1 selected')).toBeHidden()
    await expect(page.locator('tr[data-active], tr[data-selected]')).toHaveCount(0)
  }
  await select()
  await page.getByRole('link', { name: 'Next page' }).click()
  await isCleared()
  await select()
  await page.goBack()
  await isCleared()
  await select()
  await page.getByRole('link', { name: /Changes requested/ }).click()
  await isCleared()
  await select()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.waitForTimeout(300)
  await expect(page.getByText('1 selected')).toBeVisible()
})

for (const width of [1440, 360]) {
  test(`Back from a record returns to the place where the list was left, at ${width} px`, async ({
    page,
    marketplace,
  }) => {
    await page.setViewportSize({ width, height: 700 })
    await openAs(page, marketplace, '/products-approvedproducts')
    await tableIsRead(page)
    const link = page.locator('tr[data-row]').nth(20).getByRole('link').first()
    await link.scrollIntoViewIfNeeded()
    await page.waitForTimeout(100)
    const left = await page.evaluate(scrolled)
    expect(Math.max(...left)).toBeGreaterThan(100)
    await link.click()
    await expect(page.locator('h1')).toBeFocused()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await tableIsRead(page)
    await expect.poll(() => page.evaluate(scrolled)).toEqual(left)
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page.getByText(/^26–50 of/)).toBeVisible()
    await expect.poll(() => page.evaluate(scrolled)).toEqual([0, 0])
  })
}

test('a wide table in a description scrolls inside it, and long words still break', async ({
  page,
  marketplace,
}) => {
  const cells = (text: string) => Array.from({ length: 14 }, (_, at) => `<td>${text} ${at + 1}</td>`).join('')
  const id = await newProduct(marketplace, await newSeller(marketplace), {
    product_name: 'Table of sizes',
    product_description: `<p>${'y'.repeat(200)}</p><table><tr>${cells('Measurement')}</tr></table>`,
  })
  await page.setViewportSize({ width: 360, height: 800 })
  await openAs(page, marketplace, `/single-product/pending?id=${id}`)
  const table = page.getByRole('region', { name: 'Table in the description' })
  await expect(table).toBeVisible()
  expect(await sideways(page)).toBe(0)
  expect(await table.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true)
  const cell = await table.getByRole('cell').first().boundingBox()
  expect(cell?.width).toBeGreaterThan(80)
})

test('Ctrl and Enter send a reason, and Next gives the focus to the next record', async ({
  page,
  marketplace,
}) => {
  const id = await newProduct(marketplace, await newSeller(marketplace))
  await openAs(page, marketplace, `/single-product/pending?id=${id}`)
  await expect(page.getByRole('button', { name: /^Reject/ })).toBeEnabled()
  await page.keyboard.press('r')
  const reason = page.getByRole('textbox', { name: 'Reason' })
  // The keys are at the reasons to choose from, so that one digit is enough.
  await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Write a reason. The vendor will read it.')).toBeVisible()
  await reason.fill('The picture is missing')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('dialog', { name: 'Product rejected' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Next', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(new RegExp(id))
  await expect(page.locator('h1')).toBeFocused()
})

test('a slash goes to the search and Escape leaves it with what was typed', async ({ page, marketplace }) => {
  await openAs(page, marketplace, '/products-all-products')
  await tableIsRead(page)
  await page.keyboard.press('/')
  const search = page.getByRole('main').getByRole('searchbox')
  await expect(search).toBeFocused()
  await page.keyboard.type('khussa')
  await expect(page).toHaveURL(/q=khussa/)
  await page.keyboard.press('Escape')
  await expect(search).not.toBeFocused()
  await expect(search).toHaveValue('khussa')
})

test('on a phone the checks of a vendor stand before its facts', async ({ page, marketplace }) => {
  const id = await newSeller(marketplace)
  await page.setViewportSize({ width: 360, height: 800 })
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  const topOf = async (name: string) =>
    (await page.getByRole('heading', { name, exact: true }).boundingBox())?.y ?? Number.NaN
  await expect(page.getByRole('heading', { name: 'Checks' })).toBeInViewport()
  expect(await topOf('Checks')).toBeLessThan(await topOf('Vendor'))
})

/** Runs in the page: how far the page and the list inside it are scrolled. */
function scrolled(): number[] {
  return [window.scrollY, document.querySelector('table')?.closest('section')?.scrollTop ?? 0].map(Math.round)
}

/** Runs in the page: whether the cell, or the text itself where it is in none, is wider than its place. */
function isCut(element: Element): boolean {
  const { scrollWidth, clientWidth } = element.closest('td') ?? element
  return scrollWidth > clientWidth
}

test('names of the menu, tabs and levels are whole and in reach at the width they are read at', async ({
  page,
  marketplace,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAs(page, marketplace, '/manage-categories-main-categories')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('button', { expanded: true })).toHaveCount(1)
  const sections = menu.getByRole('button', { expanded: false })
  await sections.evaluateAll((closed) => {
    for (const section of closed as HTMLElement[]) section.click()
  })
  await expect(sections).toHaveCount(0)
  await expect(menu.getByRole('link', { name: 'Popular Categories Banners' })).toBeVisible()
  const broken = await menu
    .getByRole('link')
    .evaluateAll((links) => links.filter((link) => link.clientHeight > 34).map((link) => link.textContent))
  expect(broken).toEqual([])

  await page.setViewportSize({ width: 360, height: 800 })
  const levels = page.getByRole('navigation', { name: 'Levels' })
  await expect(levels.getByRole('link')).toHaveCount(4)
  for (const level of await levels.getByRole('link').all()) await expect(level).toBeInViewport({ ratio: 1 })
  await levels.getByRole('link', { name: /^Child/ }).click()
  await expect(page).toHaveURL(/manage-categories-child-categories$/)

  await page.setViewportSize({ width: 768, height: 800 })
  await page.goto(`${marketplace.url}/review-desk`)
  const tabs = page.getByRole('navigation', { name: 'Views' }).getByRole('link')
  await expect(tabs).toHaveCount(6)
  await expect(tabs.last().locator('span')).toBeVisible()
  const tops = await tabs.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
})
