import { readFileSync } from 'node:fs'
import { expect, expectAccessible, openAs, said, test } from './marketplace.ts'

test('a shopper subscribes in the shop, confirms by mail and unsubscribes with one click', async ({
  page,
  marketplace,
}) => {
  const email = 'nosheen.baig@mail.example'
  const { token } = await marketplace.signIn()
  const found = async () => {
    const { body } = await marketplace.call('GET', `/api/admin/subscribers?q=${email}`, token)
    return body.results[0]
  }
  await page.goto(`${marketplace.url}/shop/faq`)
  const form = page.getByRole('region', { name: 'News and offers' })
  await form.getByLabel('Email address').fill('nosheen.baig')
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await expect(form.getByRole('status')).toHaveText('This is not an e-mail address')
  await expect(form.getByLabel('Email address')).toBeFocused()
  await form.getByLabel('Email address').fill(email)
  await form.getByLabel('Email address').press('Enter')
  await expect(form.getByRole('status')).toContainText('Check your e-mail.')

  const mail = await marketplace.mailFor(email, '/shop/subscribe/confirm')
  const link = /\/shop\/subscribe\/confirm\?token=[\w-]+/.exec(mail)?.[0] ?? ''
  await page.goto(marketplace.url + link)
  // Opening the link changes nothing, because programs that scan mails open it too.
  expect((await found()).state).toBe('unconfirmed')
  await page.getByRole('button', { name: 'Confirm subscription' }).click()
  await expect(page.getByRole('heading', { name: 'You are subscribed' })).toBeFocused()
  const { id, state } = await found()
  expect(state).toBe('subscribed')

  // The address for mail programs acts on POST; opened as a page it leads to the button.
  const href = await page.getByRole('link', { name: 'Unsubscribe' }).getAttribute('href')
  const oneClick = `${marketplace.url}/api/mail/unsubscribe/${href?.split('=')[1]}`
  await page.goto(oneClick)
  await expect(page).toHaveURL(/\/shop\/unsubscribe\?token=/)
  expect((await found()).state).toBe('subscribed')
  const answer = await page.request.post(oneClick, { form: { 'List-Unsubscribe': 'One-Click' } })
  expect([answer.status(), (await found()).state]).toEqual([200, 'unsubscribed'])
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()

  await openAs(page, marketplace, `/subscriber?id=${id}`)
  await expect(page.getByRole('heading', { name: email, level: 1 })).toBeVisible()
  await expect(page.getByText('Send me news and offers by e-mail.', { exact: false })).toBeVisible()
  await expect(page.getByText('Opened: not measured.', { exact: false })).toBeVisible()
  // It was the shopper who did it by the link, and nothing that Munshi does by itself.
  await expect(page.getByText('Not signed in unsubscribed')).toBeVisible()
  await expect(page.getByText('Munshi unsubscribed')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Block' }).click()
  const dialog = page.getByRole('dialog', { name: 'Block this address?' })
  await dialog.getByLabel('Reason').fill('Asked by phone')
  await dialog.getByRole('button', { name: 'Block address' }).click()
  await expect(said(page, 'Address blocked')).toBeVisible()
  await page.getByRole('button', { name: 'Unblock' }).click()
  await expect(said(page, 'Address unblocked')).toBeVisible()
  expect((await found()).state).toBe('unsubscribed')
})

test('an address that its mail server rejected although it exists is mailed again', async ({
  page,
  marketplace,
}) => {
  const { token } = await marketplace.signIn()
  const at = '/api/admin/subscribers'
  const { body } = await marketplace.call('GET', `${at}?list=bounced&limit=1`, token)
  const { id } = body.results[0]
  await openAs(page, marketplace, `/subscriber?id=${id}`)
  const again = page.getByRole('button', { name: 'Mail this address again' })
  await again.click()
  const dialog = page.getByRole('dialog', { name: 'Mail this address again?' })
  await dialog.getByRole('button', { name: 'Mail this address again' }).click()
  await expect(dialog.getByText('A reason is required')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The shop was on a black list, and is not any more')
  await dialog.getByRole('button', { name: 'Mail this address again' }).click()
  await expect(said(page, 'The address is no longer held back as bounced')).toBeVisible()
  await expect(again).toHaveCount(0)
  const read = await marketplace.call('GET', `${at}/${id}`, token)
  expect(read.body.results.suppressions).toEqual([])
})

test('the desk imports, selects and downloads subscribers', async ({ page, marketplace }) => {
  await openAs(page, marketplace, '/subscribers')
  await expect(page.getByRole('heading', { name: /^Subscribers/, level: 1 })).toBeVisible()
  const headings = await page.getByRole('columnheader').allInnerTexts()
  expect(headings.map((text) => text.trim()).filter(Boolean)).toEqual([
    'Emails',
    'State',
    'Since',
    'Reason',
    'Added',
    'View',
  ])
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import subscribers' })
  await dialog.getByLabel('Source of consent').fill('Stall at the Multan fair')
  await dialog.getByLabel('Addresses').fill('name,email\nTalha,talha.gill@mail.example\nNobody,nobody@\n')
  await dialog.getByRole('button', { name: 'Check the list' }).click()
  await expect(dialog.getByRole('list', { name: 'Rows that are not imported' })).toContainText(
    'Row 3: nobody@',
  )
  await expectAccessible(page)
  // A file that was corrected under its name is read again.
  const chooses = async (text: string) => {
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Choose a file…' }).click()
    await (await chooser).setFiles({ name: 'fair.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await expect(dialog.getByLabel('Addresses')).toHaveValue(text)
  }
  await chooses('name,email\nTalha,talha.gill@\n')
  await chooses('name,email\nTalha,talha.gill@mail.example\n')
  await dialog.getByRole('button', { name: 'Check the list' }).click()
  await dialog.getByRole('button', { name: 'Import 1 address' }).click()
  await expect(said(page, '1 address imported')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'talha.gill@mail.example' })
  await expect(row).toBeVisible()

  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Download selected' }).click()
  const download = page.waitForEvent('download')
  await page
    .getByRole('dialog', { name: 'Download subscribers' })
    .getByRole('button', { name: /^Export/ })
    .click()
  const text = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(text).toHaveLength(2)
  expect(text[1]).toContain('talha.gill@mail.example,subscribed')
  await row.getByRole('link', { name: 'View' }).click()
  await expect(page.getByText('Stall at the Multan fair')).toBeVisible()
})
