import sharp from 'sharp'
import { startMailPeer } from '#testing/mail-peer.ts'
import {
  expect,
  expectAccessible,
  held,
  type Marketplace,
  openAs,
  said,
  startMarketplace,
  test,
  tokenOf,
} from './marketplace.ts'

/** A draft to staff with these blocks, and the way to read what is saved of it. */
async function newDraft(marketplace: Marketplace, subject: string, blocks: object[] = []) {
  const token = await tokenOf(marketplace)
  const at = '/api/admin/mailings'
  const made = await marketplace.call('POST', at, token, {
    audience: { user_type: 'staff' },
    subject,
    body: 'Dear colleague',
  })
  expect(made.status).toBe(201)
  const { id, version } = made.body.results
  if (blocks.length > 0) {
    const { status } = await marketplace.call('PATCH', `${at}/${id}`, token, { blocks }, version)
    expect(status).toBe(200)
  }
  const read = async () => (await marketplace.call('GET', `${at}/${id}`, token)).body.results
  return { id, read }
}

test('a picture on its way goes with its block, and saving waits for it', async ({ page, marketplace }) => {
  const empty = { kind: 'picture', picture: null, href: '' }
  const first = { ...empty, href: 'https://shop.example/first' }
  const second = { ...empty, href: 'https://shop.example/second' }
  const { id, read } = await newDraft(marketplace, 'Pictures of the week', [
    { kind: 'text', text: 'Above' },
    first,
    second,
  ])
  await openAs(page, marketplace, `/email-details?id=${id}`)
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#0f6b4a' } })
    .png()
    .toBuffer()
  const calls = await held(page, /\/api\/admin\/media/)
  const blocks = page.getByRole('list', { name: 'Blocks' }).locator(':scope > li')
  await blocks
    .nth(2)
    .getByLabel('Upload: Picture')
    .setInputFiles({ name: 'week.png', mimeType: 'image/png', buffer: picture })
  await expect(blocks.nth(2).getByRole('button', { name: 'Cancel' })).toBeVisible()
  await page.getByRole('button', { name: 'Move block 3 up' }).click()
  await page.getByRole('button', { name: 'Move block 2 up' }).click()
  await page.getByRole('button', { name: 'Remove block 3' }).click()
  await expect(blocks).toHaveCount(2)
  await page.getByRole('button', { name: 'Save when picture is ready' }).click()
  calls.arrive()
  await expect(said(page, 'Pictures of the week is saved')).toBeVisible()
  await expect(blocks.nth(0).getByRole('button', { name: 'Crop: Picture' })).toBeVisible()
  const { content } = await read()
  expect(content.blocks).toHaveLength(2)
  expect(content.blocks[0]).toMatchObject({ ...second, picture: { width: expect.any(Number) } })
  expect(content.blocks[1]).toMatchObject({ kind: 'text', text: 'Above' })
})

test('the text of a new group mail is not left without a question, and a list is saved without the mail', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/email')
  await page.getByLabel('Subject').fill('Long in the writing')
  await page.getByLabel('Body').fill('Many words')
  // The list beside the form is looked through without a question.
  await page
    .getByRole('link', { name: /^Draft/ })
    .first()
    .click()
  await expect(page).toHaveURL(/status=draft/)
  await expect(page.getByLabel('Body')).toHaveValue('Many words')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Body')).toHaveValue('Many words')
  await page.getByRole('button', { name: 'Create draft' }).click()
  await expect(page.getByRole('heading', { name: 'Long in the writing', level: 1 })).toBeVisible()
  await expect(question).toHaveCount(0)

  await page.getByLabel('Preview text').fill('Not saved yet')
  const changes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') changes.push(request.url())
  })
  await page.getByRole('button', { name: 'Save as list…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this audience as a list' })
  await dialog.getByLabel('Name').fill('Sellers of the journey')
  await dialog.getByRole('button', { name: 'Save list' }).click()
  await expect(said(page, 'The list Sellers of the journey is saved')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Unsaved changes' })).toBeVisible()
  expect(changes).toEqual([])
})

test('a mail to 200 subscribers is checked, sent, paused and resumed, two addresses bounce, and one gets it again', async ({
  page,
  engine,
}) => {
  test.slow()
  const peer = await startMailPeer()
  peer.judge = (to) =>
    /^journey(?:7|8)@/.test(to) ? 'no such address' : to.startsWith('journey5@') ? 'never' : 'take'
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
    expect(own).toHaveLength(197)
    await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Failed' })
    await expect(page.getByText('journey7@readers.example')).toBeVisible()
    await expect(page.getByText('journey8@readers.example')).toBeVisible()
    await expect(page.getByText('journey9@readers.example')).toHaveCount(0)
    await expectAccessible(page)

    // The two addresses that do not exist are not asked again.
    peer.judge = () => 'take'
    await page.getByRole('button', { name: 'Send again to 1 failed' }).click()
    const again = page.getByRole('dialog', { name: 'Send “What is new” again?' })
    await expect(again).toContainText('It goes to 1 person whom it did not reach')
    await again.getByRole('button', { name: 'Send again' }).click()
    await expect(said(page, 'What is new is on its way again')).toBeVisible()
    const late = () => peer.received.slice(to.length).map((mail) => mail.to)
    await expect.poll(late).toEqual(['journey5@readers.example'])
    await expect(page.getByRole('button', { name: /^Send again/ })).toHaveCount(0)
  } finally {
    await end()
    await peer.close()
  }
})
