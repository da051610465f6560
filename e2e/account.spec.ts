import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { demo, expect, giveCredentials, type Marketplace, openAs, test, tokenOf } from './marketplace.ts'

const sana = 'sana@munshi.example'

const picture = (width = 640, height = 480) =>
  sharp({ create: { width, height, channels: 3, background: '#b5651d' } })
    .jpeg()
    .toBuffer()

const file = async (name: string, bytes?: Buffer) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: bytes ?? (await picture()),
})

/** Another browser, in which this person signs in by hand. */
async function otherBrowser(page: Page, marketplace: Marketplace, email: string): Promise<Page> {
  const context = await page.context().browser()?.newContext({ colorScheme: 'light' })
  const other = await context?.newPage()
  if (!other) throw new Error('no second browser')
  await other.goto(`${marketplace.url}/login`)
  await giveCredentials(other, email)
  await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  return other
}

const settingsOf = async (marketplace: Marketplace, email: string) => {
  const token = await tokenOf(marketplace, email)
  return (await marketplace.call('GET', '/api/account/me', token)).body.results.settings
}

test('a photo is previewed before it is saved, and shown beside the name for colleagues too', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/my-account', sana)
  const panel = page.getByRole('region', { name: 'Photo' })
  await expect(panel.getByText('at most 5 MB and 25 megapixels')).toBeVisible()
  const choose = async (name: string, bytes?: Buffer) =>
    panel.locator('input[type=file]').setInputFiles(await file(name, bytes))
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/account/photo')) sent += 1
  })
  await choose('page.jpg', Buffer.from('<html><script>steal()</script></html>'))
  await expect(panel.getByRole('alert')).toHaveText('“page.jpg” cannot be read as a picture.')
  await choose('large.jpg', Buffer.alloc(5 * 1024 * 1024 + 1))
  await expect(panel.getByRole('alert')).toHaveText('“large.jpg” is larger than 5 MB.')
  await choose('vast.jpg', await picture(6000, 5000))
  await expect(panel.getByRole('alert')).toHaveText('“vast.jpg” has more than 25 megapixels.')
  expect(sent).toBe(0)

  await choose('me.jpg')
  await expect(panel.getByRole('alert')).toHaveCount(0)
  await expect(panel.getByRole('img', { name: 'Preview of the cropped picture' })).toBeVisible()
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await expect(panel.getByRole('img', { name: 'Preview of the cropped picture' })).toHaveCount(0)
  await choose('me.jpg')
  await panel.getByRole('button', { name: 'Save photo' }).click()
  await expect(page.getByText('Your photo is saved.')).toBeVisible()
  await page.reload()
  const mine = page.getByRole('button', { name: /Sana Tariq/ }).locator('img')
  await expect(mine).toHaveAttribute('src', /^blob:/)
  // A picture has its address before it is read.
  await expect.poll(() => mine.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256)

  const other = await otherBrowser(page, marketplace, demo.email)
  await other.goto(`${marketplace.url}/manage-staff`)
  const row = other.getByRole('row', { name: /Sana Tariq/ })
  await expect(row.locator('img')).toHaveAttribute('src', /^blob:/)
  await expect(other.getByRole('row', { name: /Bilal Ahmed/ }).getByText('BA')).toBeVisible()
  await row.getByRole('link', { name: 'Sana Tariq' }).click()
  await expect(other.getByRole('main').locator('header img')).toHaveAttribute('src', /^blob:/)

  await panel.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Your photo is removed.')).toBeVisible()
  await expect(page.getByRole('button', { name: /Sana Tariq/ }).getByText('ST')).toBeVisible()
  expect((await settingsOf(marketplace, sana)).photo).toBeNull()
  await other.context().close()
})

