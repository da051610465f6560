import type { Page } from '@playwright/test'
import sharp from 'sharp'
import {
  expect,
  expectAccessible,
  type Marketplace,
  openAs,
  said,
  test,
  tokenOf,
  typedIn,
} from './marketplace.ts'

const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the shop"]')
const path = (area: string, section: string) => `/api/admin/${area}/sections/${section}`
const stores = path('homepage-settings', 'stores_page')

async function asked(marketplace: Marketplace, method: string, url: string, body?: object, version?: number) {
  return marketplace.call(method, url, await tokenOf(marketplace), body, version)
}
const copyOf = async (marketplace: Marketplace, url: string) =>
  (await asked(marketplace, 'GET', url)).body.results

/** What another person saves of a section meanwhile. */
async function savedByAnother(marketplace: Marketplace, url: string, given: object): Promise<void> {
  const { value, version } = await copyOf(marketplace, url)
  const answer = await asked(marketplace, 'PUT', url, { value: { ...value, ...given } }, version)
  expect(answer.status).toBe(200)
}

/** Publishes all that waits, in one release. */
async function releaseAll(marketplace: Marketplace, title: string): Promise<void> {
  const waiting = (await asked(marketplace, 'GET', '/api/admin/releases/waiting')).body.results
  const sections = waiting.map(({ section, version }: { section: string; version: number }) => ({
    ...{ section, version },
  }))
  const { status } = await asked(marketplace, 'POST', '/api/admin/releases', { title, sections })
  expect(status).toBe(201)
}

