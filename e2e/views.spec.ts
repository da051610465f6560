import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page } from '@playwright/test'
import { expect, expectAccessible, type Marketplace, openAs, test, tokenOf } from './marketplace.ts'

const list = '/orders-all-orders'
const verification = '/vendor-verification-pending-verification'
const sana = 'sana@munshi.example'

const tableIsRead = async (page: Page) => {
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  await expect(page.locator('table[data-stale]')).toHaveCount(0)
}
const headings = (page: Page) =>
  page.locator('thead th[data-naming], thead th:not([data-naming])').allInnerTexts()
const options = (page: Page) => page.getByRole('button', { name: 'View options' })

async function otherBrowser(browser: Browser, marketplace: Marketplace, path: string, email?: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await openAs(page, marketplace, path, email)
  return { page, close: () => context.close() }
}

test('the filters of a list are in its address and shown as chips, and a pasted link restores them', async ({
  page,
  browser,
  marketplace,
}) => {
  await openAs(page, marketplace, list)
  await tableIsRead(page)
  await page.getByLabel('Payment').selectOption('cod_due')
  await page.getByLabel('Add filter').selectOption('least')
  await page.getByLabel('Bill from').fill('1,000')
  await page.getByLabel('Bill from').press('Enter')
  await page.getByRole('button', { name: 'Total Bill' }).click()
  await expect(page).toHaveURL(/payment_status=cod_due&least=1000&sort=total_bill/)
  await tableIsRead(page)
  const rows = await page.locator('tr[data-row] [data-naming]').allInnerTexts()
  const other = await otherBrowser(browser, marketplace, page.url().replace(marketplace.url, ''))
  await tableIsRead(other.page)
  expect(await other.page.locator('tr[data-row] [data-naming]').allInnerTexts()).toEqual(rows)
  await expect(other.page.getByRole('list', { name: 'Filters' })).toContainText('Bill from: Rs')
  await other.close()
  await page.getByRole('button', { name: /^Remove Bill from/ }).click()
  await expect(page).not.toHaveURL(/least=/)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page).not.toHaveURL(/payment_status=/)
  await page.goBack()
  await expect(page).toHaveURL(/payment_status=cod_due/)
})