test('a picture can be dropped, and a picture that the server refuses shows the reason', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/my-account', 'bilal@munshi.example')
  const panel = page.getByRole('region', { name: 'Photo' })
  await expect(panel).toBeVisible()
  const drop = async (type: string) => {
    const given = await page.evaluateHandle((kind) => {
      const canvas = document.createElement('canvas')
      canvas.width = 300
      canvas.height = 200
      return new Promise<DataTransfer>((resolve) =>
        canvas.toBlob((blob) => {
          const data = new DataTransfer()
          data.items.add(new File([blob ?? ''], 'dropped.png', { type: kind }))
          resolve(data)
        }),
      )
    }, type)
    await panel.getByText('Colleagues see it').dispatchEvent('drop', { dataTransfer: given })
  }
  await drop('image/svg+xml')
  await expect(panel.getByRole('alert')).toHaveText(
    '“dropped.png” is not a JPEG, PNG, WebP, GIF or AVIF picture.',
  )
  await drop('image/png')
  await expect(panel.getByRole('img', { name: 'Preview of the cropped picture' })).toBeVisible()
  await page.route('**/api/account/photo', (route) =>
    route.fulfill({
      status: 415,
      contentType: 'application/problem+json',
      body: JSON.stringify({ detail: 'The picture cannot be read', message: 'x', request_id: 'r1' }),
    }),
  )
  await panel.getByRole('button', { name: 'Save photo' }).click()
  await expect(panel.getByText('The picture cannot be read')).toBeVisible()
  await expect(panel.getByRole('img', { name: 'Preview of the cropped picture' })).toBeVisible()
  await page.unroute('**/api/account/photo')
  await panel.getByRole('button', { name: 'Save photo' }).click()
  await expect(page.getByText('Your photo is saved.')).toBeVisible()
})

test('shortcuts that are switched off do nothing on any screen or in another browser', async ({
  page,
  marketplace,
}) => {
  const list = '/vendor-verification-pending-verification'
  const focused = (where: Page) =>
    where.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('data-row') ?? '')
  const pressesNothing = async (where: Page) => {
    await expect(where.locator('tr[data-row]').first()).toBeVisible()
    for (const key of ['j', 'x', '/']) await where.keyboard.press(key)
    expect(await focused(where)).toBe('')
    await expect(where.getByText('1 selected')).toHaveCount(0)
    await expect(where.getByRole('main').getByRole('searchbox')).not.toBeFocused()
  }
  await openAs(page, marketplace, list, sana)
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  await page.keyboard.press('j')
  expect(await focused(page)).not.toBe('')
  await page.goto(`${marketplace.url}/my-account`)
  await page.getByRole('switch', { name: 'Keyboard shortcuts' }).press('Space')
  await expect.poll(async () => (await settingsOf(marketplace, sana)).has_shortcuts).toBe(false)
  await page.goto(marketplace.url + list)
  await pressesNothing(page)

  const other = await otherBrowser(page, marketplace, sana)
  await other.goto(marketplace.url + list)
  await pressesNothing(other)
  await other.locator('tr[data-row]').first().getByRole('link').first().click()
  const approve = other.getByRole('button', { name: /^Approve/ })
  await expect(approve).toBeVisible()
  await expect(approve).not.toHaveAttribute('aria-keyshortcuts', /./)
  await other.keyboard.press('r')
  await expect(other.getByRole('dialog')).toHaveCount(0)
  // What needs Ctrl or Cmd acts all the same.
  await other.getByRole('button', { name: 'Request update' }).click()
  await other.getByRole('dialog').getByRole('textbox').fill('Send the cheque copy again')
  await other.keyboard.press('ControlOrMeta+Enter')
  await expect(other.getByRole('dialog', { name: 'Update requested' })).toBeVisible()
  await other.goto(`${marketplace.url}/my-account`)
  await other.getByRole('switch', { name: 'Keyboard shortcuts' }).press('Space')
  await expect.poll(async () => (await settingsOf(marketplace, sana)).has_shortcuts).toBe(true)
  await other.context().close()
})

