import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, type Marketplace, newSeller, openAs, test } from './marketplace.ts'

const count = 200
/** What goes on behind the screens takes as long as the machine is busy. */
const inItsTime = { timeout: 180_000 }
const bad = new Map([
  [11, 'a lot'],
  [57, '3.52E+12'],
  [130, '-50'],
  [101, '12.345'],
  [118, 'free'],
  [166, '=A1*2'],
  [199, '1,99'],
])

/** A sheet of a shop with its own names of columns; seven of its prices are none. */
function sheetOf(prefix: string, rows = count): string {
  const lines = Array.from({ length: rows }, (_, at) => {
    const n = at + 1
    return `${prefix}-${n};Shawl ${n} ${prefix};"${bad.get(n) ?? 1000 + n}";${n % 20};for the shop`
  })
  return `\uFEFF${['Item code;Item name;Price;Pieces;Remark', ...lines].join('\r\n')}`
}

const fileOf = (name: string, text: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

/** Chooses a file on the screen that is open. */
async function choose(page: Page, name: string, text: string): Promise<void> {
  await page.getByLabel('File with products').setInputFiles(fileOf(name, text))
}

async function productsOf(marketplace: Marketplace, token: string, vendor: string): Promise<number> {
  const path = `/api/admin/products/get/pending?limit=1&vendor_id=${vendor}`
  return (await marketplace.call('GET', path, token)).body.total
}

/** Sends a file without a screen, and waits until it has been looked at. */
async function sent(
  marketplace: Marketplace,
  token: string,
  vendor: string,
  name: string,
  text: string | Uint8Array<ArrayBuffer>,
) {
  const form = new FormData()
  form.append('file', new Blob([text]), name)
  const response = await fetch(`${marketplace.url}/api/admin/imports?vendor_id=${vendor}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const { id } = ((await response.json()) as { results: { id: string } }).results
  const read = async () => (await marketplace.call('GET', `/api/admin/imports/${id}`, token)).body.results
  await expect.poll(async () => (await read()).status, inItsTime).toMatch(/^(mapping|checked)$/)
  return { id, read }
}

test('a file with seven bad rows is reviewed, imported, corrected, uploaded again and reverted', async ({
  page,
  marketplace,
}) => {
  const { token } = await marketplace.signIn()
  const vendor = await newSeller(marketplace, {
    shop: { shop_name: 'Shawls of Swat', bank_name: 'HBL', ibn_number: 'PK36SCBL0000001123456702' },
  })
  await openAs(page, marketplace, '/bulk')
  await expect(page.getByRole('heading', { name: 'Bulk Product upload' })).toBeVisible()
  await expect(page.getByText(/at most 50 MB and 50,000 rows/)).toBeVisible()
  await expectAccessible(page)
  const template = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the template as CSV' }).click()
  expect(await readFile(await (await template).path(), 'utf8')).toContain('SKU,Name,Retail price')
  await choose(page, 'winter.pdf', 'none')
  await expect(page.getByText('winter.pdf is not a CSV, XLSX or ZIP file')).toBeVisible()

  // The columns have names of their own: they are shown as guessed, and what is missing is said.
  await choose(page, 'winter.csv', sheetOf('WINTER'))
  await expect(page).toHaveURL(/\/bulk\/import\?id=/)
  const columns = page.getByRole('form', { name: 'Columns' })
  await expect(columns.getByText('Guessed from the column names')).toBeVisible(inItsTime)
  await expect(columns.getByText('Choose the vendor, or map a column to the vendor')).toBeVisible()
  await expect(columns.getByLabel('Field of Price')).toHaveValue('product_price')
  await expectAccessible(page)
  await columns.getByLabel('Field of Pieces').selectOption({ label: 'Retail price' })
  await expect(columns.getByText('“Price” is now left out')).toBeVisible()
  await columns.getByLabel('Field of Pieces').selectOption({ label: 'Qty Available in pcs' })
  await columns.getByLabel('Field of Price').selectOption({ label: 'Retail price' })
  await columns.getByRole('button', { name: `Check ${count} rows` }).click()
  await expect(columns.getByText('Vendor is Required')).toBeVisible()
  await expect(columns.getByRole('combobox', { name: 'Vendor' })).toBeFocused()
  await columns.getByRole('combobox', { name: 'Vendor' }).fill('shawls of')
  await expect(columns.getByRole('option', { name: /Shawls of Swat/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await columns.getByRole('button', { name: `Check ${count} rows` }).click()

  // The dry run says what each row would do, and writes nothing.
  await expect(page.getByText('193 products can be imported. Nothing is written yet.')).toBeVisible(inItsTime)
  const rows = page.getByRole('region', { name: 'Rows', exact: true })
  await expect(rows.getByRole('link', { name: 'Create 193' })).toBeVisible()
  // What has to be corrected is shown first.
  await expect(rows.getByRole('link', { name: 'Error 7' })).toHaveAttribute('aria-current', 'page')
  await rows.getByRole('link', { name: `All ${count}` }).click()
  await expect(page).toHaveURL(/verdict=all/)
  await rows.getByRole('link', { name: 'Error 7' }).click()
  await expect(page).toHaveURL(/verdict=error/)
  await expect(rows.getByRole('row').filter({ hasText: /WINTER-57\b/ })).toContainText(
    'a spreadsheet rounded this number',
  )
  await rows.getByRole('button', { name: 'Row 58 as in the file' }).click()
  await expect(rows.getByText('for the shop')).toBeVisible()
  await rows.getByRole('link', { name: 'Price 7 errors' }).click()
  await expect(page).toHaveURL(/column=2/)
  await expect(rows.getByRole('row').filter({ has: page.getByText('Error', { exact: true }) })).toHaveCount(7)
  await expectAccessible(page)
  expect(await productsOf(marketplace, token, vendor)).toBe(0)

  // It goes on when its page is left, and is found again.
  await page.getByRole('button', { name: 'Import 193 products' }).click()
  const question = page.getByRole('dialog', { name: 'Import 193 products?' })
  await expect(question.getByText('193 new products enter review')).toBeVisible()
  await expect(question.getByText('7 rows with errors are skipped')).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Import 193 products' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('link', { name: '‹ Bulk Product upload' }).click()
  const listed = page.getByRole('row').filter({ hasText: 'winter.csv' })
  await expect(listed).toContainText('Imported', inItsTime)
  await expect(listed).toContainText('193')
  await listed.getByRole('link', { name: 'winter.csv' }).click()
  await expect(page.getByRole('heading', { name: '193 products imported' })).toBeVisible()
  await expect(page).toHaveTitle('winter.csv · Munshi')
  expect(await productsOf(marketplace, token, vendor)).toBe(193)
  await expectAccessible(page)

  // The rows that are wrong come back as they were sent, with the reason of each.
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Errors as CSV' }).click()
  const errors = await readFile(await (await download).path(), 'utf8')
  const lines = errors.replace('\uFEFF', '').trim().split(/\r?\n/)
  expect(lines).toHaveLength(8)
  expect(lines[0]).toBe('Item code,Item name,Price,Pieces,Remark,error')
  expect(errors).toContain('Price: “-50” must not be below zero')

  // Put right and sent again, all of them go in; the columns and the vendor are known.
  const corrected = [lines[0], ...[...bad.keys()].map((n) => `WINTER-${n},Shawl ${n} WINTER,${1000 + n},3,,`)]
  await choose(page, 'winter-errors.csv', corrected.join('\n'))
  await expect(page.getByRole('heading', { name: 'winter-errors.csv' })).toBeVisible()
  await expect(page.getByText('7 products can be imported. Nothing is written yet.')).toBeVisible(inItsTime)
  await page.getByRole('button', { name: 'Import 7 products' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Import 7 products' }).click()
  await expect(page.getByRole('heading', { name: '7 products imported' })).toBeVisible(inItsTime)
  expect(await productsOf(marketplace, token, vendor)).toBe(count)

  // Taken back, but for the one that somebody has decided on since.
  const first = page.getByRole('link', { name: /^Shawl 11 / })
  const kept = new URL((await first.getAttribute('href')) ?? '', marketplace.url).searchParams.get('id')
  expect((await marketplace.call('POST', `/api/admin/products/${kept}/approve`, token)).status).toBe(200)
  await page.getByRole('button', { name: 'Revert import' }).click()
  const revert = page.getByRole('dialog', { name: 'Revert 7 products?' })
  await expect(revert.getByText('7 products created by this import are withdrawn')).toBeVisible()
  await expectAccessible(page)
  await revert.getByRole('button', { name: 'Revert 7 products' }).click()
  await expect(page.getByRole('heading', { name: '6 rows reverted, 1 kept because' })).toBeVisible(inItsTime)
  await rows.getByRole('link', { name: 'Kept 1' }).click()
  await expect(rows.getByRole('row').filter({ hasText: /WINTER-11\b/ })).toContainText('Kept, because')
  await expectAccessible(page)
  expect(await productsOf(marketplace, token, vendor)).toBe(193)
  await page.getByRole('link', { name: '‹ Bulk Product upload' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'winter-errors.csv' })).toContainText('Reverted')

  // The same file once more changes nothing.
  await choose(page, 'winter-again.csv', sheetOf('WINTER'))
  await expect(page.getByText('Remembered from the last file with these columns.')).toBeVisible(inItsTime)
  await page.getByRole('combobox', { name: 'Vendor' }).fill('shawls of')
  await expect(page.getByRole('option', { name: /Shawls of Swat/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: `Check ${count} rows` }).click()
  await expect(rows.getByRole('link', { name: 'Unchanged 193' })).toBeVisible(inItsTime)
  await expect(page.getByText(/Nothing to import:/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0)
  await expect(page.getByText('Nothing to import', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Cancelled before anything was imported' })).toBeVisible()
})

test('typing a vendor and pressing Enter chooses the typed vendor, however late the answer arrives', async ({
  page,
  marketplace,
}) => {
  const shop_name = 'Rugs of Rawat'
  await newSeller(marketplace, {
    shop: { shop_name, bank_name: 'Standard Chartered', ibn_number: 'PK36SCBL0000001123456702' },
  })
  await openAs(page, marketplace, '/bulk')
  await choose(page, 'late.csv', sheetOf('LATE', 3))
  // The screen of the file has a field of this name, too.
  await expect(page.getByRole('form', { name: 'Columns' })).toBeVisible(inItsTime)
  const field = page.getByRole('combobox', { name: 'Vendor' })
  await field.click()
  await expect(page.getByRole('option').first()).toBeVisible(inItsTime)
  await page.route('**/api/admin/imports/vendors?q=*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await route.continue()
  })
  await field.fill(shop_name)
  await field.press('Enter')
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  await expect(field).toHaveValue(shop_name)
})

test('a person who confirms an import that another person has changed is notified, and nothing happens', async ({
  page,
  marketplace,
}) => {
  const { token } = await marketplace.signIn()
  const vendor = await newSeller(marketplace)
  const head = 'SKU,Name,Retail price,Qty available in pcs'
  const text = `${head}\nMOVED-1,Lamp,900,4\nMOVED-2,Lantern,700,1`
  const { id, read } = await sent(marketplace, token, vendor, 'lamps.csv', text)
  await openAs(page, marketplace, `/bulk/import?id=${id}`)
  await page.getByRole('button', { name: 'Import 2 products' }).click()
  const question = page.getByRole('dialog', { name: 'Import 2 products?' })
  await expect(question).toBeVisible()
  const { version, columns } = await read()
  const fields = columns.map(({ field }: { field: string }) => (field === 'product_stock' ? null : field))
  const mapping = { fields, vendor_id: vendor }
  const path = `/api/admin/imports/${id}/mapping`
  expect((await marketplace.call('PUT', path, token, mapping, version)).status).toBe(200)
  await expect.poll(async () => (await read()).status, inItsTime).toBe('checked')
  await question.getByRole('button', { name: 'Import 2 products' }).click()
  await expect(page.getByText('Another person changed this import')).toBeVisible()
  await expect(question).toBeHidden()
  expect(await productsOf(marketplace, token, vendor)).toBe(0)

  // The current version can be decided on.
  await page.getByRole('button', { name: 'Import 2 products' }).click()
  await question.getByRole('button', { name: 'Import 2 products' }).click()
  await expect(page.getByRole('heading', { name: '2 products imported' })).toBeVisible(inItsTime)
})

test('a file that does not arrive can be sent again, one on its way can be stopped, and cells can be pasted', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/bulk')
  const text = sheetOf('STOPPED', 10)
  await page.route('**/api/admin/imports', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await choose(page, 'stopped.csv', text)
  await expect(page.getByText('stopped.csv could not be uploaded.')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/admin/imports')

  let letGo = () => {}
  const isHeld = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/admin/imports', async (route) => {
    if (route.request().method() === 'POST') await isHeld
    await route.continue().catch(() => {})
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('progressbar', { name: 'Uploading stopped.csv' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Vendor' })).toBeEnabled()
  await expect(page).toHaveURL(/\/bulk$/)

  // A person who continues elsewhere is told when it has arrived.
  await choose(page, 'later.csv', text)
  await expect(page.getByRole('progressbar', { name: 'Uploading later.csv' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Vendor' })).toBeDisabled()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Settlements', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Settlements' })).toBeVisible()
  letGo()
  await expect(page.getByText('later.csv is uploaded.')).toBeVisible(inItsTime)
  await page.unroute('**/api/admin/imports')
  await page.getByRole('link', { name: 'Open the import' }).click()
  await expect(page.getByRole('heading', { name: 'later.csv' })).toBeVisible()
  await page.getByRole('link', { name: '‹ Bulk Product upload' }).click()
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()

  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', 'Item code\tItem name\tPrice\nPASTED-1\tBasket\t350')
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  })
  await expect(page.getByRole('heading', { name: 'Pasted cells.tsv' })).toBeVisible()
  await expect(page.getByLabel('Field of Item name')).toHaveValue('product_name', inItsTime)
})

test('who may only look sees imports and their rows, and nothing to press', async ({ page, marketplace }) => {
  const { token } = await marketplace.signIn()
  const vendor = await newSeller(marketplace)
  const text = 'SKU,Name,Retail price\nSEEN-1,Bowl,900\nSEEN-2,Plate,cheap'
  const { id } = await sent(marketplace, token, vendor, 'bowls.csv', text)
  const { body } = await marketplace.call('POST', '/api/admin/roles', token, {
    name: 'Import readers',
    permissions: ['Bulk Product Upload: view'],
  })
  await openAs(page, marketplace, `/managerolesname?id=${body.results.id}`)
  await page.getByRole('button', { name: 'View as this role' }).click()
  await expect(page.getByRole('heading', { name: 'Bulk Product upload' })).toBeVisible()
  const listed = page.getByRole('row').filter({ hasText: 'bowls.csv' })
  await expect(listed).toContainText('Awaiting confirmation')
  await expect(page.getByRole('button', { name: 'Choose a file' })).toHaveCount(0)
  await listed.getByRole('link', { name: 'bowls.csv' }).click()
  await expect(page).toHaveURL(new RegExp(id))
  await expect(page.getByText('1 product can be imported. Nothing is written yet.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'SEEN-2' })).toContainText('Retail price')
  for (const name of [/^Import/, 'Change columns', 'Cancel']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  await expectAccessible(page)
})

test('letters that nobody can tell are chosen by their sample before anything is mapped', async ({
  page,
  marketplace,
}) => {
  const { token } = await marketplace.signIn()
  const vendor = await newSeller(marketplace)
  // "Чайник" in Windows-1251, as an old program writes it.
  const kettle = Buffer.from([0xd7, 0xe0, 0xe9, 0xed, 0xe8, 0xea])
  const bytes = Buffer.concat([
    Buffer.from('SKU,Name,Qty available in pcs\r\nOLD-1,'),
    kettle,
    Buffer.from(',\r\n'),
  ])
  const { id } = await sent(marketplace, token, vendor, 'old.csv', bytes)
  await openAs(page, marketplace, `/bulk/import?id=${id}`)
  const columns = page.getByRole('form', { name: 'Columns' })
  const missing = 'Choose the encoding in which the names are spelled correctly'
  await expect(columns.getByRole('listitem').filter({ hasText: missing })).toBeVisible()
  await expect(columns.getByText('New products need Retail price')).toBeVisible()
  await expectAccessible(page)
  const reading = page.getByRole('region', { name: 'How the file is read' })
  const choice = reading.getByRole('radio', { name: /^Windows-1251/ })
  await expect(reading.getByText('Чайник')).toBeVisible()
  await choice.check()
  await reading.getByRole('button', { name: 'Read with this encoding' }).click()
  await expect(columns.getByRole('cell', { name: 'Чайник' })).toBeVisible(inItsTime)
  await expect(columns.getByRole('listitem').filter({ hasText: missing })).toBeHidden()
  await expect(page.getByText('Windows-1251 (Cyrillic)').last()).toBeVisible()
})