test('a view is saved, changed only on request, shared, duplicated, opened by default and deleted', async ({
  page,
  browser,
  marketplace,
}) => {
  const views = page.getByRole('navigation', { name: 'Views' })
  await openAs(page, marketplace, verification)
  await tableIsRead(page)
  await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0)
  await page.getByLabel('Profile').selectOption('created')
  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog.getByText('Enter a name for the view')).toBeVisible()
  await dialog.getByLabel('Name').fill('With a profile')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog).toBeHidden()
  await expect(views.getByRole('link', { name: 'With a profile' })).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveURL(/view=[0-9a-f-]{36}&profile=created/)
  await page.reload()
  await expect(views.getByRole('link', { name: 'With a profile' })).toBeVisible()

  // A name is given once.
  await page.getByRole('button', { name: 'Vendor Name' }).click()
  for (const name of ['Save', 'Save as', 'Revert']) {
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Save as' }).click()
  await dialog.getByLabel('Name').fill('with a PROFILE')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog.getByText('A view of this list already has this name')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await page.getByRole('button', { name: 'Revert' }).click()
  await expect(page).not.toHaveURL(/sort=/)
  await expect(page.getByRole('button', { name: 'Revert' })).toHaveCount(0)

  // Nobody else sees it until it is shared, and then they cannot change it.
  const other = await otherBrowser(browser, marketplace, verification, sana)
  const theirs = other.page.getByRole('navigation', { name: 'Views' })
  await tableIsRead(other.page)
  await expect(options(other.page)).toBeVisible()
  await expect(theirs.getByRole('link', { name: /With a profile/ })).toHaveCount(0)
  const menu = () => page.getByRole('button', { name: /^View “/ })
  await menu().click()
  await page.getByRole('button', { name: 'Share with everybody who sees the list' }).click()
  await expect(views.getByRole('link', { name: /With a profile Shared/ })).toBeVisible()
  await other.page.reload()
  await theirs.getByRole('link', { name: /With a profile/ }).click()
  await other.page.getByRole('button', { name: 'Vendor Name' }).click()
  await expect(other.page.getByRole('button', { name: 'Save as' })).toBeVisible()
  await expect(other.page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)

  // Saved over, renamed, copied.
  await page.getByRole('button', { name: 'Vendor Name' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Revert' })).toHaveCount(0)
  await menu().click()
  await page.getByRole('button', { name: 'Rename' }).click()
  await dialog.getByLabel('Name').fill('By name')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(views.getByRole('link', { name: /By name/ })).toBeVisible()
  await menu().click()
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(views.getByRole('link', { name: 'By name (copy)' })).toHaveAttribute('aria-current', 'page')
  await views.getByRole('link', { name: /^By name( Shared)?$/ }).click()
  await menu().click()
  await page.getByRole('button', { name: 'Duplicate' }).click()
  const second = views.getByRole('link', { name: 'By name (copy 2)' })
  await expect(second).toHaveAttribute('aria-current', 'page')
  await menu().click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete view' }).click()
  await expect(second).toHaveCount(0)
  await views.getByRole('link', { name: 'By name (copy)' }).click()

  // What the list opens with is one's own wish, in every browser.
  await menu().click()
  await page.getByRole('button', { name: 'Open the list with this view' }).click()
  const again = await otherBrowser(browser, marketplace, verification)
  await expect(again.page).toHaveURL(/view=[0-9a-f-]{36}&sort=username&profile=created/)
  await again.page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: /^Pending/ })
    .click()
  await expect(again.page).toHaveURL(/\?view=all$/)
  await tableIsRead(again.page)
  // Without its filters the list shows all rows, and not the view again.
  await again.page.goto(`${marketplace.url}${verification}?profile=created`)
  await again.page.getByRole('button', { name: 'Clear all' }).click()
  await expect(again.page).toHaveURL(/\?view=all$/)
  await again.close()

  await menu().click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete view' }).click()
  await expect(views.getByRole('link', { name: /copy/ })).toHaveCount(0)
  await tableIsRead(page)
  await views.getByRole('link', { name: /By name/ }).click()
  await menu().click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(dialog).toContainText('for everybody it is shared with')
  await dialog.getByRole('button', { name: 'Delete view' }).click()
  await expect(views.getByRole('link', { name: /By name/ })).toHaveCount(0)
  // A person who had that view open keeps its filters.
  await other.page.reload()
  await expect(other.page).toHaveURL(/\?profile=created/)
  await expect(other.page).not.toHaveURL(/view=/)
  await other.close()
})

