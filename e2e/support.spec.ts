import { expect, expectAccessible, openAs, test } from './marketplace.ts'

test('a report with a masked screenshot reaches the desk by mail, and its answer is seen under My Account', async ({
  page,
  marketplace,
}) => {
  // What is drawn is read before it becomes pixels.
  await page.addInitScript(() => {
    const drawn = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src')
    if (!drawn?.set) return
    const { set } = drawn
    Object.defineProperty(HTMLImageElement.prototype, 'src', {
      ...drawn,
      set(value: string) {
        if (value.startsWith('data:image/svg'))
          Object.assign(window, { drawnPage: decodeURIComponent(value) })
        set.call(this, value)
      },
    })
  })
  await openAs(page, marketplace, '/customers-customers-list?q=ali')
  await expect(page.locator('tbody td a').first()).toBeVisible()
  const personal = await page.locator('tbody a[dir]').allInnerTexts()
  expect(personal.length).toBeGreaterThan(2)

  await page.getByRole('button', { name: 'Support', exact: true }).click()
  await page.getByRole('button', { name: 'Report a problem' }).click()
  const report = page.getByRole('dialog', { name: 'Report a problem' })
  await report.getByRole('button', { name: 'Send report' }).click()
  await expect(report.getByText('Write something first')).toBeVisible()
  await report.getByLabel('What happened?').fill('The list shows customers of last year')
  await report.getByRole('button', { name: 'Add screenshot' }).click()
  const screenshot = report.getByRole('img', { name: 'Screenshot of the screen' })
  await expect(screenshot).toBeVisible()
  await expect
    .poll(() => screenshot.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThanOrEqual(page.viewportSize()?.width ?? 0)
  const drawn = await page.evaluate(() => (window as unknown as { drawnPage: string }).drawnPage)
  expect(drawn).toContain('Customers')
  for (const words of personal) expect(drawn).not.toContain(words)
  expect(drawn).not.toMatch(/\bali\b/i)
  await expectAccessible(page)
  await report
    .getByLabel('Attach files')
    .or(report.locator('input[type="file"]'))
    .setInputFiles({
      name: 'steps.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('1. Search for Ali'),
    })
  await expect(report.getByRole('button', { name: 'Remove steps.txt' })).toBeVisible()
  await report.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText(/Report R-\d+ sent/)).toBeVisible()
  const mail = await marketplace.mailFor('help@munshi.example', 'The list shows customers of last year')
  expect(mail).toContain('filename=screenshot.webp')
  expect(mail).toContain('Screen: /customers-customers-list')
  expect(mail).not.toContain('q=3Dali')

  await page.goto(`${marketplace.url}/support-requests?status=open`)
  await page.getByRole('link', { name: 'The list shows customers of last year' }).click()
  await expect(page.getByRole('button', { name: 'Screenshot' })).toBeEnabled()
  await page.getByLabel('Answer', { exact: true }).fill('Choose this year in the filter')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('Answer sent')).toBeVisible()
  await expect(page.getByLabel('Assigned to')).not.toHaveValue('')
  await expectAccessible(page)

  await page.goto(`${marketplace.url}/my-account`)
  await page.getByRole('link', { name: 'View my requests' }).click()
  await page.getByRole('link', { name: 'The list shows customers of last year' }).click()
  await expect(page.getByText('Choose this year in the filter')).toBeVisible()
  await page.getByLabel('Your reply').fill('That helps, thank you')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByRole('article').filter({ hasText: 'That helps, thank you' })).toBeVisible()
  await expectAccessible(page)
})

test('feedback with a mood is sent by keyboard from the user menu, and closed at the desk', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/webhooks')
  const menu = page.getByRole('button', { name: 'Ayesha Siddiqui' })
  await menu.click()
  await page.getByRole('button', { name: 'Feedback' }).click()
  const feedback = page.getByRole('dialog', { name: 'Feedback' })
  await expect(feedback.getByLabel('Your feedback')).toBeFocused()
  await page.keyboard.type('Packing slips print in a second')
  await feedback.getByRole('radio', { name: 'Praise' }).check()
  await feedback.getByRole('radio', { name: 'Neutral' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(feedback.getByRole('radio', { name: 'Happy', exact: true })).toBeChecked()
  await expectAccessible(page)
  await feedback.getByRole('button', { name: 'Send feedback' }).click()
  await expect(page.getByText(/Feedback R-\d+ sent/)).toBeVisible()
  await expect(menu).toBeFocused()
  await page.getByRole('link', { name: 'View in My requests' }).click()
  await expect(page.getByText('Happy (4 of 5)')).toBeVisible()

  await page.goto(`${marketplace.url}/support-requests?kind=praise`)
  await page.getByRole('link', { name: 'Packing slips print in a second' }).click()
  await page.getByRole('button', { name: 'Close request' }).click()
  await expect(page.getByText('Request closed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reopen request' })).toBeVisible()
})