test('the look goes with the account, and a page that is loaded is never light first', async ({
  page,
  marketplace,
}) => {
  const scheme = (where: Page) => expect(where.locator('html'))
  await page.emulateMedia({ colorScheme: 'light' })
  await openAs(page, marketplace, '/', sana)
  await page.getByRole('button', { name: /Sana Tariq/ }).click()
  await page.getByRole('radio', { name: 'Dark' }).click()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await scheme(page).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect.poll(async () => (await settingsOf(marketplace, sana)).theme).toBe('dark')

  // The next screens are drawn in it as they come: a look that is set again styles every element of the page again.
  await page.evaluate(() => {
    document.documentElement.dataset.looks = '0'
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
      if (added.some((node) => node instanceof HTMLStyleElement)) document.documentElement.dataset.looks = '1'
    }).observe(document.head, { childList: true })
  })
  await page.getByRole('link', { name: 'Review desk', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Review desk' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Review desk' })).toHaveCount(0)
  await scheme(page).toHaveAttribute('data-looks', '0')

  // The scripts of the screens are held: what is painted before them is dark already.
  await page.route('**/assets/*.js', () => {})
  await page.goto(marketplace.url, { waitUntil: 'commit' })
  await scheme(page).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor))
    .toBe('rgb(18, 21, 20)')
  await page.unroute('**/assets/*.js')

  const other = await otherBrowser(page, marketplace, sana)
  await scheme(other).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await other.goto(`${marketplace.url}/my-account`)
  const automatic = other.getByRole('region', { name: 'Preferences' }).getByRole('radio', { name: 'System' })
  await automatic.click()
  await expect(automatic).toBeChecked()
  await scheme(other).toHaveAttribute('data-mantine-color-scheme', 'light')
  await expect.poll(async () => (await settingsOf(marketplace, sana)).theme).toBe('auto')
  await other.context().close()
})

test('the status shows that a person is away; it changes at once, and back if the server refuses', async ({
  page,
  marketplace,
  faults,
}) => {
  await openAs(page, marketplace, '/', sana)
  const me = page.getByRole('button', { name: /Sana Tariq/ })
  await me.click()
  const status = page.getByRole('switch', { name: 'Status' })
  await expect(status).toBeChecked()
  faults.expected(/^503 \w+ \/api\/account\/availability$/)
  const answers = [
    // Only a refusal is certain: behind a server that failed, the change may stand.
    { code: 503, words: 'The change may have been saved. Check the current state before you try again.' },
    { code: 422, words: 'The change was not saved. Not at this moment.' },
  ]
  for (const { code, words } of answers) {
    // The answer waits until the change was seen.
    const seen = Promise.withResolvers<void>()
    await page.route('**/api/account/availability', async (route) => {
      await seen.promise
      await route.fulfill({
        status: code,
        contentType: 'application/problem+json',
        body: JSON.stringify({ detail: 'Refused', message: 'Not at this moment', request_id: 'r1' }),
      })
    })
    await status.press('Space')
    await expect(status).not.toBeChecked()
    seen.resolve()
    await expect(page.getByText(words)).toBeVisible()
    await expect(status).toBeChecked()
    await page.unroute('**/api/account/availability')
  }

  // Turned quickly, each is sent after the other and the last choice is the one that is kept.
  let answered = 0
  page.on('response', (response) => {
    if (response.url().endsWith('/api/account/availability')) answered += 1
  })
  for (let times = 0; times < 5; times += 1) await status.press('Space')
  await expect(status).not.toBeChecked()
  await expect.poll(() => answered).toBe(5)
  await expect(status).not.toBeChecked()
  expect((await settingsOf(marketplace, sana)).is_away).toBe(true)
  await page.reload()
  await expect(page.getByRole('button', { name: /Away.*Sana Tariq/ })).toBeVisible()

  const other = await otherBrowser(page, marketplace, demo.email)
  await other.goto(`${marketplace.url}/manage-staff`)
  const row = other.getByRole('row', { name: /Sana Tariq/ })
  await expect(row.getByText('Away')).toBeAttached()
  await expect(other.getByRole('row', { name: /Bilal Ahmed/ }).getByText('Away')).toHaveCount(0)
  await expect(row.getByRole('switch', { name: 'Sana Tariq enabled' })).toBeChecked()
  await row.getByRole('link', { name: 'Sana Tariq' }).click()
  const heading = other.getByRole('main').locator('header')
  await expect(heading.getByText('Away')).toBeVisible()
  await expect(heading.getByText('Active')).toBeVisible()
  await other.getByRole('link', { name: 'Vendor desk' }).click()
  const people = other.getByRole('region', { name: 'People with this role' })
  await expect(people.or(other.getByRole('complementary')).getByText('Away').first()).toBeAttached()

  await page.getByRole('button', { name: /Sana Tariq/ }).click()
  await page.getByRole('switch', { name: 'Status' }).press('Space')
  await expect.poll(async () => (await settingsOf(marketplace, sana)).is_away).toBe(false)
  await other.context().close()
})
