import type { Page } from '@playwright/test'
import { expect, expectAccessible, type Marketplace, openAs, said, test, tokenOf } from './marketplace.ts'

const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })

async function ask(marketplace: Marketplace, method: string, path: string, body?: unknown) {
  const token = await tokenOf(marketplace)
  return (await marketplace.call(method, `/api/admin/faqs${path}`, token, body)).body?.results
}

/** The titles of a group, in their order. */
const orderOf = async (marketplace: Marketplace, group: string) =>
  (await ask(marketplace, 'GET', `/order?group=${encodeURIComponent(group)}`)).map(
    ({ title }: { title: string }) => title,
  )

test('a question is added, found, switched off, and not yet live', async ({ page, marketplace }) => {
  await openAs(page, marketplace, '/faqs')
  await expect(page.getByRole('heading', { name: /^Faq's/, level: 1 })).toBeVisible()
  const headings = await page.getByRole('columnheader').allInnerTexts()
  expect(headings.map((text) => text.trim()).filter(Boolean)).toEqual(['Title', 'Details', 'Group', 'Status'])
  const menu = page.getByRole('navigation').getByRole('link', { name: "Faq's", exact: true })
  await expect(menu).toHaveAttribute('aria-current', 'page')

  await page.getByRole('button', { name: 'Add New Faq' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Faq' })
  await dialog.getByLabel('Title').fill('Do you wrap gifts?')
  await dialog.getByRole('button', { name: 'Add Faq' }).click()
  await expect(dialog.getByText('Details is Required')).toBeVisible()
  await expect(dialog.getByLabel('Details')).toBeFocused()
  await expectAccessible(page)
  await dialog.getByLabel('Details').fill('For Rs 150, with a card in Urdu or English.')
  await dialog.getByLabel('Group').fill('payment')
  await dialog.getByRole('button', { name: 'Add Faq' }).click()
  await expect(said(page, 'Do you wrap gifts? is added')).toBeVisible()
  expect(await orderOf(marketplace, 'Payment')).toContain('Do you wrap gifts?')
  await expect(page.getByText(/changes? not yet live/)).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search title or details' }).fill('card gifts')
  await expect(page).toHaveURL(/q=card\+gifts|q=card%20gifts/)
  await expect(page.getByRole('row')).toHaveCount(2)
  const toggle = page.getByRole('switch', { name: 'Do you wrap gifts? active' })
  await expect(toggle).toBeChecked()
  await toggle.press('Space')
  await expect(said(page, 'Do you wrap gifts? is switched off')).toBeVisible()
  await expect(rowOf(page, 'Do you wrap gifts?').getByText('New')).toBeVisible()
  await page.reload()
  await expect(toggle).not.toBeChecked()
})

test('questions and groups change places with the keys', async ({ page, marketplace }) => {
  await openAs(page, marketplace, '/faqs')
  const before = await orderOf(marketplace, 'Orders and delivery')
  await page.getByRole('button', { name: 'Change order' }).click()
  const dialog = page.getByRole('dialog', { name: "Order of the Faq's" })
  await expect(dialog.getByRole('listitem')).toHaveCount(before.length)
  const down = dialog.getByRole('button', { name: `Move ${before[0]} down` })
  await down.focus()
  await down.press('Enter')
  await expect(dialog.getByRole('listitem').first()).toContainText(before[1])
  await expect(down).toBeFocused()
  await expect
    .poll(() => orderOf(marketplace, 'Orders and delivery'))
    .toEqual([before[1], before[0], ...before.slice(2)])
  await expectAccessible(page)
  await dialog.getByLabel('Group').selectOption('Payment')
  const up = dialog.getByRole('button', { name: 'Move Payment up' })
  await up.focus()
  await up.press('Enter')
  await expect(dialog.getByText('1 of 4 groups')).toBeVisible()
  expect((await ask(marketplace, 'GET', '/groups'))[0].name).toBe('Payment')
})

test('a question is edited, deleted and restored at its place', async ({ page, marketplace }) => {
  const group = 'Selling with us'
  const before = await orderOf(marketplace, group)
  await openAs(page, marketplace, `/faqs?group=${encodeURIComponent(group)}`)
  await page.getByRole('link', { name: before[1] }).click()
  await expect(page.getByRole('heading', { name: before[1], level: 1 })).toBeVisible()
  await page.getByLabel('Details').fill('Nothing a month.\n\nA commission of each sale.')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(said(page, `${before[1]} is saved`)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/faqs$/)
  await expect(said(page, `${before[1]} is deleted`)).toBeVisible()
  expect(await orderOf(marketplace, group)).toEqual([before[0], before[2]])
  await page.getByLabel('Messages').getByRole('button', { name: 'Undo' }).click()
  await expect(said(page, `${before[1]} is restored`)).toBeVisible()
  expect(await orderOf(marketplace, group)).toEqual(before)
})

test('several questions are switched at once, and back again', async ({ page, marketplace }) => {
  await openAs(page, marketplace, '/faqs?group=Returns%20and%20refunds')
  const boxes = page.getByRole('checkbox', { name: /^Select / })
  await expect(page.getByRole('row')).toHaveCount(5)
  await boxes.first().check()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(said(page, '4 Faqs are off')).toBeVisible()
  await expect(page.getByRole('switch', { checked: true })).toHaveCount(0)
  await page.getByLabel('Messages').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('switch', { checked: true })).toHaveCount(4)
})

test('the FAQ page starts with two empty entries, and empty ones are not stored', async ({
  page,
  marketplace,
}) => {
  const before = (await ask(marketplace, 'GET', '?limit=100')).length
  await openAs(page, marketplace, '/faq-setting')
  const entries = page.getByRole('group', { name: /^Entry \d/ })
  await expect(entries).toHaveCount(2)
  await page.getByRole('button', { name: 'Add more' }).click()
  await page.getByRole('button', { name: 'Add more' }).click()
  await expect(entries).toHaveCount(4)
  const add = page.getByRole('button', { name: "Add to Faq's" })
  await expect(add).toBeDisabled()
  await entries.nth(1).getByLabel('Title').fill('Do you ship abroad?')
  await entries.nth(3).getByLabel('Title').fill('Are prices with tax?')
  await entries.nth(3).getByLabel('Details').fill('Yes, all of them.')
  await add.click()
  await expect(entries.nth(1).getByText('Details is Required')).toBeVisible()
  await expect(entries.nth(1).getByLabel('Details')).toBeFocused()
  expect((await ask(marketplace, 'GET', '?limit=100')).length).toBe(before)
  await entries.nth(1).getByLabel('Details').fill('Not yet.')
  await add.click()
  await expect(said(page, '2 Faqs are added')).toBeVisible()
  await expect(entries).toHaveCount(2)
  expect((await ask(marketplace, 'GET', '?limit=100')).length).toBe(before + 2)
  expect(await orderOf(marketplace, '')).toEqual(['Do you ship abroad?', 'Are prices with tax?'])
})

test('two forms of one page that are left ask once, by a link and by Back', async ({ page, marketplace }) => {
  await openAs(page, marketplace, '/faqs')
  const menu = page.getByRole('navigation')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const typeInBoth = async () => {
    await page.getByLabel('Search title').fill('Answers for shoppers')
    await page.getByRole('group', { name: 'Entry 1' }).getByLabel('Title').fill('Half a question')
    await expect(page.getByRole('group', { name: 'Unsaved changes' })).toBeVisible()
  }
  await page.goto(`${marketplace.url}/faq-setting`)
  await typeInBoth()
  await menu.getByRole('link', { name: "Faq's", exact: true }).click()
  await expect(question).toHaveCount(1)
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/faqs$/)
  await expect(question).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/faq-setting/)
  await typeInBoth()
  await page.goForward()
  await expect(question).toHaveCount(1)
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Entry 1' })).toHaveCount(0)
})

test('a group gets another name on all of its questions, which stay in their order', async ({
  page,
  marketplace,
}) => {
  for (const title of ['How heavy may it be?', 'How large may it be?']) {
    await ask(marketplace, 'POST', '', { title, details: 'It depends.', group: 'parcels' })
  }
  const before = await orderOf(marketplace, 'parcels')
  await openAs(page, marketplace, '/faqs')
  await page.getByRole('button', { name: 'Change order' }).click()
  const dialog = page.getByRole('dialog', { name: "Order of the Faq's" })
  await dialog.getByLabel('Group').selectOption('parcels')
  await dialog.getByRole('button', { name: 'Rename…' }).click()
  const name = dialog.getByLabel('New name')
  await expect(name).toBeFocused()
  await name.fill('Payment')
  await dialog.getByRole('button', { name: 'Rename', exact: true }).click()
  await expect(dialog.getByText('Another group has this name')).toBeVisible()
  await name.fill('Parcels and boxes')
  await dialog.getByRole('button', { name: 'Rename', exact: true }).click()
  await expect(said(page, 'parcels is now Parcels and boxes')).toBeVisible()
  await expect(dialog.getByLabel('Group')).toHaveValue('Parcels and boxes')
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  expect(await orderOf(marketplace, 'Parcels and boxes')).toEqual(before)
})