test('a view that was saved elsewhere meanwhile is not saved over unseen', async ({
  page,
  browser,
  marketplace,
}) => {
  const { token } = await marketplace.signIn()
  const made = await marketplace.call('POST', '/api/admin/views', token, {
    ...{ list: verification, name: 'Saved twice' },
    parameters: { profile: 'created' },
  })
  const { id } = made.body.results
  const address = `${verification}?view=${id}&profile=created`
  const saved = async () => {
    const { body } = await marketplace.call('GET', `/api/admin/views?list=${verification}`, token)
    return body.results.find((one: { id: string }) => one.id === id).parameters
  }
  const save = (where: Page) => where.getByRole('button', { name: 'Save', exact: true })
  await openAs(page, marketplace, address)
  await tableIsRead(page)
  await page.getByRole('button', { name: 'Vendor Name' }).click()
  await expect(save(page)).toBeVisible()

  const other = await otherBrowser(browser, marketplace, address)
  await tableIsRead(other.page)
  await other.page.getByRole('columnheader', { name: 'Email' }).getByRole('button').first().click()
  await save(other.page).click()
  // While it is sent, the button has no name.
  await expect.poll(saved).toEqual({ profile: 'created', sort: 'email' })
  const theirs = await saved()
  await other.close()

  // The list of views is read again by itself, and what is saved there was not seen here.
  await page.clock.install()
  await page.clock.fastForward(60_000)
  const again = page.waitForResponse((response) => response.url().includes('/api/admin/views?'))
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await again
  await save(page).click()
  await expect(
    page.getByText(/The view was not saved\. This view was changed since you read it/).first(),
  ).toBeVisible()
  expect(await saved()).toEqual(theirs)

  // Nor was it after a reload, which shows the reader's own parameters.
  await page.reload()
  await tableIsRead(page)
  await save(page).click()
  await expect(
    page.getByText(/The view was not saved\. This view was changed since you read it/).first(),
  ).toBeVisible()
  expect(await saved()).toEqual(theirs)

  // Shown as it is now, the view is changed and saved.
  await page.getByRole('button', { name: 'Revert' }).click()
  await expect(page.getByRole('button', { name: 'Revert' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Vendor Name' }).click()
  await save(page).click()
  await expect.poll(saved).toEqual({ profile: 'created', sort: 'username' })
  await expect(save(page)).toHaveCount(0)
})

test('columns are hidden, moved and widened in every browser until they are reset', async ({
  page,
  browser,
  marketplace,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAs(page, marketplace, list)
  await tableIsRead(page)
  const before = await headings(page)
  await options(page).click()
  const panel = page.getByRole('region', { name: 'View options' })
  await panel.getByRole('checkbox', { name: 'Email' }).click()
  await expect(panel.getByRole('checkbox', { name: 'Email' })).not.toBeChecked()
  await expect(page.getByRole('columnheader', { name: 'Email' })).toHaveCount(0)

  // By keys: the button keeps the focus while its row moves.
  const down = panel.getByRole('button', { name: 'Move down: Phone' })
  await down.focus()
  await page.keyboard.press('Enter')
  await expect(down).toBeFocused()
  await expect(panel.getByRole('status')).toHaveText(/^Phone: 9 of 14$/)
  await expectAccessible(page)
  const phone = page.getByRole('columnheader', { name: 'Phone' })
  const width = async () => (await phone.boundingBox())?.width ?? 0
  const narrow = await width()
  await panel.getByRole('button', { name: 'Wider: Phone' }).click()
  await expect.poll(width).toBeGreaterThan(narrow + 15)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(options(page)).toBeFocused()

  // By the pointer, on the edge of the heading.
  await phone.scrollIntoViewIfNeeded()
  const city = await phone.boundingBox()
  if (!city) throw new Error('there is no such column')
  await page.mouse.move(city.x + city.width - 4, city.y + 12)
  await page.mouse.down()
  await page.mouse.move(city.x + city.width + 76, city.y + 12, { steps: 5 })
  await page.mouse.up()
  await expect.poll(width).toBeGreaterThan(city.width + 70)
  await expect(page).not.toHaveURL(/sort=/)

  // By dragging in the list of columns.
  await options(page).click()
  await panel
    .getByRole('listitem')
    .filter({ hasText: 'Order Status' })
    .dragTo(panel.getByRole('listitem').filter({ hasText: 'Customer Name' }))
  await expect
    .poll(async () => (await headings(page)).map((text) => text.trim()).slice(0, 4))
    .toContain('Order Status')
  // The last of the changes is stored: the screens that are opened next begin with it.
  const token = await tokenOf(marketplace)
  await expect
    .poll(async () => {
      const { body } = await marketplace.call('GET', '/api/account/me', token)
      return body.results.settings.lists[list].order.indexOf('order_status')
    })
    .toBeLessThan(3)
  const arranged = await headings(page)
  await page.reload()
  await tableIsRead(page)
  expect(await headings(page)).toEqual(arranged)
  const other = await otherBrowser(browser, marketplace, list)
  await tableIsRead(other.page)
  expect(await headings(other.page)).toEqual(arranged)
  await other.close()

  // A file of the list has the fields that are chosen, whatever columns it shows.
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export orders' })
  await expect(dialog.getByRole('checkbox', { name: 'City', exact: true })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: 'Email', exact: true })).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Only Order Number' }).click()
  await dialog.getByRole('checkbox', { name: 'Payment Method', exact: true }).check()
  await dialog.getByRole('checkbox', { name: 'Refunded', exact: true }).check()
  const asks = page.waitForRequest('**/api/admin/orders/export?*')
  const arrives = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export 3 fields' }).click()
  const taken = new URL((await asks).url()).searchParams.get('fields')
  expect(taken).toBe('order_number,payment_method,refunded_total')
  expect((await arrives).suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/)
  await expect(dialog).toBeHidden()
  // Of selected orders it has those alone.
  const row = page.locator('tr[data-row]').nth(1)
  await row.getByRole('checkbox').click()
  const asksForOne = page.waitForRequest('**/api/admin/orders/export?*')
  const oneArrives = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export selected' }).click()
  await dialog.getByRole('button', { name: 'Export 3 fields' }).click()
  const asked = new URL((await asksForOne).url()).searchParams
  expect([asked.get('ids'), asked.get('fields')]).toEqual([await row.getAttribute('data-row'), taken])
  await oneArrives
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()

  await options(page).click()
  await panel.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(() => headings(page)).toEqual(before)
})

test('rows are compact or comfortable, and their targets are large enough', async ({
  page,
  browser,
  marketplace,
}) => {
  await openAs(page, marketplace, list)
  await tableIsRead(page)
  const height = async (where: Page) =>
    (await where.locator('tr[data-row]').first().boundingBox())?.height ?? 0
  expect(await height(page)).toBeLessThanOrEqual(36)
  const { violations } = await new AxeBuilder({ page }).withRules(['target-size']).analyze()
  expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([])
  await options(page).click()
  const stored = page.waitForResponse((response) => response.url().endsWith('/api/account/preferences'))
  await page.getByRole('radio', { name: 'Comfortable' }).click()
  await expect(page.getByRole('radio', { name: 'Comfortable' })).toBeChecked()
  await expect.poll(() => height(page)).toBe(44)
  await stored
  const other = await otherBrowser(browser, marketplace, '/products-all-products')
  await tableIsRead(other.page)
  expect(await height(other.page)).toBe(44)
  await other.close()
  await page.getByRole('radio', { name: 'Compact' }).click()
  await expect(page.getByRole('radio', { name: 'Compact' })).toBeChecked()
  await expect.poll(() => height(page)).toBe(36)
})

test('the pages of a list stay in view under a line of filters', async ({ page, marketplace }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAs(page, marketplace, '/products-all-products?q=a')
  await tableIsRead(page)
  await expect(page.getByRole('button', { name: 'Clear all' })).toBeVisible()
  await expect(page.getByLabel('Rows per page')).toBeInViewport({ ratio: 1 })
  const frame = await page.getByLabel('Rows per page').boundingBox()
  expect((frame?.y ?? 0) + (frame?.height ?? 0)).toBeLessThanOrEqual(890)
})

test('ranges are selected with Shift, keys move through the rows, and ? lists the shortcuts', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, list)
  await tableIsRead(page)
  const box = (index: number) => page.locator('tr[data-row]').nth(index).getByRole('checkbox')
  const links = page.locator('tr[data-row] [data-naming] a')
  // The arrows move through the rows from the page itself, and from what selects a row.
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(0)).toBeFocused()
  await box(1).click()
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(2)).toBeFocused()
  // Another order of the rows ends the selection, and says so.
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Total Bill' }).click()
  await expect(page.getByText('The selection was cleared because the list changed.')).toBeVisible()
  await expect(page.getByText('1 selected')).toHaveCount(0)
  await tableIsRead(page)
  await box(1).click()
  await box(5).click({ modifiers: ['Shift'] })
  await expect(page.getByText('5 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await links.nth(2).focus()
  await page.keyboard.press('Space')
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowDown', 'ArrowDown'])
    await page.keyboard.press(key)
  await expect(links.nth(5)).toBeFocused()
  await page.keyboard.press('Shift+Space')
  await expect(page.getByText('4 selected')).toBeVisible()
  // X begins a range as Space does.
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await links.nth(1).focus()
  await page.keyboard.press('x')
  await links.nth(4).focus()
  await page.keyboard.press('Shift+Space')
  await expect(page.getByText('4 selected')).toBeVisible()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help).toContainText('Select the row')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  // The selection is shown in the place of the search.
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: /^Search order/ })).toBeFocused()
  await page.keyboard.type('x?')
  await expect(page.getByText(/^\d+ selected$/)).toHaveCount(0)
  await expect(help).toHaveCount(0)
})

