import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import {
  expect,
  expectAccessible,
  giveCredentials,
  type Marketplace,
  newProduct,
  newSeller,
  openAs,
  said,
  test,
  tokenOf,
} from './marketplace.ts'

const mains = '/manage-categories-main-categories'
const hrefOf = (id: string) => `/manage-categories-category?id=${id}`
async function ask(marketplace: Marketplace, method: string, path: string, body?: unknown) {
  const token = await tokenOf(marketplace)
  return (await marketplace.call(method, `/api/admin/categories${path}`, token, body)).body?.results
}

async function added(marketplace: Marketplace, name: string, parent_id: string | null = null) {
  const made = await ask(marketplace, 'POST', '', { name, parent_id })
  return made.id as string
}

/** Somebody else changes it, at its current version. */
async function changedElsewhere(marketplace: Marketplace, id: string, change: object) {
  const token = await tokenOf(marketplace)
  const { version } = await ask(marketplace, 'GET', `/${id}`)
  const path = `/api/admin/categories/${id}`
  expect((await marketplace.call('PATCH', path, token, change, version)).status).toBe(200)
}

/** The names below a category, as they stand there. */
const below = async (marketplace: Marketplace, id: string) =>
  (await ask(marketplace, 'GET', `/${id}`)).children.map(({ name }: { name: string }) => name)

/** What the shop shows under a slug. */
const behind = async (marketplace: Marketplace, slug: string) =>
  (await marketplace.call('GET', `/api/storefront/categories/${slug}`, '')).body.results

/** The card of this title. */
const card = (page: Page, title: string) =>
  page.getByRole('main').locator('section', { has: page.getByRole('heading', { name: title, exact: true }) })

const openMenu = async (page: Page, words: string) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: words }).click()
}

/** Finds a choice by what is typed, and takes it with the keys. */
const choose = async (dialog: Locator, label: string, typed: string, name: string) => {
  await dialog.getByRole('combobox', { name: label }).fill(typed)
  await expect(dialog.getByRole('option', { name, exact: true })).toBeVisible()
  await dialog.getByRole('combobox', { name: label }).press('Enter')
  await expect(dialog.getByRole('option', { name, exact: true })).toHaveAttribute('aria-selected', 'true')
}

test('a category is added below another and renamed, and its old slug redirects to it', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, mains)
  for (const heading of ['Name', 'Slug', 'Products', 'Created', 'Status', 'Details']) {
    await expect(page.getByRole('columnheader', { name: heading })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Add New Categories' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add main category' })
  await dialog.getByRole('button', { name: 'Add main category' }).click()
  await expect(dialog.getByText('Name is Required')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expectAccessible(page)
  await dialog.getByLabel('Name').fill('Toys & games')
  await expect(dialog.getByText('If empty: toys-and-games')).toBeVisible()
  await dialog.getByLabel('Slug').fill('clothing')
  await dialog.getByRole('button', { name: 'Add main category' }).click()
  await expect(dialog.getByText('Clothing has this slug: choose another slug')).toBeVisible()
  await expect(dialog.getByLabel('Slug')).toBeFocused()
  await dialog.getByLabel('Slug').fill('')
  await dialog.getByRole('button', { name: 'Add main category' }).click()
  await expect(page.getByRole('row', { name: /Toys & games/ })).toBeVisible()
  await said(page, 'Toys & games is added').getByRole('link', { name: 'Open category' }).click()
  await expect(page.getByRole('heading', { name: 'Toys & games', level: 1 })).toBeVisible()
  await expect(page.getByText('No categories below this one yet.')).toBeVisible()

  await page.getByRole('button', { name: 'Add sub category' }).click()
  const sub = page.getByRole('dialog', { name: 'Add sub category' })
  await sub.getByLabel('Name').fill('گڑیاں')
  await expect(sub.getByText('If empty, a slug is chosen')).toBeVisible()
  await sub.getByLabel('Name').fill('Dolls')
  await sub.getByRole('button', { name: 'Add sub category' }).click()
  await page.getByRole('listitem').getByRole('link', { name: 'Dolls' }).click()
  await expect(page.getByRole('heading', { name: 'Dolls', level: 1 })).toBeVisible()

  const name = page.getByLabel('Name', { exact: true })
  const bar = page.getByRole('group', { name: 'Unsaved changes' })
  await name.fill('Dolls and puppets')
  await expect(bar.getByText('Unsaved changes: name')).toBeVisible()
  await name.fill('Dolls')
  await expect(bar).toHaveCount(0)
  await name.fill('')
  await name.blur()
  await expect(page.getByText('Name is Required')).toBeVisible()
  await bar.getByRole('button', { name: 'Discard' }).click()
  await expect(name).toHaveValue('Dolls')
  await expect(bar).toHaveCount(0)
  await name.fill('Dolls and puppets')
  await page.getByLabel('Slug', { exact: true }).fill('dolls-and-puppets')
  await page.getByRole('main').getByRole('link', { name: 'Sub Categories' }).click()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(said(page, 'Dolls and puppets is saved')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Dolls and puppets', level: 1 })).toBeVisible()
  const slugs = card(page, 'Slugs that lead here')
  await expect(slugs.getByText('dolls', { exact: true })).toBeVisible()
  expect(await behind(marketplace, 'dolls')).toMatchObject({
    name: 'Dolls and puppets',
    slug: 'dolls-and-puppets',
  })
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Sub Categories' }).click()
  await expect(page.getByRole('heading', { name: 'Sub Categories' })).toBeVisible()
})

