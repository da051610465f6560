import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectAccessible, type Marketplace, openAs, said, test, tokenOf } from './marketplace.ts'
import { banner, fullAnswers, fullContent } from './window-content.ts'
import { openPreview } from './window-frame.ts'

const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the shop"]')
const sliders = '/api/admin/homepage-settings/sections/slider_banners'

async function slidersOf(marketplace: Marketplace): Promise<{ title: string; image: unknown }[]> {
  return (await marketplace.call('GET', sliders, await tokenOf(marketplace))).body.results.value.items
}

async function drawn(name: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const create = { width: 1600, height: 900, channels: 3 as const, background: '#0f6b4a' }
  return { name, mimeType: 'image/png', buffer: await sharp({ create }).png().toBuffer() }
}

/** From which side an element is read. */
const sideOf = (of: Locator) => of.evaluate((element) => getComputedStyle(element).direction)

/** On which side of the element's own room its words stand. */
const edgeOf = (of: Locator) =>
  of.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const [words, room] = [range.getBoundingClientRect(), element.getBoundingClientRect()]
    return words.left - room.left > room.right - words.right ? 'right' : 'left'
  })

const urdu = {
  title: 'سردیوں کی شالیں',
  quote: 'دستکاری ہماری پہچان ہے۔',
  item: 'سوات کی شال، ہاتھ سے بنی',
}

test('Urdu and English begin on their own side, with bullets and quotes, and a shop from right to left is mirrored whole', async ({
  page,
  marketplace,
}) => {
  const { frame, show } = await openPreview(page, marketplace, 1200)
  const html = `<p>A shawl from Swat.</p><blockquote><p>${urdu.quote}</p></blockquote><ul><li><p>${urdu.item}</p></li>
    <li><p>Wool, 2.5 m</p></li></ul><blockquote><p>It is warm.</p></blockquote><ul><li><p>Wash it cold</p></li></ul>
    <table><tbody><tr><td><p>${urdu.title}</p></td><td><p>Rs 4,500</p></td></tr></tbody></table>`
  const post = { ...fullAnswers().post, title: urdu.title, html } as NonNullable<
    ReturnType<typeof fullAnswers>['post']
  >
  await show({ page: 'post', answers: { post } })
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText(urdu.title)
  expect(await edgeOf(frame.getByRole('heading', { level: 1 }))).toBe('right')
  expect(await edgeOf(frame.getByText('A shawl from Swat.'))).toBe('left')
  const quotes = frame.getByRole('blockquote')
  const barOf = (quote: Locator) =>
    quote.evaluate((element) => {
      const { borderLeftWidth, borderRightWidth } = getComputedStyle(element)
      return Number.parseFloat(borderRightWidth) > Number.parseFloat(borderLeftWidth) ? 'right' : 'left'
    })
  expect([await barOf(quotes.first()), await barOf(quotes.last())]).toEqual(['right', 'left'])
  expect(await edgeOf(quotes.first().locator('p'))).toBe('right')
  const lists = frame.locator('.prose ul')
  expect([await sideOf(lists.first()), await sideOf(lists.last())]).toEqual(['rtl', 'ltr'])
  // A line in English starts at the bullet of its Urdu list.
  expect(await edgeOf(lists.first().locator('p').last())).toBe('right')
  expect(await edgeOf(lists.last().locator('p'))).toBe('left')
  // The first column of a table in Urdu is the right one.
  const [first, second] = await Promise.all(
    [0, 1].map(async (n) => (await frame.locator('td').nth(n).boundingBox())?.x ?? 0),
  )
  expect(first).toBeGreaterThan(second ?? 0)
  // The shop around keeps its language.
  expect(await sideOf(frame.locator('html'))).toBe('ltr')
  const logoOf = async () => ((await frame.getByRole('banner').locator('.logo').boundingBox())?.x ?? 0) < 600
  expect(await logoOf()).toBe(true)

  const content = fullContent()
  Object.assign(content.sections, {
    slider_banners: { items: [banner(null, urdu.title, { cta: 'دیکھیں' }), banner(null, 'Winter shawls')] },
  })
  await show({ content })
  const words = frame.locator('.sliders .banner-words')
  expect([await sideOf(words.first()), await sideOf(words.last())]).toEqual(['rtl', 'ltr'])
  const call = await words.first().locator('.button').boundingBox()
  expect(call?.x).toBeGreaterThan(600)
  await show({ content, dir: 'rtl' })
  expect(await logoOf()).toBe(false)
  expect(await sideOf(words.last())).toBe('ltr')
})