test('all matching rows are selected by the exact count, and changed by a job that reports failures', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/orders-processingorders')
  await tableIsRead(page)
  const { token } = await marketplace.signIn()
  const matching = async (path: string) =>
    (await marketplace.call('GET', `/api/admin/orders/matching${path}`, token)).body.results.count as number
  const all = await matching('?status=processing')
  expect(all).toBeGreaterThan(25)
  const offer = page.getByRole('button', { name: `Select all ${all.toLocaleString('en')} matching` })
  const selectPage = () => page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await selectPage()
  await expect(page.getByText('All 25 on this page selected.')).toBeVisible()
  await offer.click()
  await expect(page.getByText(`All ${all.toLocaleString('en')} matching selected`)).toBeVisible()

  // Another page keeps it, another filter ends it and says so.
  await page.getByRole('link', { name: 'Next page' }).click()
  await tableIsRead(page)
  await page.locator('tr[data-row]').first().getByRole('checkbox').uncheck()
  await expect(page.getByText(`${all - 1} of ${all} matching selected`)).toBeVisible()
  await page.goto(`${marketplace.url}/orders-processingorders`)
  await tableIsRead(page)
  await selectPage()
  await offer.click()
  await page.getByRole('link', { name: /^All/ }).first().focus()
  await page.getByRole('button', { name: 'Total Bill' }).click()
  await expect(page.getByText(`All ${all} matching selected`)).toBeVisible()
  await page.goBack()
  await tableIsRead(page)
  await page.evaluate(() => {
    history.pushState(null, '', '?payment_status=paid')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page.getByText('The selection was cleared because the list changed.')).toBeVisible()
  await expect(page.getByText(/matching selected/)).toHaveCount(0)

  // Completed by a job: those that have not arrived are told of.
  await page.goto(`${marketplace.url}/orders-processingorders`)
  await tableIsRead(page)
  await selectPage()
  await offer.click()
  const sent = page.waitForRequest((request) => request.url().endsWith('/bulk/move-matching'))
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  await page.getByRole('button', { name: `Complete ${all} orders` }).click()
  expect((await sent).postDataJSON()).toEqual({
    move: 'complete',
    filter: { status: 'processing' },
    except: [],
    count: all,
  })
  const job = page.getByRole('dialog')
  await expect(page).toHaveURL(/job=[0-9a-f-]{36}/)
  await page.reload()
  await expect(job.getByRole('heading', { name: /\d+ completed, \d+ failed/ })).toBeVisible({
    timeout: 120_000,
  })
  await expectAccessible(page)
  const words = (await job.getByRole('heading').innerText()).match(/\d+/g)?.map(Number) ?? []
  expect((words[0] ?? 0) + (words[1] ?? 0)).toBe(all)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    job.getByRole('button', { name: 'Download failures' }).click(),
  ])
  const text = await (await file.createReadStream()).toArray()
  expect(Buffer.concat(text).toString('utf8').trim().split('\r\n')).toHaveLength((words[1] ?? 0) + 1)
  await job.getByRole('button', { name: 'Done' }).click()
  await expect(job).toBeHidden()
  await expect.poll(() => matching('?status=processing')).toBe(words[1])
})

test('a vendor is found by name, chosen with the keyboard, and named from the address', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, list)
  await tableIsRead(page)
  const { token } = await marketplace.signIn()
  const [shop] = (await marketplace.call('GET', '/api/admin/orders/vendors', token)).body.results
  expect(Object.keys(shop).sort()).toEqual(['id', 'shop_name'])
  await page.getByLabel('Add filter').selectOption('vendor_id')
  const field = page.getByRole('combobox', { name: 'Vendor', exact: true })
  await expect(field).toBeFocused()
  await page.keyboard.type(shop.shop_name.slice(0, 6))
  await expect(page.getByRole('option', { name: shop.shop_name, exact: true })).toBeVisible()
  await expectAccessible(page)
  await field.fill(shop.shop_name)
  await expect(page.getByRole('listbox').getByRole('option').first()).toHaveText(shop.shop_name)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`vendor_id=${shop.id}`))
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText(`Vendor: ${shop.shop_name}`)
  await page.reload()
  await expect(field).toHaveValue(shop.shop_name)
  await page.getByRole('button', { name: `Remove Vendor: ${shop.shop_name}` }).click()
  await expect(page).not.toHaveURL(/vendor_id/)
})
