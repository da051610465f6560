import { expect, expectAccessible, newSeller, openAs, startMarketplace, test } from './marketplace.ts'

const attempts = 8
const minutesBetween = 60

test('mails that could not be sent are seen, filtered, and sent again one by one and together', async ({
  page,
  engine,
}) => {
  // Nobody listens at this port.
  const { marketplace, end } = await startMarketplace(engine, {
    SMTP_URL: 'smtp://127.0.0.1:9',
    OUTBOX_HOLD_SECONDS: '0',
  })
  try {
    const { token } = await marketplace.signIn()
    const names = ['Farah Naz', 'Gul Khan', 'Haris Mir']
    const ids = await Promise.all(
      names.map((username, n) =>
        newSeller(marketplace, {
          username,
          email: `failed-${n}@shops.example`,
          shop: { shop_name: `${username} Store` },
        }),
      ),
    )
    for (const id of ids) {
      const body = { reason: 'The cheque cannot be read' }
      const refused = await marketplace.call('POST', `/api/admin/sellers/${id}/reject`, token, body)
      expect(refused.status).toBe(200)
    }
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      await marketplace.ahead(attempt * minutesBetween, async () => {
        const user = await marketplace.signIn()
        for (const id of ids) {
          await expect
            .poll(async () => {
              const { body } = await marketplace.call('GET', `/api/admin/sellers/${id}`, user.token)
              const [mail] = body.results.messages
              return mail.attempts >= attempt && mail.status !== 'sending'
            })
            .toBe(true)
        }
      })
    }

    await openAs(page, marketplace, '/failed-mails')
    await expect(page.getByRole('heading', { name: /^Failed mails/ })).toBeVisible()
    // Mails to staff have failed as well.
    const rows = page.locator('tr[data-row]')
    const kind = page.getByLabel('Kind of mail', { exact: true })
    await kind.selectOption({ label: 'Application rejected' })
    await expect(page).toHaveURL(/kind=vendor\+rejected/)
    await expect(rows).toHaveCount(3)
    const rowOf = (name: string) => rows.filter({ hasText: name })
    const first = rowOf('Farah Naz Store')
    await expect(first).toContainText('failed-0@shops.example')
    await expect(first).toContainText('Application rejected')
    await expect(first).toContainText('No connection to the mail server.')
    await expect(first.getByRole('cell', { name: '8', exact: true })).toBeVisible()
    await expect(first.getByRole('link', { name: 'Farah Naz Store' })).toHaveAttribute(
      'href',
      new RegExp(`/vendor-vendordetails\\?id=${ids[0]}`),
    )
    await expectAccessible(page)

    await kind.selectOption({ label: 'Invitation' })
    await expect(page.getByText('Nothing matches')).toBeVisible()
    await kind.selectOption({ label: 'Application rejected' })
    await expect(rows).toHaveCount(3)

    await first.getByRole('button', { name: 'Send again: Application rejected, Farah Naz Store' }).click()
    await expect(page.getByText('1 mail is on its way again')).toBeVisible()
    await expect(rows).toHaveCount(2)

    // A colleague sends one of the two that are selected.
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await expect(page.getByText('1 selected')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await expect(page.getByText('2 selected')).toBeVisible()
    const seller = await marketplace.call('GET', `/api/admin/sellers/${ids[1]}`, token)
    const [mail] = seller.body.results.messages
    const again = `/api/admin/sellers/${ids[1]}/messages/${mail.id}/resend`
    expect((await marketplace.call('POST', again, token)).status).toBe(200)
    await page.getByRole('button', { name: 'Send selected again' }).click()
    const outcome = page.getByRole('dialog')
    await expect(outcome.getByRole('listitem').filter({ hasText: 'Haris Mir Store' })).toContainText(
      'sent again',
    )
    await expect(outcome).toContainText('Only failed messages can be sent again')
    await outcome.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('Nothing matches')).toBeVisible()

    await expect
      .poll(async () => {
        const path = '/api/admin/failed-mails?state=retrying&kind=vendor+rejected&limit=25'
        return (await marketplace.call('GET', path, token)).body.results.length
      })
      .toBe(3)
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Retrying' }).click()
    await expect(page).toHaveURL(/state=retrying/)
    await expect(rows.filter({ hasText: 'Application rejected' })).toHaveCount(3)
    await expect(rows.first()).toContainText('It is tried again by itself.')
  } finally {
    await end()
  }
})
