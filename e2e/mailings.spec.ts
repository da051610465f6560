import { startMailPeer } from '#testing/mail-peer.ts'
import { expect, expectAccessible, openAs, startMarketplace, test } from './marketplace.ts'

test('a mail to 200 subscribers is checked, sent, paused and resumed, and two addresses bounce', async ({
  page,
  engine,
  faults,
}) => {
  test.slow()
  const peer = await startMailPeer()
  peer.judge = (to) => (/^journey(?:7|8)@/.test(to) ? 'no such address' : 'take')
  const { marketplace, end } = await startMarketplace(engine, {
    SMTP_URL: peer.url,
    MAIL_PER_SECOND: '25',
  })
  try {
    const { token } = await marketplace.signIn()
    const list = Array.from({ length: 200 }, (_, n) => `journey${n}@readers.example`).join('\n')
    const imported = await marketplace.call('POST', '/api/admin/subscribers/import', token, {
      source: 'The journeys',
      list,
      is_dry_run: false,
    })
    expect(imported.status).toBeLessThan(300)

    await openAs(page, marketplace, '/email')
    await expect(page.getByRole('heading', { name: /^Email/, level: 1 })).toBeVisible()
    await page.getByLabel('User type').selectOption({ label: 'Subscribers' })
    await page.getByLabel('Subject').fill('What is new')
    await page.getByLabel('Body').fill('Dear {{first_name}}')
    await page.getByRole('button', { name: 'Create draft' }).click()
    await expect(page.getByRole('heading', { name: 'What is new', level: 1 })).toBeVisible()
    await expect(page.getByText(/^\d+ recipients$/)).toBeVisible()
    await expectAccessible(page)

    // A field without a fallback is named with its place and blocks the sending.
    await page.getByRole('button', { name: 'Send…' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Block 1, text')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Send now' })).toBeDisabled()
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await page.getByLabel('Text', { exact: true }).fill('Dear {{first_name|reader}}')
    await expect(page.frameLocator('iframe').getByText('Dear reader')).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('What is new is saved')).toBeVisible()
    await page.getByRole('button', { name: 'Send…' }).click()
    await expect(dialog.getByText('All checks passed.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Send now' }).click()
    await expect(page.getByRole('progressbar', { name: 'Progress' })).toBeVisible()
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(page.getByText('What is new is paused')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
    expect(peer.received.length).toBeLessThan(198)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Resume' }).click()
    const bar = page.getByRole('progressbar', { name: 'Progress' })
    const total = (await bar.getAttribute('aria-valuemax')) ?? ''
    await expect(bar).toHaveAttribute('aria-valuenow', total, { timeout: 60_000 })

    const to = peer.received.map((mail) => mail.to)
    const own = to.filter((one) => one.endsWith('@readers.example'))
    expect(new Set(to).size).toBe(to.length)
    expect(own).toHaveLength(198)
    await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Failed' })
    await expect(page.getByText('journey7@readers.example')).toBeVisible()
    await expect(page.getByText('journey8@readers.example')).toBeVisible()
    await expect(page.getByText('journey9@readers.example')).toHaveCount(0)
    await expectAccessible(page)
    expect(faults).toEqual([])
  } finally {
    await end()
    await peer.close()
  }
})
