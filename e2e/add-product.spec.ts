import type { Page } from '@playwright/test'
import sharp from 'sharp'
import {
  expect,
  expectAccessible,
  type Marketplace,
  newProduct,
  newSeller,
  openAs,
  said,
  test,
  tokenOf,
} from './marketplace.ts'

const path = '/products-add-product'
const stepLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name })

async function ask(marketplace: Marketplace, method: string, to: string, body?: unknown) {
  const token = await tokenOf(marketplace)
  return (await marketplace.call(method, to, token, body)).body?.results
}

let made = 0
/** A main category with one below the other, of names that nothing else has. */
async function threeLevels(marketplace: Marketplace) {
  made += 1
  const names = ['Woven', 'Shawls', 'Khaddar'].map((name) => `${name} ${process.pid % 1000}-${made}`)
  let parent_id: string | null = null
  for (const name of names) {
    parent_id = (await ask(marketplace, 'POST', '/api/admin/categories', { name, parent_id })).id
  }
  return { names, id: parent_id ?? '' }
}

async function picture(name: string, background: string, side = 700) {
  const buffer = await sharp({ create: { width: side, height: side, channels: 3, background } })
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

/** Keeps these calls from the server until they are let go: what is saved, or what is read again after it. */
async function held(page: Page, method: 'PUT' | 'GET', calls: string) {
  const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(`**/api/admin/${calls}`, async (route) => {
    if (route.request().method() === method) await isHeld
    await route.continue()
  })
  return letGo
}

/** Somebody else changes a product, at its current version. */
async function changedElsewhere(marketplace: Marketplace, id: string, change: object) {
  const token = await tokenOf(marketplace)
  const now = await ask(marketplace, 'GET', `/api/admin/products/${id}`)
  const taken = [
    'sku',
    'product_name',
    'product_price',
    'discounted_price',
    'product_stock',
    'package_weight',
    'product_length',
    'product_width',
    'product_height',
    'product_description',
    'product_video_url',
  ].map((field) => [field, now[field]])
  const images = now.images.map(({ media, alt }: { media: string; alt: string }) => ({ media, alt }))
  const whole = {
    ...Object.fromEntries(taken),
    category_id: now.filed_under?.id ?? null,
    images,
    ...change,
  }
  const path = `/api/admin/products/${id}`
  expect((await marketplace.call('PUT', path, token, whole, now.version)).status).toBe(200)
}

test('a product is added in four steps, survives a reload and a closed tab, and awaits a decision', async ({
  page,
  context,
  marketplace,
}) => {
  const { names } = await threeLevels(marketplace)
  const seller = await newSeller(marketplace, { shop: { shop_name: `Weavers of ${names[0]}` } })
  await newProduct(marketplace, seller, { sku: 'TAKEN-SKU', product_name: 'The other shawl' })
  await openAs(page, marketplace, '/products-all-products')
  await page.getByRole('link', { name: 'Add product', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Add Product', level: 1 })).toBeVisible()
  for (const step of ['Product Information', 'Detail description', 'price & Stock', 'Product Upload']) {
    await expect(stepLink(page, step)).toBeVisible()
  }

  // Nothing is left out on the way, by the button or by a later step.
  await page.getByRole('button', { name: 'Next' }).click()
  for (const words of ['Name is Required', 'Vendor is Required', 'Category is Required']) {
    await expect(page.getByText(words, { exact: true })).toBeVisible()
  }
  await expect(page.getByLabel('Name')).toBeFocused()
  await stepLink(page, 'price & Stock').click()
  await expect(page).toHaveURL(marketplace.url + path)
  await expectAccessible(page)
  await page.getByLabel('Name').fill('Khaddar shawl, maroon')
  await expect(page.getByText('Name is Required')).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Vendor' }).click()
  await page.getByRole('combobox', { name: 'Vendor' }).fill(`weavers of ${names[0]}`)
  await page.getByRole('option', { name: `Weavers of ${names[0]}` }).click()
  await expect(page.getByRole('combobox', { name: 'Vendor' })).toHaveValue(`Weavers of ${names[0]}`)
  await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption(names[0] ?? '')
  await page.getByLabel('Video URL').fill('http://youtu.be/a1')
  await page.getByLabel('Video URL').blur()
  await expect(page.getByText('Must be a link that starts with https://')).toBeVisible()
  await page.getByLabel('Video URL').fill('https://youtu.be/a1')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Sub category is Required')).toBeVisible()
  await page.getByLabel('Sub category').selectOption(names[1] ?? '')
  await page.getByLabel('Child category').selectOption(names[2] ?? '')
  await page.getByRole('button', { name: 'Next' }).click()

  await expect(page).toHaveURL(/step=2/)
  const text = page.getByRole('textbox', { name: 'Description' })
  await expectAccessible(page)
  await text.pressSequentially('Woven by hand')
  await text.press('Enter')
  await page.getByRole('button', { name: 'Bulleted list' }).click()
  await text.pressSequentially('Warm')
  await page.getByLabel('Weight').fill('۰٫۴۵ kg')
  await page.getByLabel('Weight').blur()
  await expect(page.getByLabel('Weight')).toHaveValue('0.45')
  await page.getByLabel('Length').fill('very long')
  await page.getByLabel('Length').blur()
  await expect(page.getByText('Must be a number')).toBeVisible()
  await page.getByLabel('Length').fill('')
  await page.getByRole('button', { name: 'Next' }).click()

  await expect(page).toHaveURL(/step=3/)
  const price = page.getByLabel('Retail price')
  await price.fill('Rs 10,000')
  await price.blur()
  await expect(price).toHaveValue('10,000')
  await price.hover()
  await price.focus()
  await page.mouse.wheel(0, 300)
  await expect(price).toHaveValue('10,000')
  await page.getByLabel('Sale Price').fill('۱۲٬۰۰۰')
  await page.getByLabel('Qty Available').fill('1,50')
  await page.getByLabel('Qty Available').blur()
  await expect(page.getByText('Must be a whole number')).toBeVisible()
  await page.getByLabel('Qty Available').fill('1,500')
  await page.getByLabel('SKU').fill('TAKEN-SKU')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('The sale price must not be above the retail price')).toBeVisible()
  await page.getByLabel('Sale Price').fill('9500')
  await expectAccessible(page)

  // What is typed outlives a reload, and the tab.
  await expect(page.getByText(/Kept in this browser at \d\d:\d\d/)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Sale Price')).toHaveValue('9500')
  await expect(page.getByLabel('Qty Available')).toHaveValue('1,500')
  await expect(page.getByText('Khaddar shawl, maroon')).toBeVisible()
  await page.close()
  page = await context.newPage()
  await page.goto(`${marketplace.url}${path}?step=3`)
  const question = page.getByRole('region', { name: 'Unsaved drafts' })
  await expect(question.getByText(/Restore unsaved changes from \d\d:\d\d\?/)).toBeVisible()
  await expect(page.getByLabel('Retail price')).toHaveValue('')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Retail price')).toHaveValue('10,000')
  // The keys go on in the step, not at the head of the page.
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Retail price')).toBeFocused()
  await page.getByRole('button', { name: 'Next' }).click()

  // Five pictures at once, of which one is lost on the way and one is none.
  await expect(page).toHaveURL(/step=4/)
  let sent = 0
  await page.route('**/api/admin/product-images', async (route) => {
    sent += 1
    if (sent === 2) await route.abort()
    else await route.continue()
  })
  await page
    .getByLabel('Images', { exact: true })
    .and(page.locator('input'))
    .setInputFiles([
      await picture('front.png', '#7a1f1f'),
      await picture('back.png', '#5f1f2f'),
      await picture('tiny.png', '#8a3f3f', 100),
      { name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html>no</html>') },
      await picture('folded.png', '#3f1f1f'),
    ])
  await expect(page.getByLabel('Messages').getByText('3 pictures added, 2 not')).toBeVisible()
  await expect(page.getByText('“page.jpg” cannot be read as a picture.')).toBeVisible()
  await page.getByRole('button', { name: 'Discard page.jpg' }).click()
  await page.getByRole('button', { name: 'Retry back.png' }).click()
  await expect(said(page, '1 picture added')).toBeVisible()
  expect(sent).toBe(5)
  await expect(page.getByText('100x100 pixels. It may look blurred on large screens.')).toBeVisible()
  const rows = page.getByRole('list', { name: 'Images' }).getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await expectAccessible(page)
  await page.getByLabel('What picture 3 shows').fill('The shawl, folded')
  await page.getByRole('button', { name: 'Move The shawl, folded up' }).click()
  await expect(page.getByText('The shawl, folded is now 2 of 4')).toBeAttached()
  await page.getByRole('button', { name: 'Move The shawl, folded up' }).click()
  await expect(page.getByText('The shawl, folded is now 1 of 4, the cover')).toBeAttached()
  await page.getByLabel('Decorative, needs no description').first().check()
  await page.getByRole('button', { name: 'Remove Picture 4' }).click()
  await expect(rows).toHaveCount(3)
  await expect(said(page, 'Picture 4 removed')).toBeVisible()
  await page.getByLabel('Messages').getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(4)
  await rows.nth(2).evaluate((row) => row.scrollIntoView({ block: 'center' }))
  const grip = rows.nth(3).getByTitle('Drag to move')
  const [from, to] = [await grip.boundingBox(), await rows.nth(1).boundingBox()]
  if (!from || !to) throw new Error('the rows are not drawn')
  await page.mouse.move(from.x + 8, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, to.y + 10, { steps: 6 })
  await page.mouse.up()
  await expect(page.getByText('Picture 4 is now 2 of 4')).toBeAttached()

  // Cut by the keyboard alone.
  await page.getByRole('button', { name: 'Crop The shawl, folded' }).click()
  const crop = page.getByRole('dialog', { name: 'Crop picture' })
  await expect(crop.getByText('The result has 700x700 pixels.')).toBeVisible()
  await crop.getByLabel('Shape').selectOption('4:3, landscape')
  await crop.getByLabel('Zoom').focus()
  for (let n = 0; n < 30; n += 1) await page.keyboard.press('ArrowRight')
  await expect(crop.getByText(/fewer than 600x600. It may look blurred/)).toBeVisible()
  await crop.getByRole('group', { name: 'Part that is kept' }).focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', '+']) await page.keyboard.press(key)
  await expect(crop.getByLabel('Left to right')).toHaveValue('0.54')
  await expect(crop.getByLabel('Top to bottom')).toHaveValue('0.48')
  await expect(crop.getByLabel('Zoom')).toHaveValue('1.4')
  await expectAccessible(page)
  const whole = (await rows.first().locator('img').first().getAttribute('src')) ?? ''
  await crop.getByRole('button', { name: 'Crop picture' }).click()
  // The one that was cut takes the place of the whole one, which keeps what was said of it.
  await expect(page.getByLabel('Uploading')).toHaveCount(0)
  await expect(rows.first().locator('img').first()).not.toHaveAttribute('src', whole)
  await expect(rows).toHaveCount(4)
  await expect(page.getByLabel('What picture 1 shows')).toHaveValue('The shawl, folded')

  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await expect(page.getByText('2 pictures have no description for people who cannot see')).toBeVisible()
  await expect(page.getByText(names.join(' › '))).toBeVisible()
  await expectAccessible(page)
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/admin/products'))
      posts.push(request.url())
  })
  await page.getByRole('button', { name: 'Submit for review' }).dblclick()
  await expect(page.getByText('The other shawl of this seller already has this SKU')).toBeVisible()
  await expect(page).toHaveURL(/step=3/)
  await expect(page.getByLabel('SKU')).toBeFocused()
  expect(posts).toHaveLength(1)
  await page.getByLabel('SKU').fill('FREE-SKU')
  await stepLink(page, 'Review').click()
  await page.getByRole('button', { name: 'Submit for review' }).dblclick()
  await expect(page.getByRole('heading', { name: 'Khaddar shawl, maroon', level: 1 })).toBeVisible()
  await expect(said(page, 'Khaddar shawl, maroon is added and awaits a decision')).toBeVisible()
  expect(posts).toHaveLength(2)
  const id = new URL(page.url()).searchParams.get('id') ?? ''
  const product = await ask(marketplace, 'GET', `/api/admin/products/${id}`)
  expect(product).toMatchObject({
    status: 'submitted',
    product_price: '10000',
    discounted_price: '9500',
    product_stock: 1500,
    package_weight: 0.45,
    product_description: '<p>Woven by hand</p><ul><li><p>Warm</p></li></ul>',
    category: names.join(' › '),
  })
  expect(product.images[0]).toMatchObject({ alt: 'The shawl, folded' })
  expect(product.images[0].width / product.images[0].height).toBeCloseTo(4 / 3, 1)
  await page.goto(marketplace.url + path)
  await expect(page.getByLabel('Name')).toHaveValue('')
  await expect(question).toHaveCount(0)
})

test('a product is changed in place: the bar appears and disappears, steps do not ask, leaving asks once, and a change by others is shown beside it', async ({
  page,
  marketplace,
}) => {
  const seller = await newSeller(marketplace)
  const id = await newProduct(marketplace, seller, {
    product_name: 'Read by two people',
    product_price: '1200',
    product_description: '<table><tr><td>Care</td><td>Wash cold</td></tr></table>',
  })
  await openAs(page, marketplace, `/single-product/pending?id=${id}`)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Edit product', level: 1 })).toBeVisible()
  const bar = page.getByRole('group', { name: 'Unsaved changes' })
  const name = page.getByLabel('Name')
  await name.fill('Typed here')
  await expect(bar.getByText('Unsaved changes: name')).toBeVisible()
  await name.fill('Read by two people')
  await expect(bar).toHaveCount(0)

  // Opening a text changes nothing of it, and steps are the same work.
  await name.fill('Typed here')
  await stepLink(page, 'Detail description').click()
  await expect(page.getByRole('textbox', { name: 'Description' }).getByText('Wash cold')).toBeVisible()
  await expect(bar.getByText('Unsaved changes: name')).toBeVisible()
  await stepLink(page, 'price & Stock').click()
  await page.getByLabel('Retail price').fill('1,000')
  await expect(bar.getByText('Unsaved changes: name and retail price')).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(name).toHaveValue('Typed here')
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(leave).toHaveCount(0)
  await page.goBack()
  await expect(leave).toHaveCount(1)
  await leave.getByRole('button', { name: 'Stay' }).click()
  await expect(name).toHaveValue('Typed here')
  await page.getByRole('link', { name: 'All Approved Products' }).click()
  await expect(leave).toHaveCount(1)
  await leave.getByRole('button', { name: 'Stay' }).click()

  // Somebody else saves the same field, and another one.
  await changedElsewhere(marketplace, id, { product_name: 'Saved elsewhere', product_stock: 77 })
  await page.keyboard.press('ControlOrMeta+s')
  const told = page.getByRole('alert').filter({ hasText: 'Another person changed this while you typed' })
  await expect(told.getByRole('row', { name: 'Name Saved elsewhere Typed here' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await expectAccessible(page)
  expect((await ask(marketplace, 'GET', `/api/admin/products/${id}`)).product_name).toBe('Saved elsewhere')
  await told.getByRole('button', { name: 'Keep my values' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(said(page, 'Typed here is saved')).toBeVisible()
  await expect(bar).toHaveCount(0)
  const saved = await ask(marketplace, 'GET', `/api/admin/products/${id}`)
  expect(saved).toMatchObject({ product_name: 'Typed here', product_price: '1000', product_stock: 77 })
  await expect(page.getByText(/Retail price: Rs\s1,200 → Rs\s1,000/)).toBeVisible()

  // What others change beside it is no reason to ask.
  await name.fill('Typed again')
  await changedElsewhere(marketplace, id, { product_stock: 5 })
  await page.keyboard.press('ControlOrMeta+s')
  await expect(said(page, 'Typed again is saved')).toBeVisible()
  expect(await ask(marketplace, 'GET', `/api/admin/products/${id}`)).toMatchObject({
    product_name: 'Typed again',
    product_stock: 5,
  })

  // A number that is cleared stays cleared.
  await stepLink(page, 'price & Stock').click()
  await page.getByLabel('Sale Price').fill('900')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(said(page, 'Typed again is saved').last()).toBeVisible()
  await expect(bar).toHaveCount(0)
  await page.getByLabel('Sale Price').fill('')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(bar).toHaveCount(0)
  expect((await ask(marketplace, 'GET', `/api/admin/products/${id}`)).discounted_price).toBe('0')

  // What is asked to be saved during a save is saved after it, unless that one was refused.
  const salePrice = page.getByLabel('Sale Price')
  const saving = bar.getByRole('button', { name: 'Loading...' })
  let letGo = await held(page, 'PUT', 'products/*')
  await salePrice.fill('700')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(saving).toBeVisible()
  await salePrice.fill('750')
  await page.keyboard.press('ControlOrMeta+s')
  letGo()
  await expect(bar).toHaveCount(0)
  expect((await ask(marketplace, 'GET', `/api/admin/products/${id}`)).discounted_price).toBe('750')
  // So is what is asked while the answers to the first save are still read again.
  letGo = await held(page, 'PUT', 'products/*')
  const letRead = await held(page, 'GET', 'dashboard/*')
  await salePrice.fill('751')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(saving).toBeVisible()
  await salePrice.fill('752')
  letGo()
  await expect(page.getByText(/Sale Price: Rs\s750 → Rs\s751/)).toBeVisible()
  // The own save, read again before it has ended, is nobody else's change.
  await expect(told).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+s')
  letRead()
  await expect(bar).toHaveCount(0)
  expect((await ask(marketplace, 'GET', `/api/admin/products/${id}`)).discounted_price).toBe('752')
  letGo = await held(page, 'PUT', 'products/*')
  await salePrice.fill('760')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(saving).toBeVisible()
  await salePrice.fill('770')
  await page.keyboard.press('ControlOrMeta+s')
  await changedElsewhere(marketplace, id, { discounted_price: '780' })
  letGo()
  await told.getByRole('button', { name: 'Keep my values' }).click()
  await expect(bar.getByRole('button', { name: 'Save', exact: true })).toBeEnabled()
  await expect(bar.getByText('Unsaved changes: sale price')).toBeVisible()
  expect((await ask(marketplace, 'GET', `/api/admin/products/${id}`)).discounted_price).toBe('780')

  // A person who leaves while it is being saved is asked only until it is saved.
  letGo = await held(page, 'PUT', 'products/*')
  await salePrice.fill('800')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(saving).toBeVisible()
  await page.getByRole('link', { name: 'All Approved Products' }).click()
  await expect(leave).toHaveCount(1)
  letGo()
  await expect(page.getByRole('heading', { name: /All Approved Products/ })).toBeVisible()
  await expect(leave).toHaveCount(0)
  expect((await ask(marketplace, 'GET', `/api/admin/products/${id}`)).discounted_price).toBe('800')
  await page.goto(`${marketplace.url}${path}?id=${id}`)
  await expect(name).toHaveValue('Typed again')

  // After saving, leaving asks nothing.
  await page.getByRole('link', { name: 'Typed again' }).click()
  await expect(page.getByRole('heading', { name: 'Typed again', level: 1 })).toBeVisible()
  await expect(leave).toHaveCount(0)
})

test('of several fields that two people changed, each value is chosen separately', async ({
  page,
  marketplace,
}) => {
  const seller = await newSeller(marketplace)
  const id = await newProduct(marketplace, seller, { product_name: 'As it was', product_price: '1200' })
  await openAs(page, marketplace, `/products-add-product?id=${id}`)
  await page.getByLabel('Name').fill('Typed here')
  await stepLink(page, 'price & Stock').click()
  await page.getByLabel('Retail price').fill('1,000')
  await page.getByLabel('Qty Available').fill('7')
  const bar = page.getByRole('group', { name: 'Unsaved changes' })
  await expect(bar.getByText('Unsaved changes: name, retail price and Qty Available')).toBeVisible()
  const elsewhere = { product_name: 'Saved elsewhere', product_price: '1100', product_stock: 8 }
  await changedElsewhere(marketplace, id, elsewhere)
  await page.keyboard.press('ControlOrMeta+s')
  const told = page.getByRole('alert').filter({ hasText: 'Another person changed this while you typed' })
  await expect(told.getByRole('row')).toHaveCount(4)
  await expectAccessible(page)
  await told.getByRole('button', { name: 'Use saved value: Name' }).click()
  await expect(told.getByRole('row')).toHaveCount(3)
  await expect(told).toBeFocused()
  await told.getByRole('button', { name: 'Keep my value: Retail price' }).click()
  // The last one has no choice of its own beside the one for all.
  await expect(told.getByRole('button')).toHaveCount(2)
  await told.getByRole('button', { name: 'Use saved values' }).click()
  await expect(told).toHaveCount(0)
  await expect(bar.getByText('Unsaved changes: retail price')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(said(page, 'Saved elsewhere is saved')).toBeVisible()
  expect(await ask(marketplace, 'GET', `/api/admin/products/${id}`)).toMatchObject({
    product_name: 'Saved elsewhere',
    product_price: '1000',
    product_stock: 8,
  })
})

test('the review lists the errors, and Undo of a removed picture is offered on its screen only', async ({
  page,
  marketplace,
}) => {
  const seller = await newSeller(marketplace)
  const id = await newProduct(marketplace, seller, { product_name: 'With a picture too many' })
  await openAs(page, marketplace, `/products-add-product?id=${id}&step=3`)
  await page.getByLabel('Qty Available').fill('many')
  await page.getByLabel('Qty Available').blur()
  await expect(page.getByText('Must be a whole number')).toBeVisible()
  await stepLink(page, 'Review').click()
  await page.getByRole('link', { name: 'Qty Available: Must be a whole number' }).click()
  await page.getByLabel('Qty Available').fill('12')
  await stepLink(page, 'Product Upload').click()
  await page
    .getByLabel('Images', { exact: true })
    .and(page.locator('input'))
    .setInputFiles([await picture('one.png', '#7a1f1f'), await picture('two.png', '#1f7a1f')])
  await expect(said(page, '2 pictures added')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(said(page, 'With a picture too many is saved')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Picture 2' }).click()
  const undo = page.getByLabel('Messages').getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  await stepLink(page, 'Detail description').click()
  await expect(undo).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByRole('group', { name: 'Unsaved changes' })).toHaveCount(0)
  await page.getByRole('link', { name: 'With a picture too many' }).first().click()
  await expect(page.getByRole('heading', { name: 'With a picture too many', level: 1 })).toBeVisible()
  await expect(undo).toHaveCount(0)
})

test('a product is duplicated, approved at once, and switched off by its name; what is pasted loses what could run', async ({
  page,
  marketplace,
}) => {
  const { id: category_id } = await threeLevels(marketplace)
  const seller = await newSeller(marketplace)
  const id = await newProduct(marketplace, seller, {
    product_name: 'Copied from',
    product_video_url: 'https://youtu.be/b2',
    product_description: '<p>Soft</p>',
  })
  await changedElsewhere(marketplace, id, { category_id })
  await openAs(page, marketplace, `/single-product/pending?id=${id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('link', { name: 'Duplicate' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Copied from')
  await page.getByLabel('Name').fill('Copied to')
  await page.getByRole('button', { name: 'Next' }).click()
  const text = page.getByRole('textbox', { name: 'Description' })
  await expect(text).toHaveText('Soft')
  await text.press('ControlOrMeta+a')
  await text.evaluate((field) => {
    const data = new DataTransfer()
    data.setData(
      'text/html',
      '<p class="MsoNormal" style="color:red">From <b>Word</b><script>alert(1)</script><img src=x onerror=alert(1)></p><p dir="rtl">نرم کپڑا</p>',
    )
    data.setData('text/plain', 'From Word')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect(text.locator('strong')).toHaveText('Word')
  await expect(text.locator('img, script, [style]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('SKU').fill('COPIED-1')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await expect(page.getByText('Images are Required')).toBeVisible()
  const chooser = page.getByRole('button', { name: 'Choose pictures' })
  await expect(chooser).toBeFocused()
  const { buffer } = await picture('dropped.png', '#1f4f7a')
  await page.evaluate(
    (bytes) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], 'dropped.png', { type: 'image/png' }))
      document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    },
    [...buffer],
  )
  await expect(said(page, '1 picture added')).toBeVisible()
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await page.getByRole('button', { name: 'Add and approve' }).click()
  await expect(said(page, 'Copied to is added and approved')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Copied to', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Switch off…' }).click()
  const confirm = page.getByRole('dialog', { name: 'Switch off Copied to?' })
  await expect(confirm.getByText('cannot order its 5 pcs')).toBeVisible()
  await expectAccessible(page)
  // Escape and Back close it, and what opened it has the focus again.
  await page.keyboard.press('Escape')
  await expect(confirm).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused()
  const address = page.url()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Switch off…' }).click()
  await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.goBack()
  await expect(confirm).toHaveCount(0)
  expect(page.url()).toBe(address)
  await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Switch off…' }).click()
  await confirm.getByRole('button', { name: 'Switch off product' }).click()
  await expect(said(page, 'Copied to is switched off')).toBeVisible()
  await page.getByLabel('Messages').getByRole('button', { name: 'Undo' }).last().click()
  await expect(said(page, 'Copied to is switched on')).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Switch off…' }).click()
  await confirm.getByRole('button', { name: 'Switch off product' }).click()
  await expect(said(page, 'Copied to is switched off').last()).toBeVisible()
  const to = new URL(page.url()).searchParams.get('id') ?? ''
  expect(await ask(marketplace, 'GET', `/api/admin/products/${to}`)).toMatchObject({
    status: 'approved',
    available: false,
    product_description: '<p>From <strong>Word</strong></p><p>نرم کپڑا</p>',
  })
})

test('a copy that is begun from the form of a product holds nothing of it but what is copied, and gives nothing back', async ({
  page,
  marketplace,
}) => {
  const { id: category_id } = await threeLevels(marketplace)
  const seller = await newSeller(marketplace)
  const id = await newProduct(marketplace, seller, {
    product_name: 'Stays as it is',
    product_video_url: 'https://youtu.be/b4',
    product_description: '<p>Soft</p>',
  })
  await changedElsewhere(marketplace, id, { category_id })
  await openAs(page, marketplace, `${path}?id=${id}`)
  const name = page.getByLabel('Name')
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
  const adding = page.getByRole('heading', { name: 'Add Product', level: 1 })
  await expect(name).toHaveValue('Stays as it is')

  // What the menu offers in the search asks as the menu does.
  await name.fill('Typed here')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('Duplicate')
  await page
    .getByRole('group', { name: 'Actions on this screen' })
    .getByRole('option', { name: 'Duplicate' })
    .click()
  await leave.getByRole('button', { name: 'Stay' }).click()
  await expect(name).toHaveValue('Typed here')
  await name.fill('Stays as it is')

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('link', { name: 'Duplicate' }).click()
  await expect(adding).toBeVisible()
  await expect(name).toHaveValue('Stays as it is')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveText('Soft')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByLabel('SKU')).toHaveValue('')
  await page.goBack()
  await page.goBack()
  await name.fill('Of the copy')
  await page.goBack()
  await leave.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'Edit product', level: 1 })).toBeVisible()
  await expect(name).toHaveValue('Stays as it is')
  await expect(page.getByRole('group', { name: 'Unsaved changes' })).toHaveCount(0)
  // It asks again, as a form that nobody has left.
  await name.fill('Typed again')
  await page.getByRole('link', { name: 'All Approved Products' }).click()
  await expect(leave).toHaveCount(1)
})

test('a failure is shown beside the buttons, the keyboard leaves a table, and cleared fields stay empty', async ({
  page,
  marketplace,
  faults,
}) => {
  const { id: category_id } = await threeLevels(marketplace)
  const seller = await newSeller(marketplace)
  const id = await newProduct(marketplace, seller, {
    product_name: 'Sent twice',
    product_video_url: 'https://youtu.be/b3',
    product_description: '<p>Soft</p>',
  })
  await changedElsewhere(marketplace, id, { category_id })
  await openAs(page, marketplace, `${path}?copy=${id}`)

  // A vendor is emptied by deleting the name; Escape, and leaving it alone, lose nothing.
  const vendor = page.getByRole('combobox', { name: 'Vendor' })
  await expect(vendor).not.toHaveValue('')
  const shop = await vendor.inputValue()
  await vendor.click()
  await vendor.press('Escape')
  await expect(vendor).toHaveValue(shop)
  await vendor.fill('')
  await vendor.press('Escape')
  await expect(vendor).toHaveValue(shop)
  await vendor.click()
  await vendor.press('Delete')
  await vendor.press('Tab')
  await expect(vendor).toHaveValue('')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Vendor is Required', { exact: true })).toBeVisible()
  await vendor.fill(shop)
  await page.getByRole('option', { name: shop, exact: true }).first().click()
  await page.getByRole('button', { name: 'Next' }).click()

  const text = page.getByRole('textbox', { name: 'Description' })
  await text.press('ControlOrMeta+End')
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await expect(text.locator('tr')).toHaveCount(3)
  for (const words of ['Part', 'Cloth', 'Border', 'Silk', 'Ground']) {
    await page.keyboard.type(words)
    await page.keyboard.press('Tab')
  }
  await expect(text).toBeFocused()
  await page.keyboard.type('last')
  await expect(text.locator('td').last()).toHaveText('last')
  await page.keyboard.press('Tab')
  await expect(text).not.toBeFocused()
  await expect(text.locator('tr')).toHaveCount(3)

  // The next step is read from its top, however far down the last one was left.
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByLabel('Retail price')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Steps' })).toBeInViewport({ ratio: 1 })
  await page.getByLabel('Qty Available').fill('-1')
  await page.getByLabel('Qty Available').blur()
  await expect(page.getByText('Must not be below zero')).toBeVisible()
  await page.getByLabel('Qty Available').fill('1')
  await page.getByLabel('Sale Price').fill('0')
  await expect(page.getByRole('complementary', { name: 'Summary' }).locator('del')).toHaveCount(0)
  await page.getByLabel('SKU').fill('SENT-TWICE')
  await page.getByRole('button', { name: 'Next' }).click()
  await page
    .getByLabel('Images', { exact: true })
    .and(page.locator('input'))
    .setInputFiles([
      await picture('front.png', '#7a1f1f'),
      { name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html>no</html>') },
    ])
  const onTheWay = page.getByRole('list', { name: 'Uploading' })
  await expect(onTheWay.getByText('cannot be read as a picture')).toBeVisible()
  await expect(onTheWay.locator('img')).toHaveCount(0)
  await page.getByRole('button', { name: 'Discard page.jpg' }).click()
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await expect(page.getByText('No discount')).toBeVisible()

  faults.expected(/^503 POST \/api\/admin\/products$/)
  await page.route('**/api/admin/products', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{}' })
      : route.fallback(),
  )
  await page.getByRole('button', { name: 'Submit for review' }).click()
  const failure = page.getByRole('alert').filter({ hasText: 'Server Error' })
  await expect(failure).toBeInViewport({ ratio: 1 })
  await expect(page.locator(':focus')).toContainText('The change may have been saved')
  await expectAccessible(page)
  await page.unroute('**/api/admin/products')
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await expect(page.getByRole('heading', { name: 'Sent twice', level: 1 })).toBeVisible()

  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Add Product', level: 1 })).toBeVisible()
  await expect(page.getByText('missing or wrong')).toHaveCount(0)
})

test('two tabs have a draft each; a draft restored in another tab moves there, and the first tab is notified', async ({
  page,
  context,
  marketplace,
}) => {
  await openAs(page, marketplace, path)
  const question = (tab: Page) => tab.getByRole('region', { name: 'Unsaved drafts' })
  const kept = (tab: Page) => tab.getByText(/Kept in this browser at \d\d:\d\d/)
  await page.getByLabel('Name').fill('Of the first tab')
  await expect(kept(page)).toBeVisible()

  // What is typed beside a question that nobody has answered is kept as well.
  const second = await context.newPage()
  await second.goto(marketplace.url + path)
  await expect(question(second).getByText('Of the first tab')).toBeVisible()
  await second.getByLabel('Video URL').fill('https://youtu.be/second')
  await expect(kept(second)).toBeVisible()
  await expectAccessible(second)
  await second.close()
  const third = await context.newPage()
  await third.goto(marketplace.url + path)
  await expect(question(third).getByRole('button', { name: 'Restore' })).toHaveCount(2)
  await expect(question(third).getByText('Unnamed product')).toBeVisible()

  // Taken over: the first tab says so, and writes nothing into it.
  await question(third).getByRole('button', { name: 'Restore' }).last().click()
  await expect(third.getByLabel('Name')).toHaveValue('Of the first tab')
  await third.getByLabel('Name').fill('Of the third tab')
  await expect(kept(third)).toBeVisible()
  const told = page.getByRole('region', { name: 'Draft in another tab' })
  await expect(told.getByText('This draft is being edited in another tab')).toBeVisible()
  await expect(kept(page)).toHaveCount(0)
  await expectAccessible(page)
  await page.getByLabel('Name').fill('Typed on in the first tab')
  await expect(told).toHaveCount(0)
  await expect(kept(page)).toBeVisible()
  await third.reload()
  await expect(third.getByLabel('Name')).toHaveValue('Of the third tab')
  await expect(question(third).getByText('Typed on in the first tab')).toBeVisible()

  // Discarded elsewhere: what is still on the screen is not said to be kept.
  await question(third).getByRole('button', { name: 'Discard changes' }).first().click()
  await expect(told.getByText('This draft was saved or discarded in another tab')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Typed on in the first tab')
  await page.getByRole('link', { name: 'All Pending Products' }).first().click()
  await expect(page.getByRole('dialog').getByText('are not saved and will be lost')).toBeVisible()
  await page.keyboard.press('Escape')
  await told.getByRole('button', { name: 'Keep as new draft' }).click()
  await expect(kept(page)).toBeVisible()
})