/** A white picture with a dark edge of 300 pixels above, or of one colour. */
const drawn = async (name: string, background: string, edge?: string) => {
  const of = (height: number, color: string) => ({
    create: { width: 1600, height, channels: 3 as const, background: color },
  })
  const above = edge ? [{ input: await sharp(of(300, edge)).png().toBuffer(), left: 0, top: 0 }] : []
  const buffer = await sharp(of(900, background)).composite(above).png().toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

const banner = ['Images', 'Title', 'Sub Title', 'CTA', 'CTA Link']
test('every editor has the headings and hints of the specification', async ({ page, marketplace }) => {
  const screens: [string, string, { columns?: string[]; hint?: string; texts?: string[] }][] = [
    ['/homepage-settings-sliders-banners', 'Slider Banners', { columns: banner }],
    ['/homepage-setting-sub-slider-banners', 'Sub Slider Banners', { columns: banner, hint: '343x164' }],
    ['/homepage-setting-services', 'Services', { columns: ['Icon', 'Title', 'Sub Title'], hint: '43x43' }],
    [
      '/homepage-setting-popular-categories-banner',
      'Popular Categories Banners',
      { columns: banner, hint: '450x170' },
    ],
    ['/homepage-setting-center-large-banner', 'Center Large Banner', { columns: banner, hint: '1410x1770' }],
    [
      '/homepage-setting-bottom-small-banner',
      'Bottom Small Banners',
      { columns: banner, hint: '690x315 or 330x315' },
    ],
    ['/Homepage-setting-cms', 'Homepage (CMS)', { texts: ['Order of the sections', 'Update'] }],
    ['/general-setting-logo', 'Logo', { texts: ['Header Logo', 'Footer Logo', 'Logo of printed papers'] }],
    ['/general-setting-favicon', 'Favicon', { texts: ['No File Chosen', 'Submit'] }],
    ['/general-setting-loader', 'Loader', { texts: ['No File Chosen', 'Submit'] }],
    ['/general-setting-popupbanner', 'Popup Banner', { texts: ['Color: Eg #C32d2d', 'CTA Link'] }],
    ['/about-us', 'About Us', { texts: ['Update'] }],
    ['/faq-setting', 'FAQ', { texts: ['Update'] }],
    ['/blog-setting', 'Blog', { texts: ['Update', 'Add more'] }],
    ['/stores-setting', 'Stores', { texts: ['Update'] }],
  ]
  for (const one of ['favicon', 'loader'])
    await savedByAnother(marketplace, path('general-settings', one), { image: null })
  await openAs(page, marketplace, '/')
  for (const [address, title, { columns = [], hint, texts = [] }] of screens) {
    await page.goto(marketplace.url + address)
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    if (columns.length > 0) {
      await page.getByRole('button', { name: /^Add (?:Banner|Service)$/ }).click()
      await expect(page.getByRole('columnheader')).toHaveText([...columns, 'Status', 'Actions'])
      if (hint)
        await expect(page.getByText(hint.replaceAll('x', '×')).or(page.getByText(hint)).first()).toBeVisible()
      if (columns.includes('CTA')) await expect(page.getByText('Color: Eg #C32d2d')).toHaveCount(2)
      else await expect(page.getByLabel('CTA')).toHaveCount(0)
    }
    if (texts.includes('No File Chosen'))
      await expect(page.getByRole('button', { name: /^Choose File/ })).toBeVisible()
    for (const text of texts) await expect(page.getByText(text, { exact: true }).first()).toBeAttached()
  }
})

test('a banner is cropped, coloured with a warning, ordered by keys, seen on a phone, published, seen in the shop and rolled back', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/homepage-settings-sliders-banners')
  await page.getByRole('button', { name: 'Add Banner' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Blue plates of Multan')
  const field = page.getByRole('group', { name: /^Images/ })
  await field.getByLabel('Upload: Images').setInputFiles(await drawn('pottery.png', '#fff', '#00205b'))
  await field.getByRole('button', { name: 'Crop: Images' }).click()
  const crop = page.getByRole('dialog', { name: 'Crop picture' })
  const cut = crop.getByRole('button', { name: 'Crop picture' })
  await expect(cut).toBeEnabled()
  await expect(crop.getByText(/1600x578/)).toBeVisible()
  await crop.getByRole('slider', { name: 'Top to bottom' }).press('End')
  await cut.click()
  await expect(field.getByRole('button', { name: 'Crop: Images' })).toBeFocused()
  await field.getByLabel('What the picture shows: Images').fill('A plate with blue flowers')

  // Only without the dark edge is it white behind the words.
  const warning = page.getByText(/^Contrast 1\.\d : 1, hard to read below 4\.5 : 1$/)
  await page.getByLabel('Title colour', { exact: true }).fill('#ffff00')
  await expect(warning).toBeVisible()
  await page.getByLabel('Title colour', { exact: true }).fill('#C32d2d')
  await expect(page.getByText('Contrast 5.6 : 1', { exact: true })).toBeVisible()
  await expect(warning).toHaveCount(0)
  await page.getByRole('button', { name: '390 px' }).click()
  await expect
    .poll(() =>
      preview(page)
        .locator('html')
        .evaluate(() => innerWidth),
    )
    .toBe(390)
  const picture = preview(page).getByAltText('A plate with blue flowers')
  await expect(picture).toBeAttached()
  await expect(preview(page).getByText('Blue plates of Multan')).toBeAttached()
  await page.getByLabel('From', { exact: true }).fill('2090-12-01T10:00')
  const row = page.getByRole('row').filter({ hasText: 'Blue plates of Multan' })
  await expect(row.getByText('Begins 1 Dec, 10:00')).toBeVisible()
  await page.getByLabel('From', { exact: true }).fill('')
  const count = await page.locator('tbody tr').count()
  await page.getByRole('button', { name: 'Move Blue plates of Multan up' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Blue plates of Multan is now at ${count - 1} of ${count}`)).toBeAttached()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(said(page, 'Slider Banners is saved. View page')).toBeVisible()
  await expect(page.getByText('Not yet live')).toBeVisible()

  await page.getByRole('button', { name: 'More actions on Blue plates of Multan' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('tbody tr').nth(count - 2)).toContainText('Blue plates of Multan')
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)

  const shop = await page.context().newPage()
  const slide = shop.locator('.slide').filter({ hasText: 'Blue plates of Multan' })
  // A browser keeps a page of the shop for a minute; who loads it again asks for it.
  const seenInShop = async () => {
    await shop.reload()
    return slide.count()
  }
  await shop.goto(`${marketplace.url}/shop`)
  await expect(slide).toHaveCount(0)
  await page.getByRole('link', { name: 'Publish…' }).click()
  await page.getByRole('checkbox', { name: 'Choose all' }).uncheck()
  await page.getByRole('checkbox', { name: 'Slider Banners', exact: true }).check()
  await page.getByLabel('Title', { exact: true }).fill('Pottery')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(said(page, /Release \d+ is live/)).toBeVisible()
  await expect.poll(seenInShop).toBe(1)
  await expect(slide.locator('.banner-title')).toHaveCSS('color', 'rgb(195, 45, 45)')
  await expect(slide.locator('img')).toHaveAttribute('alt', 'A plate with blue flowers')
  const [width, height] = ['width', 'height'].map((name) => slide.locator('img').getAttribute(name))
  expect(Number(await width) / Number(await height)).toBeCloseTo(1550 / 560, 2)

  await page.goto(`${marketplace.url}/releases`)
  await page.getByRole('link', { name: 'Winter', exact: true }).click()
  await page.getByRole('button', { name: 'Roll back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click()
  await expect(said(page, /Rolled back to release/)).toBeVisible()
  await expect.poll(seenInShop).toBe(0)
  await page.goto(`${marketplace.url}/homepage-settings-sliders-banners`)
  await expect(row).toHaveCount(1)
})

test('a popup is given its picture and its times, and the shop shows it from the one until the other', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/general-setting-popupbanner')
  await page.getByLabel('Title', { exact: true }).fill('Eid sale')
  await page.getByLabel('Upload: Images').setInputFiles(await drawn('eid.png', '#fff'))
  await page.getByLabel('What the picture shows: Images').fill('Bangles in a bazaar')
  await page.getByLabel('From', { exact: true }).fill(typedIn(10))
  await page.getByLabel('Until', { exact: true }).fill(typedIn(20))
  await page.getByLabel('Delay').fill('0')
  await page.getByRole('switch', { name: 'On', exact: true }).check()
  await expect(preview(page).getByRole('dialog', { name: 'Eid sale' })).toBeAttached()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(said(page, 'Popup Banner is saved')).toBeVisible()
  await releaseAll(marketplace, 'Eid')

  const popup = page.getByRole('dialog', { name: 'Eid sale' })
  const isSent = () => page.locator('dialog.popup').count()
  await page.goto(`${marketplace.url}/shop`)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  expect(await isSent()).toBe(0)
  await marketplace.ahead(11, async () => {
    // A browser keeps a page of the shop for a minute; who loads it again asks for it.
    await page.reload()
    await expect(popup).toBeVisible()
    await expect(popup.getByRole('img', { name: 'Bangles in a bazaar' })).toBeVisible()
  })
  await marketplace.ahead(21, async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    expect(await isSent()).toBe(0)
  })
})

test('a day alone begins at midnight and ends with its last minute, and a banner that ends before it begins is not saved', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/homepage-setting-sub-slider-banners')
  await page.getByRole('button', { name: 'Add Banner' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Azadi sale')
  const [from, until] = [page.getByLabel('From', { exact: true }), page.getByLabel('Until', { exact: true })]
  await from.fill('10 Dec 2090')
  await until.fill('1 Dec 2090')
  await until.blur()
  await expect(from).toHaveValue('10 Dec 2090, 00:00')
  await expect(until).toHaveValue('1 Dec 2090, 23:59')
  const wrong = page.getByText('Until must be later than From')
  await expect(wrong).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Azadi sale' })
  await expect(row.getByText('Never shown: ends before it begins')).toBeVisible()
  // Its fields are not shown: they are opened where the problem is.
  await page.getByRole('button', { name: 'Edit Azadi sale' }).click()
  await expect(until).toHaveCount(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(until).toBeFocused()
  await expect(wrong).toBeVisible()
  await until.fill('10 Dec 2090')
  await expect(wrong).toHaveCount(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(said(page, 'Sub Slider Banners is saved')).toBeVisible()
  const { value } = await copyOf(marketplace, path('homepage-settings', 'sub_slider_banners'))
  expect(value.items.at(-1)).toMatchObject({
    ...{ title: 'Azadi sale', from: '2090-12-09T19:00:00.000Z', until: '2090-12-10T18:59:00.000Z' },
  })
})

test('logo, favicon, loader, About us, stores and the order of the homepage are edited, and the shop shows them', async ({
  page,
  marketplace,
}) => {
  const saved = async (button: string, title: string) => {
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(said(page, `${title} is saved`)).toBeVisible()
  }
  await openAs(page, marketplace, '/general-setting-logo')
  await page.getByLabel('Shop name').fill('Anarkali Bazaar')
  await page.getByLabel('Upload: Header Logo').setInputFiles(await drawn('header.png', '#0f6b4a'))
  // What is sent meanwhile is sent without it.
  await expect(page.getByText('The picture is ready', { exact: true })).toBeAttached()
  await page.getByLabel('What the picture shows: Header Logo').fill('Anarkali, written in green')
  await saved('Save', 'Logo')
  for (const [address, title, color] of [
    ['/general-setting-favicon', 'Favicon', '#c32d2d'],
    ['/general-setting-loader', 'Loader', '#1a4f8b'],
  ] as const) {
    await page.goto(marketplace.url + address)
    await page.getByLabel(`Choose File: ${title}`).setInputFiles(await drawn(`${title}.png`, color))
    await expect(page.getByText('The picture is ready', { exact: true })).toBeAttached()
    await page.getByLabel(`What the picture shows: ${title}`).fill(`The ${title}`)
    await saved('Submit', title)
  }
  await page.goto(`${marketplace.url}/about-us`)
  await page.getByLabel('Title', { exact: true }).fill('Who we are')
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Since 1962 in Anarkali.')
  await saved('Update', 'About Us')
  await page.goto(`${marketplace.url}/stores-setting`)
  await page.getByLabel('Introduction').fill('Every shop is visited.')
  await saved('Update', 'Stores')
  await page.goto(`${marketplace.url}/Homepage-setting-cms`)
  await page.getByRole('button', { name: 'Move Services up' }).click()
  await page.getByRole('button', { name: 'Move Services up' }).click()
  await page.getByLabel('Welcome text').fill('Khush amdeed')
  await saved('Update', 'Homepage (CMS)')
  await releaseAll(marketplace, 'Anarkali')

  const isRed = async () => {
    const icon = await page.request.get(`${marketplace.url}/icon.png`)
    const { r, g } = (await sharp(await icon.body()).stats()).dominant
    return r > 150 && g < 80
  }
  await expect.poll(isRed).toBe(true)
  await page.goto(`${marketplace.url}/shop`)
  const welcome = async () => {
    await page.reload()
    return page.getByRole('heading', { level: 1 }).textContent()
  }
  await expect.poll(welcome).toBe('Khush amdeed')
  await expect(page.locator('main > section').first()).toHaveClass(/\bservices\b/)
  await expect(
    page.getByRole('banner').getByRole('img', { name: 'Anarkali, written in green' }),
  ).toBeVisible()
  const manifest = await page.request.get(`${marketplace.url}/shop/manifest.webmanifest`)
  expect((await manifest.json()).name).toBe('Anarkali Bazaar')
  await page.goto(`${marketplace.url}/shop/about-us`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who we are')
  await expect(page.getByText('Since 1962 in Anarkali.')).toBeVisible()
  await page.goto(`${marketplace.url}/shop/stores`)
  await expect(page.getByText('Every shop is visited.')).toBeVisible()
})

test('a role for the settings alone chooses a picture, and its menu has no library', async ({
  page,
  marketplace,
}) => {
  const { token } = await marketplace.signIn()
  const permissions = ['General Setting: view', 'General Setting: configure']
  const given = { name: 'Settings desk', permissions }
  const role = (await marketplace.call('POST', '/api/admin/roles', token, given)).body.results
  const [email, password] = ['sana@shop.example', 'a first long password']
  const invitation = { username: 'Sana Mir', email, phone: '', role_id: role.id }
  await marketplace.call('POST', '/api/admin/staff', token, invitation)
  const secret = (await marketplace.linkFor(email)).split('#')[1]
  await marketplace.call('POST', '/api/account/invitation/accept', '', { token: secret, password })
  await openAs(page, marketplace, '/general-setting-favicon', email, password)
  await page.getByLabel('Choose File: Favicon').setInputFiles(await drawn('desk.png', '#24507a'))
  await expect(page.getByText('The picture is ready', { exact: true })).toBeAttached()
  await page.getByRole('button', { name: 'Choose from library: Favicon' }).click()
  await expect(page.getByRole('dialog', { name: 'Choose a picture' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Media Library' })).toHaveCount(0)
})

test('the blog page begins with two empty entries more, and empty ones are not stored', async ({
  page,
  marketplace,
}) => {
  const blog = path('blog-settings', 'blog_page')
  const before = (await copyOf(marketplace, blog)).value.items.length
  await openAs(page, marketplace, '/blog-setting')
  const titles = page.getByRole('listitem').getByLabel('Title', { exact: true })
  await expect(titles).toHaveCount(before + 2)
  await page.getByRole('button', { name: 'Add more' }).click()
  await expect(titles).toHaveCount(before + 3)
  await titles.last().fill('Wedding season')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(said(page, 'Blog is saved')).toBeVisible()
  const { items } = (await copyOf(marketplace, blog)).value
  expect(items).toHaveLength(before + 1)
  expect(items.at(-1)).toMatchObject({ title: 'Wedding season', details: '' })
  await page.reload()
  await expect(titles).toHaveCount(before + 3)
})

test('two people edit the same page: different fields are joined, the same field is asked about', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/stores-setting')
  const title = page.getByLabel('Title', { exact: true })
  await title.fill('Our stores')
  await savedByAnother(marketplace, stores, { intro: 'From Karachi to Gilgit' })
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(said(page, 'Stores is saved')).toBeVisible()
  expect((await copyOf(marketplace, stores)).value).toMatchObject({
    title: 'Our stores',
    intro: 'From Karachi to Gilgit',
  })
  await expect(page.getByLabel('Introduction')).toHaveValue('From Karachi to Gilgit')

  const another = await page.context().newPage()
  await openAs(another, marketplace, '/stores-setting')
  await title.fill('Stores of mine')
  await another.getByLabel('Title', { exact: true }).fill('Stores of theirs')
  await another.getByRole('button', { name: 'Update' }).click()
  await expect(said(another, 'Stores is saved')).toBeVisible()
  await another.close()
  await page.getByRole('button', { name: 'Update' }).click()
  const clash = page.getByRole('alert').filter({ hasText: 'Another person changed this while you typed' })
  await expect(clash).toContainText('Stores of theirs')
  await expect(clash).toContainText('Stores of mine')
  expect((await copyOf(marketplace, stores)).value.title).toBe('Stores of theirs')
  await clash.getByRole('button', { name: 'Keep my values' }).click()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect.poll(async () => (await copyOf(marketplace, stores)).value.title).toBe('Stores of mine')
})

test('what is typed survives a reload as a draft and is not saved, and leaving asks first', async ({
  page,
  marketplace,
}) => {
  const before = (await copyOf(marketplace, path('homepage-settings', 'homepage'))).value.welcome
  await openAs(page, marketplace, '/Homepage-setting-cms')
  await page.getByLabel('Welcome text').fill('Assalam o alaikum')
  await expect(preview(page).getByText('Assalam o alaikum')).toBeVisible()
  await page.getByRole('link', { name: 'View page' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByLabel('Welcome text')).toHaveValue('Assalam o alaikum')
  expect((await copyOf(marketplace, path('homepage-settings', 'homepage'))).value.welcome).toBe(before)
})

/** What the page of a view shows beside its own words: the public call, and a field of its first entry. */
const besides: Readonly<Record<string, readonly [string, string]>> = {
  Blog: ['posts?limit=1', 'title'],
  'All Stores': ['stores?limit=1', 'shop_name'],
  Dashboard: ['products/newest', 'product_name'],
}

test('the views show what is live or the working copies, and a click leads to the field', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/setting-viewhome')
  for (const [address, title] of [
    ['/about-us-view', 'About Us'],
    ['/faq-setting-view', 'FAQ'],
    ['/blog-setting-view', 'Blog'],
    ['/stores-view-setting', 'All Stores'],
    ['/setting-viewhome', 'Dashboard'],
  ] as const) {
    await page.goto(marketplace.url + address)
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    // What a page shows beside its own words is what shoppers are answered.
    const [call, words] = besides[title] ?? []
    if (call) {
      const [first] = (await (await fetch(`${marketplace.url}/api/storefront/${call}`)).json()).results
      await expect(preview(page).getByText(first[words ?? ''], { exact: true })).toBeVisible()
    }
    if (title !== 'Dashboard')
      await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible()
  }
  const homepage = path('homepage-settings', 'homepage')
  await savedByAnother(marketplace, homepage, { welcome: 'Only in the working copy' })
  const welcome = preview(page).getByText('Only in the working copy')
  await page.reload()
  await expect(preview(page).getByRole('heading', { level: 1 })).toBeVisible()
  await expect(welcome).toHaveCount(0)
  await page.getByLabel('Version shown').selectOption({ label: 'Working copies' })
  await expect(welcome).toBeVisible()
  await page.getByRole('button', { name: '390 px' }).click()
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(preview(page).locator('html[data-theme="dark"]')).toBeAttached()
  await welcome.click()
  await expect(page).toHaveURL(/Homepage-setting-cms\?field=welcome/)
  await expect(page.getByLabel('Welcome text')).toBeFocused()
})
