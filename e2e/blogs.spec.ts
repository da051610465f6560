import { devices } from '@playwright/test'
import {
  expect,
  expectAccessible,
  held,
  type Marketplace,
  openAs,
  said,
  test,
  tokenOf,
  typedIn,
} from './marketplace.ts'

async function ask(marketplace: Marketplace, method: string, path: string, body?: unknown, version?: number) {
  const token = await tokenOf(marketplace)
  return (await marketplace.call(method, `/api/admin/blogs${path}`, token, body, version)).body?.results
}

const wordTable = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p{color:red}</style></head><body>
<!--StartFragment--><h1 style="mso-x:y">Sizes</h1>
<table class=MsoTableGrid border=1 style="border-collapse:collapse"><tr><td width=100 style="border:solid"><p class=MsoNormal>\
<b>Size</b><o:p></o:p></p></td><td><p class=MsoNormal>Chest</p></td></tr><tr><td><p class=MsoNormal>Small</p></td><td>\
<p class=MsoNormal onclick="alert(1)">36 in<script>alert(1)</script></p></td></tr></table><!--EndFragment--></body></html>`

test('the lists of the blog have the columns, tabs and buttons of the specification', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/blogs-posts')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Blog Posts')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Banner',
    'Category',
    'Post Title',
    'Created',
    'Views',
  ])
  await expect(page.getByRole('button', { name: 'Add New Post' })).toBeVisible()
  const { all, draft, scheduled, published, unpublished } = await ask(marketplace, 'GET', '/posts/counts')
  for (const [label, count] of Object.entries({
    All: all,
    Draft: draft,
    Scheduled: scheduled,
    Published: published,
    Unpublished: unpublished,
  })) {
    await expect(page.getByRole('link', { name: new RegExp(`^${label} ?${count}$`) })).toBeVisible()
  }
  await page.getByRole('searchbox', { name: 'Search title, slug or author' }).fill('khaddar')
  await expect(page.getByRole('link', { name: /Khaddar, karandi or wool/ })).toBeVisible()
  await expectAccessible(page)
  await openAs(page, marketplace, '/blogs-categories')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Slug',
    'Posts',
    'Created',
    'Status',
    'Details',
  ])
  await expectAccessible(page)
})

test('the title of a post cannot be hidden, as it opens the post', async ({ page, marketplace }) => {
  await openAs(page, marketplace, '/blogs-posts')
  await page.getByRole('button', { name: 'View options' }).click()
  const panel = page.getByRole('region', { name: 'View options' })
  await expect(panel.getByRole('checkbox', { name: 'Post Title' })).toBeDisabled()
  await expect(panel.getByRole('checkbox', { name: 'Category' })).toBeEnabled()
})

test('categories that cannot be read are not shown as no category', async ({ page, marketplace, faults }) => {
  const posts: { id: string; category: { name: string } | null }[] = await ask(marketplace, 'GET', '/posts')
  const post = posts.find(({ category }) => category)
  faults.expected(/^503 GET \/api\/admin\/blogs\/categories/)
  // A server that cannot answer: without any answer the screen would ask again by itself.
  await page.route('**/api/admin/blogs/categories*', (route) => route.fulfill({ status: 503 }))
  await openAs(page, marketplace, `/blogs-post?id=${post?.id}`)
  const category = page.getByRole('combobox', { name: 'Category' })
  await expect(page.getByRole('alert').getByText('The categories could not be loaded.')).toBeVisible()
  await expect(category.locator('option:checked')).toHaveText(post?.category?.name ?? '')
  await page.unroute('**/api/admin/blogs/categories*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('The categories could not be loaded.')).toBeHidden()
  await expect(category.locator('option:checked')).toHaveText(post?.category?.name ?? '')
})

test('a post is written, pasted into, seen as a search result, scheduled, published, read and counted', async ({
  page,
  marketplace,
  browser,
}) => {
  await openAs(page, marketplace, '/blogs-posts')
  await page.getByRole('button', { name: 'Add New Post' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Post Title').fill('Winter shawls & how to wash them')
  await dialog.getByRole('button', { name: 'Add post' }).click()
  await expect(page).toHaveURL(/\/blogs-post\?id=/)
  const id = new URL(page.url()).searchParams.get('id') ?? ''
  await expect(page.getByLabel('Slug', { exact: true })).toHaveValue('winter-shawls-and-how-to-wash-them')
  await page.getByLabel('Title', { exact: true }).fill('Winter shawls')
  await expect(page.getByLabel('Slug', { exact: true })).toHaveValue('winter-shawls')
  await page.getByLabel('Excerpt').fill('Wash them cold, dry them flat.')
  await expect(page.getByText('30 of 300 characters')).toBeVisible()

  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.click()
  await page.keyboard.type('Wash by hand. ')
  await text.evaluate((field, html) => {
    const data = new DataTransfer()
    data.setData('text/html', html)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, wordTable)
  await expect(text.getByRole('cell', { name: '36 in' })).toBeVisible()
  await expect(page.getByText(/9 words · 1 minute to read/)).toBeVisible()

  // As readers will see it, before anything is saved.
  const shop = page.frameLocator('iframe[title="Preview of the shop"]')
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText('Winter shawls')
  await expect(shop.getByRole('cell', { name: '36 in' })).toBeVisible()

  const result = page.getByRole('figure', { name: 'Preview of the search result' })
  await expect(result).toContainText('/shop/blog/winter-shawls')
  await expect(result).toContainText('Wash them cold, dry them flat.')
  await page.getByLabel('Search title').fill('Shawls: wash them right')
  await expect(result).toContainText('Shawls: wash them right')

  // Nobody presses Save: the draft is kept by itself, and Save makes a version of it.
  await expect(page.getByText('Saved automatically. Press Save')).toBeVisible({ timeout: 30_000 })
  const kept = await ask(marketplace, 'GET', `/posts/${id}`)
  expect(kept).toMatchObject({ title: 'Winter shawls', state: 'draft', version_count: 1 })
  expect(kept.html).toContain('<table>')
  expect(kept.html).not.toMatch(/style|onclick|script|class|o:p/)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(said(page, 'Winter shawls is saved')).toBeVisible()
  await expect(page.getByText('Version 2', { exact: true })).toBeVisible()
  await expectAccessible(page)

  const inShop = () => marketplace.call('GET', '/api/storefront/posts/winter-shawls', '')
  await page.getByRole('button', { name: 'Schedule…' }).click()
  await page.getByRole('dialog').getByLabel('Goes live').fill(typedIn(10))
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule post' }).click()
  await expect(said(page, /is scheduled for/)).toBeVisible()
  expect((await inShop()).status).toBe(404)
  // A browser without a window says so, and is no reader.
  const { userAgent } = devices['Pixel 7']
  const shopper = await browser.newContext({ userAgent, viewport: { width: 390, height: 800 } })
  await marketplace.ahead(11, async () => {
    await expect.poll(async () => (await inShop()).status).toBe(200)
    const shop = await shopper.newPage()
    const isRead = shop.waitForResponse(/winter-shawls\/view$/)
    await shop.goto(`${marketplace.url}/shop/blog/winter-shawls`)
    await expect(shop.getByRole('heading', { level: 1 })).toHaveText('Winter shawls')
    await expect(shop.getByRole('cell', { name: '36 in' })).toBeVisible()
    await expect(shop).toHaveTitle(/^Shawls: wash them right/)
    expect((await isRead).status()).toBe(204)
  })
  await shopper.close()
  await expect.poll(async () => (await ask(marketplace, 'GET', `/posts/${id}`)).views).toBe(1)
  await page.goto(`${marketplace.url}/blogs-posts?state=published&q=shawls`)
  await expect(
    page.getByRole('row').filter({ hasText: 'Winter shawls' }).getByRole('cell').last(),
  ).toHaveText('1')
})

test('a letter of the title is corrected without losing the number of the slug, which another post has without it', async ({
  page,
  marketplace,
}) => {
  const second = async (title: string) => {
    await ask(marketplace, 'POST', '/posts', { title })
    return ask(marketplace, 'POST', '/posts', { title })
  }
  const cases = [
    [await second('عید کی خریداری'), 'عید کی خریداری۔', /^post-\d+$/],
    [await second('Chand raat bazaar'), 'Chand raat, bazaar', /^chand-raat-bazaar-2$/],
  ] as const
  for (const [{ id, slug }, title, numbered] of cases) {
    expect(slug).toMatch(numbered)
    await openAs(page, marketplace, `/blogs-post?id=${id}`)
    await page.getByLabel('Title', { exact: true }).fill(title)
    await expect(page.getByLabel('Slug', { exact: true })).toHaveValue(slug)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(said(page, `${title} is saved`)).toBeVisible()
    expect(await ask(marketplace, 'GET', `/posts/${id}`)).toMatchObject({ title, slug })
  }
})

test('a post that is opened in a background tab is read once, when its reader turns to it', async ({
  browser,
  marketplace,
}) => {
  const { id, slug } = await ask(marketplace, 'POST', '/posts', {
    ...{ title: 'Opened for later', html: '<p>Some words.</p>', excerpt: 'Some' },
  })
  await ask(marketplace, 'POST', `/posts/${id}/publish`)
  const inShop = () => marketplace.call('GET', `/api/storefront/posts/${slug}`, '')
  await expect.poll(async () => (await inShop()).status).toBe(200)
  // A browser without a window says so, and is no reader.
  const { userAgent } = devices['Pixel 7']
  const shopper = await browser.newContext({ userAgent, viewport: { width: 390, height: 800 } })
  const shop = await shopper.newPage()
  const readings: string[] = []
  shop.on('request', (request) => {
    if (request.url().endsWith('/view')) readings.push(request.url())
  })
  await shop.addInitScript(() => {
    let state = 'hidden'
    Object.defineProperty(document, 'visibilityState', { get: () => state })
    Object.assign(window, {
      turn: (to: string) => {
        state = to
        document.dispatchEvent(new Event('visibilitychange'))
      },
    })
  })
  const turn = (to: 'visible' | 'hidden') =>
    shop.evaluate((state) => (window as unknown as { turn(to: string): void }).turn(state), to)
  await shop.goto(`${marketplace.url}/shop/blog/${slug}`)
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText('Opened for later')
  await shop.waitForTimeout(4_000)
  expect(readings).toEqual([])
  await turn('visible')
  await expect.poll(() => readings.length, { timeout: 10_000 }).toBe(1)
  await turn('hidden')
  await turn('visible')
  await shop.waitForTimeout(4_000)
  expect(readings).toHaveLength(1)
  await shopper.close()
  await expect.poll(async () => (await ask(marketplace, 'GET', `/posts/${id}`)).views).toBe(1)
})

test('what somebody else saves meanwhile is shown beside what was typed, and a version is restored', async ({
  page,
  marketplace,
}) => {
  const made = await ask(marketplace, 'POST', '/posts', {
    title: 'Clash',
    html: '<p>First words.</p>',
    excerpt: 'One',
  })
  const live = await ask(marketplace, 'POST', `/posts/${made.id}/publish`)
  await openAs(page, marketplace, `/blogs-post?id=${made.id}`)
  await expect(page.getByLabel('Excerpt')).toHaveValue('One')
  await ask(
    marketplace,
    'PATCH',
    `/posts/${made.id}`,
    { excerpt: 'Theirs', html: '<p>Second words.</p>' },
    live.version,
  )
  await page.getByLabel('Excerpt').fill('Mine')
  // Nobody presses Save: the automatic save tells of the other one.
  const clash = page.getByRole('alert').filter({ hasText: 'Theirs' })
  await expect(clash).toContainText('Mine', { timeout: 30_000 })
  await clash.getByRole('button', { name: 'Keep my values' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(said(page, 'Clash is saved')).toBeVisible()
  expect(await ask(marketplace, 'GET', `/posts/${made.id}`)).toMatchObject({ excerpt: 'Mine' })

  await page.getByRole('button', { name: 'Compare version 1' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('del')).toHaveText(['One', 'First words.'])
  await expect(dialog.locator('ins')).toHaveText(['Mine', 'Second words.'])
  await dialog.getByRole('button', { name: 'Restore this version' }).click()
  await expect(said(page, 'Version 1 is restored')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveText('First words.')
  expect(await ask(marketplace, 'GET', `/posts/${made.id}`)).toMatchObject({
    excerpt: 'One',
    version_count: 4,
  })
})

test('what is asked to be saved while an automatic save fails is saved after it', async ({
  page,
  marketplace,
}) => {
  const made = await ask(marketplace, 'POST', '/posts', { title: 'Quiet', excerpt: 'One' })
  await openAs(page, marketplace, `/blogs-post?id=${made.id}`)
  const { promise: isHeld, resolve: letFail } = Promise.withResolvers<void>()
  await page.route('**/autosave', async (route) => {
    await isHeld
    await route.abort()
  })
  const isOnItsWay = page.waitForRequest('**/autosave')
  await page.getByLabel('Excerpt').fill('Two')
  await isOnItsWay
  let saves = 0
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().endsWith(`/posts/${made.id}`)) saves += 1
  })
  await page.keyboard.press('ControlOrMeta+s')
  // Two frames later it would be on its way.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))),
  )
  expect(saves).toBe(0)
  letFail()
  await expect(said(page, 'Quiet is saved')).toBeVisible()
  expect(saves).toBe(1)
  expect(await ask(marketplace, 'GET', `/posts/${made.id}`)).toMatchObject({
    excerpt: 'Two',
    version_count: 2,
  })
})

test('what is discarded while it is saved automatically stays discarded, and is not told as unsaved again', async ({
  page,
  marketplace,
}) => {
  const made = await ask(marketplace, 'POST', '/posts', { title: 'Dropped', excerpt: 'One' })
  await openAs(page, marketplace, `/blogs-post?id=${made.id}`)
  const saves = await held(page, /\/autosave$/)
  const isOnItsWay = page.waitForRequest('**/autosave')
  await page.getByLabel('Excerpt').fill('Two')
  await isOnItsWay
  const bar = page.getByRole('group', { name: 'Unsaved changes' })
  await bar.getByRole('button', { name: 'Discard' }).click()
  await expect(bar).toHaveCount(0)
  await expect(page.getByLabel('Excerpt')).toHaveValue('One')
  // Each appearance of the bar is noted from here on.
  await page.evaluate(() => {
    const told = document.body.dataset
    new MutationObserver(() => {
      if (document.querySelector('fieldset[aria-label="Unsaved changes"]')) told.unsaved = 'again'
    }).observe(document.body, { childList: true, subtree: true })
  })
  const isTakenBack = page.waitForRequest(
    (request) => request.url().endsWith('/autosave') && (request.postData() ?? '').includes('One'),
  )
  saves.arrive()
  await (await isTakenBack).response()
  await expect.poll(async () => (await ask(marketplace, 'GET', `/posts/${made.id}`)).excerpt).toBe('One')
  await expect(page.getByLabel('Excerpt')).toHaveValue('One')
  await expect(bar).toHaveCount(0)
  expect(await page.evaluate(() => document.body.dataset.unsaved)).toBeUndefined()
})

test('changes of a published post wait, warn of a picture without words, and are compared and published', async ({
  page,
  marketplace,
}) => {
  const { token } = await marketplace.signIn()
  const library = await marketplace.call('GET', '/api/admin/media?limit=1', token)
  const [picture] = library.body.results
  const cut = await marketplace.call('POST', `/api/admin/media/${picture.id}/renditions`, token, {})
  const { is_smaller_than_slot: _, ...rendition } = cut.body.results
  const made = await ask(marketplace, 'POST', '/posts', {
    ...{ title: 'Shawls', slug: 'shawls-that-wait', html: '<p>As it was.</p>' },
    banner: { ...rendition, alt: '', is_decorative: false },
  })
  await ask(marketplace, 'POST', `/posts/${made.id}/publish`)
  const inShop = async () =>
    (await marketplace.call('GET', '/api/storefront/posts/shawls-that-wait', '')).body.results.title

  await openAs(page, marketplace, `/blogs-post?id=${made.id}`)
  await page.getByLabel('Title', { exact: true }).fill('Shawls of Swat')
  await expect(page.getByText('Unpublished changes')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(said(page, 'Shawls of Swat is saved')).toBeVisible()
  expect(await inShop()).toBe('Shawls')

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(said(page, 'The changes of Shawls are discarded')).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Shawls')
  await page.getByRole('button', { name: 'Compare version 2' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore this version' }).click()
  await expect(said(page, 'Version 2 is restored')).toBeVisible()

  await page.getByRole('button', { name: 'Publish changes' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('del')).toHaveText(['Shawls'])
  await expect(dialog.locator('ins')).toHaveText(['Shawls of Swat'])
  await expect(dialog.getByText('1 picture says nothing')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Banner' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('textbox', { name: /What the picture shows/ })).toBeInViewport()
  await page.getByRole('textbox', { name: /What the picture shows/ }).fill('A shawl with a red border')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(said(page, 'Shawls of Swat is saved')).toBeVisible()
  expect(await inShop()).toBe('Shawls')

  await page.getByRole('button', { name: 'Publish changes' }).click()
  await expect(dialog.getByText('says nothing')).toBeHidden()
  await dialog.getByRole('button', { name: 'Publish changes' }).click()
  await expect(said(page, 'The changes of Shawls of Swat are published')).toBeVisible()
  await expect.poll(inShop).toBe('Shawls of Swat')
  await expect(page.getByText('Unpublished changes')).toBeHidden()
})

test('a scheduled post is published at the address of its changes, as the dialog says, and is not live once it is taken down', async ({
  page,
  marketplace,
}) => {
  const made = await ask(marketplace, 'POST', '/posts', {
    ...{ title: 'Bazaar hours', slug: 'bazaar-hours-of-old', html: '<p>Until late.</p>' },
  })
  const publish_at = new Date(Math.ceil(Date.now() / 60_000 + 600) * 60_000).toISOString()
  const scheduled = await ask(marketplace, 'POST', `/posts/${made.id}/schedule`, { publish_at })
  await ask(marketplace, 'PATCH', `/posts/${made.id}`, { slug: 'bazaar-hours' }, scheduled.version)

  await openAs(page, marketplace, `/blogs-post?id=${made.id}`)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(/Readers see the post at \S+\/blog\/bazaar-hours at once\./)
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expect(said(page, 'Bazaar hours is published')).toBeVisible()
  const inShop = async () =>
    (await marketplace.call('GET', '/api/storefront/posts/bazaar-hours', '')).body.results?.slug
  await expect.poll(inShop).toBe('bazaar-hours')

  await expect(page.getByText('Live since', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await dialog.getByRole('button', { name: 'Unpublish' }).click()
  await expect(said(page, 'Bazaar hours is unpublished')).toBeVisible()
  await expect(page.getByText('First published', { exact: true })).toBeVisible()
  await expect(page.getByText('Live since', { exact: true })).toHaveCount(0)
})

test('a draft is deleted and comes back, and a category is put in order and deleted with its posts moved', async ({
  page,
  marketplace,
}) => {
  const made = await ask(marketplace, 'POST', '/posts', { title: 'To be deleted' })
  await openAs(page, marketplace, `/blogs-post?id=${made.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/blogs-posts/)
  await expect(said(page, 'To be deleted is deleted')).toBeVisible()
  await page.getByLabel('Messages').getByRole('button', { name: 'Undo' }).click()
  await expect(said(page, 'To be deleted is restored')).toBeVisible()

  // After the message has gone there is a way for a day, which the list shows while there is something to restore.
  await expect(page.getByRole('button', { name: 'Deleted drafts' })).toHaveCount(0)
  await ask(marketplace, 'DELETE', `/posts/${made.id}`, undefined, 3)
  await page.reload()
  await page.getByRole('button', { name: 'Deleted drafts (1)' }).click()
  const deleted = page.getByRole('dialog', { name: 'Deleted drafts' })
  await deleted.getByRole('button', { name: 'Restore To be deleted' }).click()
  await expect(deleted.getByText('There is no deleted draft any more.')).toBeVisible()
  await deleted.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('button', { name: 'Deleted drafts' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'To be deleted' })).toBeVisible()

  const category = await ask(marketplace, 'POST', '/categories', { name: 'Leaving' })
  await ask(marketplace, 'PATCH', `/posts/${made.id}`, { category_id: category.id }, 5)
  await openAs(page, marketplace, '/blogs-categories')
  await page.getByRole('button', { name: 'Change order' }).click()
  await page.getByRole('button', { name: 'Move Leaving up' }).click()
  await expect(page.getByText(/Leaving is now \d of \d/)).toBeAttached()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for Leaving' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByLabel('Move its posts to').selectOption({ label: 'Style' })
  await page.getByRole('button', { name: 'Delete category' }).click()
  await expect(said(page, 'Leaving is deleted')).toBeVisible()
  expect((await ask(marketplace, 'GET', `/posts/${made.id}`)).category.name).toBe('Style')
})