test('a change saved by somebody else is shown beside the typed text and is not overwritten', async ({
  page,
  marketplace,
}) => {
  const id = await added(marketplace, 'Read by two')
  await openAs(page, marketplace, hrefOf(id))
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Typed here')
  await changedElsewhere(marketplace, id, { name: 'Saved elsewhere' })
  await page.keyboard.press('ControlOrMeta+s')
  const told = page.getByRole('alert').filter({ hasText: 'Another person changed this while you typed' })
  await expect(told.getByRole('row', { name: 'Name Saved elsewhere Typed here' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await expectAccessible(page)
  expect((await ask(marketplace, 'GET', `/${id}`)).name).toBe('Saved elsewhere')
  await told.getByRole('button', { name: 'Keep my values' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(said(page, 'Typed here is saved')).toBeVisible()
  expect((await ask(marketplace, 'GET', `/${id}`)).name).toBe('Typed here')

  // What others changed beside it is no reason to ask.
  await name.fill('Typed again')
  await changedElsewhere(marketplace, id, { slug: 'read-by-both' })
  await page.keyboard.press('ControlOrMeta+s')
  await expect(said(page, 'Typed again is saved')).toBeVisible()
  expect(await ask(marketplace, 'GET', `/${id}`)).toMatchObject({ name: 'Typed again', slug: 'read-by-both' })
})

test('an unsaved name is offered on the next visit, and can be discarded', async ({ page, marketplace }) => {
  const id = await added(marketplace, 'Half named')
  await openAs(page, marketplace, hrefOf(id))
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Named in full')
  await page.waitForFunction(() =>
    Object.values(localStorage).some((kept) => String(kept).includes('Named in full')),
  )
  await page.reload()
  await expect(name).toHaveValue('Named in full')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(`${marketplace.url}/`)
  await page.goto(marketplace.url + hrefOf(id))
  const question = page.getByRole('region', { name: 'Unsaved drafts' })
  await expect(name).toHaveValue('Half named')
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(question).toHaveCount(0)
  await page.reload()
  await expect(name).toHaveValue('Half named')
  await expect(question).toHaveCount(0)
})

test('a category moves with its products, whose number is shown first; Undo moves it back', async ({
  page,
  marketplace,
}) => {
  const from = await added(marketplace, 'Moved from')
  const to = await added(marketplace, 'Moved to')
  const sub = await added(marketplace, 'Kites', from)
  await added(marketplace, 'Kites of paper', sub)
  await added(marketplace, 'Below the other', to)
  const seller = await newSeller(marketplace)
  for (const category of ['Kites', 'Kites of paper']) await newProduct(marketplace, seller, { category })
  await openAs(page, marketplace, hrefOf(sub))
  await openMenu(page, 'Move…')
  const dialog = page.getByRole('dialog', { name: 'Move Kites?' })
  await expect(dialog.getByText('This also moves 2 products and 1 category.')).toBeVisible()
  for (const [name, why] of [
    ['Moved from', 'Current place'],
    ['Kites of paper', 'Moves with it'],
    ['Below the other', '–'],
  ]) {
    await expect(dialog.getByRole('option', { name: `${name} ${why}` })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  }
  await dialog.getByRole('button', { name: 'Move category' }).click()
  await expect(dialog.getByText('Choose where to move the category')).toBeVisible()
  await expectAccessible(page)
  await choose(dialog, 'Move to', 'moved to', 'Moved to')
  // Another product comes in after the dialog has said how many there are.
  await newProduct(marketplace, seller, { category: 'Kites' })
  await dialog.getByRole('button', { name: 'Move below Moved to' }).click()
  await expect(
    dialog.getByText('This now affects 3 products: review the change and confirm again'),
  ).toBeVisible()
  await expect(dialog.getByText('This also moves 3 products and 1 category.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Move below Moved to' }).click()
  await expect(said(page, 'Kites is now below Moved to')).toBeVisible()
  expect(await below(marketplace, to)).toEqual(['Below the other', 'Kites'])
  const place = card(page, 'Place')
  await expect(place.getByRole('link', { name: 'Moved to' })).toBeVisible()
  await page.getByLabel('Messages').getByRole('button', { name: 'Undo' }).click()
  await expect(said(page, 'Kites is back in its previous place')).toBeVisible()
  await expect(place.getByRole('link', { name: 'Moved from' })).toBeVisible()
  expect(await below(marketplace, from)).toEqual(['Kites'])
})

test('a category is merged into another one, which gets its products, the categories below it and its slug', async ({
  page,
  marketplace,
}) => {
  const goes = await added(marketplace, 'Cell phones')
  const stays = await added(marketplace, 'Telephones')
  await added(marketplace, 'Cell phone cases', goes)
  const seller = await newSeller(marketplace)
  await newProduct(marketplace, seller, { category: 'Cell phones' })
  await openAs(page, marketplace, hrefOf(goes))
  await openMenu(page, 'Delete…')
  const dialog = page.getByRole('dialog', { name: 'Delete Cell phones?' })
  await expect(dialog.getByText('This category contains 1 product and 1 category.')).toBeVisible()
  await page.keyboard.press('Escape')
  await openMenu(page, 'Merge into…')
  const merging = page.getByRole('dialog', { name: 'Merge Cell phones into another category?' })
  await choose(merging, 'Into', 'teleph', 'Telephones')
  await expect(merging.getByText('1 product and 1 category move into Telephones.')).toBeVisible()
  await expectAccessible(page)
  await merging.getByRole('button', { name: 'Merge into Telephones' }).click()
  await expect(page).toHaveURL(new RegExp(`id=${stays}`))
  await expect(said(page, 'Cell phones is merged into Telephones')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Telephones', level: 1 })).toBeVisible()
  await expect(page.getByRole('listitem').getByRole('link', { name: 'Cell phone cases' })).toBeVisible()
  await expect(page.getByText('1 product, all in this category')).toBeVisible()
  expect(await behind(marketplace, 'cell-phones')).toMatchObject({ id: stays, slug: 'telephones' })
  await page.goto(marketplace.url + hrefOf(goes))
  await expect(page.getByRole('heading', { name: 'No Category Found' })).toBeVisible()
})

test('a merge and a move say when the products will be hidden, because the target or a category above it is off', async ({
  page,
  marketplace,
}) => {
  const goes = await added(marketplace, 'Kettles of brass')
  const off = await added(marketplace, 'Kitchen of brass')
  await added(marketplace, 'Stoves of brass', off)
  await changedElsewhere(marketplace, off, { is_active: false })
  await openAs(page, marketplace, hrefOf(goes))
  await openMenu(page, 'Merge into…')
  const merging = page.getByRole('dialog', { name: 'Merge Kettles of brass into another category?' })
  await choose(merging, 'Into', 'kitchen of brass', 'Kitchen of brass Off')
  await expect(merging.getByText('Hidden in the shop: Kitchen of brass is off.')).toBeVisible()
  await expectAccessible(page)
  await merging.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await openMenu(page, 'Move…')
  const moving = page.getByRole('dialog', { name: 'Move Kettles of brass?' })
  await expect(moving.getByText(/^Hidden in the shop/)).toHaveCount(0)
  await moving.getByRole('option', { name: 'Stoves of brass Off' }).click()
  await expect(moving.getByText('Hidden in the shop: Kitchen of brass is off.')).toBeVisible()
})

test('an empty category is deleted after a confirmation', async ({ page, marketplace }) => {
  const id = await added(marketplace, 'A slip of the pen')
  await openAs(page, marketplace, hrefOf(id))
  await openMenu(page, 'Delete…')
  const dialog = page.getByRole('dialog', { name: 'Delete A slip of the pen?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Delete A slip of the pen' }).click()
  await expect(said(page, 'A slip of the pen is deleted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Main Categories' })).toBeVisible()
  await expect(page.getByRole('row', { name: /A slip of the pen/ })).toHaveCount(0)
})

test('the order is changed with buttons and by dragging, is announced, and is kept after a reload', async ({
  page,
  marketplace,
}) => {
  const id = await added(marketplace, 'Put in order')
  for (const name of ['First', 'Second', 'Third', 'Fourth']) await added(marketplace, `${name} one`, id)
  const rows = page.getByRole('region', { name: 'Sub categories of Put in order' }).getByRole('listitem')
  const shown = () => rows.getByRole('link').allInnerTexts()
  await openAs(page, marketplace, hrefOf(id))
  await expect(rows).toHaveCount(4)
  await page.getByRole('button', { name: 'Move First one down' }).press('Enter')
  await expect(page.getByText('First one is now 2 of 4')).toBeAttached()
  // The focus stays on the button that was pressed.
  await expect(page.getByRole('button', { name: 'Move First one down' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('First one is now 3 of 4')).toBeAttached()
  await expect
    .poll(() => below(marketplace, id))
    .toEqual(['Second one', 'Third one', 'First one', 'Fourth one'])

  const grip = await rows.filter({ hasText: 'Fourth one' }).getByTitle('Drag to another place').boundingBox()
  const goal = await rows.filter({ hasText: 'Second one' }).boundingBox()
  if (!grip || !goal) throw new Error('nothing to drag')
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2)
  await page.mouse.down()
  await page.mouse.move(grip.x + grip.width / 2, goal.y + 8, { steps: 12 })
  await page.mouse.up()
  const wanted = ['Fourth one', 'Second one', 'Third one', 'First one']
  await expect.poll(shown).toEqual(wanted)
  await expect(page.getByText('Fourth one is now 1 of 4')).toBeAttached()
  await expect.poll(() => below(marketplace, id)).toEqual(wanted)
  await page.reload()
  await expect(rows).toHaveCount(4)
  expect(await shown()).toEqual(wanted)

  // A refused order goes back, and says why.
  const words = 'Somebody else is moving this category'
  const body = JSON.stringify({
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    detail: words,
    message: words,
  })
  await page.route('**/order', (route) =>
    route.fulfill({ status: 409, contentType: 'application/problem+json', body }),
  )
  const told = page.getByLabel('Messages').getByRole('alert')
  await page.getByRole('button', { name: 'Move First one up' }).click()
  await expect(told).toContainText(`First one was not moved. ${words}.`)
  await expect.poll(shown).toEqual(wanted)
  await page.unroute('**/order')
  await page.getByRole('button', { name: 'Close message' }).click()
  // Where the answer is lost, nobody knows: the order is shown as it is.
  await page.route('**/order', (route) => route.abort())
  await page.getByRole('button', { name: 'Move First one up' }).click()
  await expect(told).toContainText('The change may have been saved.')
  await expect.poll(shown).toEqual(wanted)
  await page.unroute('**/order')

  await rows.getByRole('link', { name: 'Second one' }).click()
  const place = card(page, 'Place')
  await expect(place.getByText('2 of 4')).toBeVisible()
  await place.getByRole('button', { name: 'Move Second one up' }).click()
  await expect(place.getByText('1 of 4')).toBeVisible()
  await expect
    .poll(() => below(marketplace, id))
    .toEqual(['Second one', 'Fourth one', 'Third one', 'First one'])

  // The main ones have no category above them: their order is changed from their list.
  await page.goto(`${marketplace.url}/manage-categories-main-categories`)
  await page.getByRole('button', { name: 'Change order' }).click()
  const order = page.getByRole('dialog', { name: 'Order of the main categories' })
  const mains = order.getByRole('listitem')
  await expect(mains.last()).toContainText('Put in order')
  const many = await mains.count()
  await order.getByRole('button', { name: 'Move Put in order up' }).click()
  await expect(order.getByText(`Put in order is now ${many - 1} of ${many}`)).toBeAttached()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(order).toHaveCount(0)
  await page.reload()
  await page.getByRole('button', { name: 'Change order' }).click()
  await expect(mains.nth(many - 2)).toContainText('Put in order')
})

test('the whole tree is in one view, opens below a name, and a search keeps what is above what it finds', async ({
  page,
  marketplace,
}) => {
  const main = await added(marketplace, 'Rugs of Sindh')
  const sub = await added(marketplace, 'Ralli quilts', main)
  await added(marketplace, 'Ralli for cradles', sub)
  await changedElsewhere(marketplace, main, { is_active: false })
  await openAs(page, marketplace, mains)
  await page.getByRole('navigation', { name: 'Levels' }).getByRole('link', { name: 'Category tree' }).click()
  const tree = page.getByRole('region', { name: 'Category tree' })
  await expect(tree.getByRole('link', { name: 'Rugs of Sindh' })).toBeVisible()
  await expect(tree.getByRole('link', { name: 'Ralli quilts' })).toHaveCount(0)
  await tree.getByRole('button', { name: 'Categories below Rugs of Sindh' }).click()
  await expect(tree.getByRole('link', { name: 'Ralli quilts' })).toBeVisible()
  const row = tree.getByRole('listitem').filter({ hasText: 'Rugs of Sindh' })
  await expect(row.getByText('Off', { exact: true })).toBeVisible()
  await expect(row.getByText('Hidden: a category above is off').first()).toBeVisible()
  await expectAccessible(page)
  // By key to the search, which is kept in the address.
  await tree.getByRole('link', { name: 'Ralli quilts' }).focus()
  await page.keyboard.press('/')
  await page.keyboard.type('cradles')
  await expect(tree.getByRole('link')).toHaveText(['Rugs of Sindh', 'Ralli quilts', 'Ralli for cradles'])
  await expect(page).toHaveURL(/q=cradles/)
  await tree.getByRole('link', { name: 'Ralli for cradles' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ralli for cradles' })).toBeVisible()
  await page.getByRole('link', { name: '‹ Category tree' }).click()
  await expect(tree.getByRole('searchbox')).toHaveValue('cradles')
  // A person who comes back finds the category, also where the branches above it were closed.
  await tree.getByRole('searchbox').fill('')
  await tree.getByRole('link', { name: 'Ralli quilts' }).click()
  await page.getByRole('link', { name: '‹ Category tree' }).click()
  await expect(tree.getByRole('link', { name: 'Ralli quilts' })).toBeFocused()
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('a category is switched off and on, and the categories below it say what hides them', async ({
  page,
  marketplace,
}) => {
  const id = await added(marketplace, 'For the rains')
  await added(marketplace, 'Umbrellas', id)
  await openAs(page, marketplace, `${mains}?q=For the rains`)
  const off = page.getByRole('switch', { name: 'For the rains active' })
  await off.click()
  await expect(said(page, 'For the rains is switched off')).toBeVisible()
  await expect(off).not.toBeChecked()
  expect((await ask(marketplace, 'GET', `/${id}`)).is_active).toBe(false)
  await page.goto(`${marketplace.url}/manage-categories-sub-categories?below=${id}`)
  const row = page.getByRole('row', { name: /Umbrellas/ })
  await expect(row.getByText('Hidden: For the rains is off')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Below: For the rains')
  await expect(row.getByRole('link', { name: 'For the rains' })).toBeVisible()
  await expectAccessible(page)
  await row.getByRole('link', { name: 'Umbrellas' }).click()
  await expect(page.getByText('Hidden: For the rains is off')).toBeVisible()
  await page.goto(marketplace.url + hrefOf(id))
  await page.getByRole('switch', { name: 'For the rains active' }).click()
  await expect(page.getByText('Shoppers see it.')).toBeVisible()
  await page.getByLabel('Messages').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Hidden, with all categories below it.')).toBeVisible()
  await expect.poll(async () => (await ask(marketplace, 'GET', `/${id}`)).is_active).toBe(false)
})

test('a picture is chosen, pasted, saved and removed, and each step can be undone', async ({
  page,
  marketplace,
}) => {
  const id = await added(marketplace, 'With a picture')
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#3e5c7a' } })
      .jpeg()
      .toBuffer()
  await openAs(page, marketplace, hrefOf(id))
  const panel = card(page, 'Picture')
  const choose = async (name: string, buffer: Buffer) =>
    panel.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer })
  await choose('page.jpg', Buffer.from('<html><script>steal()</script></html>'))
  await expect(panel.getByRole('alert')).toHaveText('“page.jpg” cannot be read as a picture.')
  await choose('small.jpg', await picture(120, 90))
  await expect(panel.getByText('The picture has 120x90 pixels, fewer than preferred')).toBeVisible()
  await panel.getByRole('button', { name: 'Cancel' }).click()
  const bytes = [...(await picture(640, 480))]
  await page.evaluate((given) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([new Uint8Array(given)], 'pasted.jpg', { type: 'image/jpeg' }))
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, bytes)
  await expect(panel.getByRole('img', { name: 'Preview of the cropped picture' })).toBeVisible()
  await panel.getByRole('button', { name: 'Save picture' }).click()
  await expect(said(page, 'Picture of With a picture saved')).toBeVisible()
  const saved = panel.getByRole('img', { name: 'Picture of With a picture' })
  await expect(saved).toHaveAttribute('src', /^\/media\/[0-9a-f]{64}\.webp$/)
  await page.getByLabel('Messages').getByRole('button', { name: 'Close message' }).click()
  await panel.getByRole('button', { name: 'Remove picture' }).click()
  await expect(said(page, 'Picture of With a picture removed')).toBeVisible()
  await expect(panel.getByText('None yet')).toBeVisible()
  await page.getByLabel('Messages').getByRole('button', { name: 'Undo' }).click()
  await expect(saved).toBeVisible()
  expect((await ask(marketplace, 'GET', `/${id}`)).image).toMatch(/^[0-9a-f]{64}$/)
  await expectAccessible(page)
})

test('a user who may only view categories has no action to use', async ({ page, marketplace }) => {
  const id = await added(marketplace, 'Only looked at')
  for (const name of ['One below', 'Another below']) await added(marketplace, name, id)
  const { token } = await marketplace.signIn()
  const role = (
    await marketplace.call('POST', '/api/admin/roles', token, {
      name: 'Window shopper',
      permissions: ['Manage Categories: view'],
    })
  ).body.results
  const email = 'bushra@shop.example'
  const password = 'a first long password'
  const invitation = { username: 'Bushra Naz', email, phone: '', role_id: role.id }
  await marketplace.call('POST', '/api/admin/staff', token, invitation)
  const secret = (await marketplace.linkFor(email)).split('#')[1]
  await marketplace.call('POST', '/api/account/invitation/accept', '', { token: secret, password })
  await page.goto(`${marketplace.url}/login`)
  await giveCredentials(page, email, password)
  // Without a dashboard the first screen of the menu that is theirs.
  await expect(page.getByRole('heading', { name: /Main Categories/ })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search name' }).fill('Only looked at')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Add New Categories' })).toHaveCount(0)
  await expect(page.getByRole('switch', { name: 'Only looked at active' })).toBeDisabled()
  await page.getByRole('link', { name: 'Details' }).click()
  await expect(page.getByRole('link', { name: 'One below' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByText('only-looked-at').first()).toBeVisible()
  await expect(main.getByRole('textbox')).toHaveCount(0)
  await expect(main.getByTitle('Drag to another place')).toHaveCount(0)
  for (const button of ['More actions', 'Add sub category', 'Choose a picture', 'Move One below down']) {
    await expect(main.getByRole('button', { name: button })).toHaveCount(0)
  }
  for (const one of await main.getByRole('switch').all()) await expect(one).toBeDisabled()
  await expectAccessible(page)
})