test('Save waits for a picture whichever entry is open, stores the banner with it, and nothing if it does not arrive', async ({
  page,
  marketplace,
}) => {
  let release: (how: 'sent' | 'lost') => void = () => {}
  const held = () =>
    new Promise<'sent' | 'lost'>((resolve) => {
      release = resolve
    })
  let answer = held()
  await page.route(/\/api\/admin\/media(?:\?|$)/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    return (await answer) === 'sent' ? route.continue() : route.abort()
  })
  await openAs(page, marketplace, '/homepage-settings-sliders-banners')
  const before = await slidersOf(marketplace)
  const nothingStored = async () => expect(await slidersOf(marketplace)).toEqual(before)
  await page.getByRole('button', { name: 'Add Banner' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Brass of Peshawar')
  await page.getByLabel('Upload: Images').setInputFiles(await drawn('brass.png'))
  const save = page.getByRole('button', { name: 'Save when picture is ready' })
  await expect(save).toBeVisible()
  await expect(page.getByText(/Saving waits for the picture/)).toBeVisible()
  // Another entry is opened meanwhile; the picture goes on.
  await page.getByRole('button', { name: `Edit ${before[0]?.title}` }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(before[0]?.title ?? '')
  await save.click()
  const waiting = page.getByRole('button', { name: 'Waiting for the picture…' })
  await expect(waiting).toBeDisabled()
  await expectAccessible(page)
  await nothingStored()
  release('sent')
  await expect(said(page, 'Slider Banners is saved. View page')).toBeVisible()
  const stored = await slidersOf(marketplace)
  expect(stored).toHaveLength(before.length + 1)
  expect(stored.at(-1)).toMatchObject({ title: 'Brass of Peshawar', image: { width: expect.any(Number) } })

  // A picture that does not arrive is told of, and the save does not go on without it.
  answer = held()
  await page.getByRole('button', { name: 'Edit Brass of Peshawar' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Brass and copper')
  await page.getByLabel('Upload: Images').setInputFiles(await drawn('copper.png'))
  await save.click()
  release('lost')
  await expect(
    page.getByLabel('Messages').getByText(/Not saved, because a picture did not arrive/),
  ).toBeVisible()
  await expect(page.getByRole('group', { name: /^Images/ }).getByRole('alert')).not.toBeEmpty()
  expect(await slidersOf(marketplace)).toEqual(stored)
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Brass and copper')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(async () => (await slidersOf(marketplace)).at(-1)?.title).toBe('Brass and copper')
  expect((await slidersOf(marketplace)).at(-1)?.image).toEqual(stored.at(-1)?.image)
})

test('a preview in a window of its own follows each key, another editor, and the editor after a reload', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/stores-setting')
  await page.getByLabel('Title', { exact: true }).fill('Shops of Lahore')
  const opening = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Open in new window' }).click()
  const own = await opening
  const heading = preview(own).getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Shops of Lahore')
  await expect(own.getByText('Follows what is typed in the editor')).toBeVisible()
  await expectAccessible(own)
  await page.getByLabel('Title', { exact: true }).press('End')
  await page.keyboard.type(' and Multan')
  await expect(heading).toHaveText('Shops of Lahore and Multan')
  // A click there leads to the field here.
  await page.getByLabel('Introduction').focus()
  await heading.click()
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused()

  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Shops of Lahore and Multan')
  await page.getByLabel('Title', { exact: true }).fill('Shops of Sindh')
  await expect(heading).toHaveText('Shops of Sindh')
  await own.reload()
  await expect(heading).toHaveText('Shops of Sindh')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.goto(`${marketplace.url}/about-us`)
  await expect(own.getByText('Follows what is typed in the editor')).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill('Who we are')
  await expect(heading).toHaveText('Who we are')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.goto(`${marketplace.url}/faqs`)
  await expect(own.getByText('The editor is closed. This is what the editor showed last.')).toBeVisible()
})

test('a question is seen on its page as it is typed, and a new order before it is stored', async ({
  page,
  marketplace,
}) => {
  const faqs = (
    await marketplace.call('GET', '/api/admin/faqs?limit=100&sort=place', await tokenOf(marketplace))
  ).body.results
  const [first, second] = faqs as { id: string; title: string; group: string }[]
  await openAs(page, marketplace, `/faqs-faq?id=${second?.id}`)
  const shown = preview(page).locator(`details[data-item="${second?.id}"]`)
  await expect(shown).toHaveAttribute('open', '')
  await page.getByLabel('Details').fill('Within three days, also to Gilgit.')
  await expect(shown).toContainText('Within three days, also to Gilgit.')
  await page.getByLabel('Group').fill('Everything else')
  await expect(preview(page).getByRole('heading', { level: 2 }).last()).toHaveText('Everything else')
  await page.getByLabel('Title', { exact: true }).focus()
  // The bar for unsaved changes may stand over it.
  await shown.locator('.answer').dispatchEvent('click')
  await expect(page.getByLabel('Details')).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Discard' }).click()

  await page.goto(`${marketplace.url}/faqs`)
  await page.getByRole('button', { name: 'Change order' }).click()
  const titles = preview(page).locator('.faqs').first().locator('summary')
  await expect(titles.first()).toHaveText(first?.title ?? '')
  let release: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/admin/faqs/*/order', async (route) => {
    await held
    return route.continue()
  })
  await page.getByRole('button', { name: `Move ${first?.title} down` }).click()
  await expect(titles.first()).toHaveText(second?.title ?? '')
  release()
  await expect(titles.nth(1)).toHaveText(first?.title ?? '')
})
