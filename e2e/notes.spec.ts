import type { Page } from '@playwright/test'
import { expect, expectAccessible, newSeller, openAs, test } from './marketplace.ts'

/** The colleagues that the note field offers, and not the options of the fields beside it. */
const colleagues = (page: Page) => page.getByRole('listbox', { name: 'Colleagues' }).getByRole('option')

test('a note mentions a colleague by keyboard, appears in the history, and its mail is sent', async ({
  page,
  marketplace,
}) => {
  const id = await newSeller(marketplace)
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  const field = page.getByLabel('Write a note')
  await field.focus()
  await page.keyboard.type('The sign is hand-painted, ')
  await page.keyboard.type('@')
  await expect(colleagues(page)).toHaveText(['Sana Tariq'])
  await page.keyboard.press('Escape')
  await expect(colleagues(page)).toBeHidden()
  await expect(field).toBeFocused()
  await page.keyboard.press('Backspace')
  await page.keyboard.type('@tar')
  const option = colleagues(page).filter({ hasText: 'Sana Tariq' })
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('The sign is hand-painted, @Sana Tariq ')
  await page.keyboard.type('what do you think?')
  await page.keyboard.press('Control+Enter')
  const note = page.getByRole('article', { name: 'Note by Ayesha Siddiqui' })
  await expect(note).toContainText('The sign is hand-painted, @Sana Tariq what do you think?')
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  await expectAccessible(page)

  let mail = ''
  await marketplace.ahead(1, async () => {
    mail = await marketplace.mailFor('sana@munshi.example', 'mentioned you')
  })
  expect(mail).toContain(`${marketplace.url}/vendor-vendordetails?id=${id}`)
  expect(mail).not.toContain('hand-painted')
})

test('what is typed stays when the screen is left, and after a refusal', async ({ page, marketplace }) => {
  const id = await newSeller(marketplace)
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  const field = page.getByLabel('Write a note')
  await field.fill('They wrote 35202-1234567-1')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page).toHaveURL(`${marketplace.url}/`)
  await page.goBack()
  await expect(field).toHaveValue('They wrote 35202-1234567-1')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('This looks like a CNIC')).toBeVisible()
  await expect(field).toHaveValue('They wrote 35202-1234567-1')
  await field.fill('They wrote')
  await page.route('**/notes', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('Something went wrong')).toBeVisible()
  await expect(field).toHaveValue('They wrote')
  await page.unroute('**/notes')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('article')).toContainText('They wrote')
  await expect(field).toHaveValue('')
})

test('what is typed while a note is being sent begins the next one', async ({ page, marketplace }) => {
  const id = await newSeller(marketplace)
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  await page.route('**/notes', async (route) => {
    if (route.request().method() === 'POST') await new Promise((resolve) => setTimeout(resolve, 1200))
    await route.continue()
  })
  const field = page.getByLabel('Write a note')
  await field.fill('Ask for the lease')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.type(' and call the bank')
  await expect(page.getByRole('article')).toContainText('Ask for the lease')
  await expect(field).toHaveValue('and call the bank')
  await page.keyboard.press('Control+Enter')
  await expect(field).toHaveValue('')
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('article').filter({ hasText: 'and call the bank' })).not.toContainText('lease')
})

test('its author changes a note and deletes it; who only looks finds no field', async ({
  page,
  marketplace,
}) => {
  const id = await newSeller(marketplace)
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  await page.getByLabel('Write a note').fill('Ask for the lease')
  await page.getByRole('button', { name: 'Add note' }).click()
  const note = page.getByRole('article')
  await note.getByRole('button', { name: 'Edit' }).click()
  const editing = page.getByLabel('Edit note')
  await expect(editing).toBeFocused()
  await expectAccessible(page)
  await editing.fill('Ask for the lease and the cheque')
  await page.keyboard.press('Control+Enter')
  await expect(note).toContainText('Ask for the lease and the cheque')
  await expect(note.getByText('edited')).toBeVisible()

  const sana = await marketplace.signIn('sana@munshi.example')
  await page.evaluate((text) => localStorage.setItem('current_user', text), JSON.stringify(sana))
  await page.reload()
  await expect(note).toContainText('Ask for the lease and the cheque')
  await expect(page.getByLabel('Write a note')).toBeVisible()
  await expect(note.getByRole('button')).toHaveCount(0)

  const ayesha = await marketplace.signIn()
  await page.evaluate((text) => localStorage.setItem('current_user', text), JSON.stringify(ayesha))
  await page.reload()
  await note.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: 'Delete this note?' })
    .getByRole('button', { name: 'Delete note' })
    .click()
  await expect(note).toHaveCount(0)
  await expect(page.getByText('deleted note')).toBeVisible()

  const { body } = await marketplace.call('POST', '/api/admin/roles', ayesha.token, {
    name: `Reader ${Date.now()}`,
    permissions: ['Vendor Verifications: view'],
  })
  await page.goto(`${marketplace.url}/managerolesname?id=${body.results.id}`)
  await expect(page.getByLabel('Write a note')).toBeVisible()
  await page.getByRole('button', { name: 'View as this role' }).click()
  await page.goto(`${marketplace.url}/vendor-vendordetails?id=${id}`)
  await expect(page.getByText('deleted note')).toBeVisible()
  await expect(page.getByLabel('Write a note')).toHaveCount(0)
})

for (const width of [1440, 768, 360]) {
  test(`at ${width} px a note and its list stay inside the screen`, async ({ page, marketplace }) => {
    await page.setViewportSize({ width, height: 900 })
    const id = await newSeller(marketplace)
    await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
    const field = page.getByLabel('Write a note')
    await field.fill(`A long word: ${'x'.repeat(120)}`)
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(page.getByRole('article')).toBeVisible()
    await expect(field).toHaveValue('')
    await field.focus()
    await page.keyboard.type('@s')
    await expect(colleagues(page).first()).toBeInViewport()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await expectAccessible(page)
  })
}
