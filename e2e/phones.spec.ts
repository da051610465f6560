import type { Locator } from '@playwright/test'
import {
  expect,
  expectAccessible,
  newProduct,
  newSeller,
  openAs,
  test,
  turnChecksOff,
} from './marketplace.ts'

/** As large as a thumb. */
const leastPx = 44
const phone = { width: 360, height: 740 }

const heightOf = async (button: Locator) => (await button.boundingBox())?.height ?? 0

test('a whole review is done with one hand on a phone', async ({ page, marketplace }) => {
  // Listings without a picture would be approved with a reason only.
  await turnChecksOff(marketplace)
  const seller = await newSeller(marketplace)
  const name = `One hand ${Date.now().toString(36)}`
  await newProduct(marketplace, seller, { product_name: `${name} first` })
  await newProduct(marketplace, seller, { product_name: `${name} second` })
  await page.setViewportSize(phone)
  await openAs(page, marketplace, `/products-all-products?q=${encodeURIComponent(name)}`)

  // A row is a card: its name, two facts with their headings, and what to do with it.
  const card = page.locator('tr[data-row]').first()
  await expect(card).toBeVisible()
  expect((await card.boundingBox())?.width).toBeLessThanOrEqual(phone.width)
  await expect(card.locator('td[data-card="fact"]')).toBeVisible()
  await expect(card.locator('td[data-card="fact2"]')).toBeVisible()
  const view = card.getByRole('link', { name: 'View' })
  expect(await heightOf(view)).toBeGreaterThanOrEqual(leastPx)
  await expectAccessible(page)
  await view.click()

  // The decisions are at the lower edge, where the thumb is, also after reading down.
  await expect(page.locator('h1')).toContainText(name)
  await page.mouse.wheel(0, 600)
  const approve = page.getByRole('button', { name: /^Approve/ })
  await expect(approve).toBeEnabled()
  const box = await approve.boundingBox()
  expect(box?.y).toBeGreaterThan(phone.height * 0.7)
  for (const words of [/^Approve/, /^Reject/]) {
    expect(await heightOf(page.getByRole('button', { name: words }))).toBeGreaterThanOrEqual(leastPx)
  }
  await approve.click()
  const dialog = page.getByRole('dialog', { name: 'Product approved' })
  await expect(dialog).toBeVisible()
  for (const button of await dialog.getByRole('button').all()) {
    expect(await heightOf(button)).toBeGreaterThanOrEqual(leastPx)
  }
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0)
})
