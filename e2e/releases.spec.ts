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

const homepage = '/api/admin/homepage-settings/sections/homepage'

/** What somebody saves in the working copy of the homepage. */
async function saveHomepage(marketplace: Marketplace, given: object): Promise<void> {
  const token = await tokenOf(marketplace)
  const { value, version } = (await marketplace.call('GET', homepage, token)).body.results
  const saved = await marketplace.call('PUT', homepage, token, { value: { ...value, ...given } }, version)
  expect(saved.status).toBe(200)
}

/** What a shopper reads on the homepage. */
async function shownTo(marketplace: Marketplace) {
  const { body } = await marketplace.call('GET', '/api/storefront/content', '')
  return body.results.sections.homepage
}

test('What waits is published, compared with what was live, and rolled back', async ({
  page,
  marketplace,
}) => {
  const before = await shownTo(marketplace)
  await saveHomepage(marketplace, { welcome: 'عید مبارک, Karachi', announcement_link: '/stores' })
  await openAs(page, marketplace, '/releases')
  await expect(page.getByRole('heading', { level: 1, name: 'Releases' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Live' })).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Publish…' }).click()

  const waiting = page.getByRole('region', { name: 'Homepage', exact: true })
  await expect(waiting.getByRole('row').filter({ hasText: 'Welcome text' })).toContainText(
    'عید مبارک, Karachi',
  )
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: 'Choose all' }).uncheck()
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Homepage' }).check()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Title is Required')).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill('Eid')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(said(page, /Release \d+ is live/)).toBeVisible()

  await expect(page.getByRole('heading', { level: 1, name: /^Release \d+: Eid$/ })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Welcome text' })).toContainText(before.welcome)
  await expect.poll(async () => (await shownTo(marketplace)).welcome).toBe('عید مبارک, Karachi')
  await expectAccessible(page)

  await page.getByLabel('Compare with').selectOption({ label: 'Release 1: The shop opens' })
  await expect(page.getByRole('region', { name: 'Slider Banners' })).toContainText('Shawls from Swat')
  await expect(page).toHaveURL(/with=/)

  await page
    .getByRole('link', { name: /Releases/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Winter', exact: true }).click()
  await page.getByRole('button', { name: 'Roll back' }).click()
  const dialog = page.getByRole('dialog', { name: /Roll back to release/ })
  await expect(dialog.getByLabel('Title')).toHaveValue('Back to: Winter')
  await expectAccessible(page)
  // Its answer is lost, and sent again it is the same release.
  await page.route('**/roll-back', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Roll back' }).click()
  await expect(dialog.getByText('The change may have been saved')).toBeVisible()
  await page.unroute('**/roll-back')
  await dialog.getByRole('button', { name: 'Roll back' }).click()
  await expect(said(page, /Rolled back to release/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: /Back to: Winter/ })).toBeVisible()
  await expect.poll(() => shownTo(marketplace)).toEqual(before)

  await page.getByRole('button', { name: 'Take over' }).click()
  const taking = page.getByRole('dialog', { name: 'Take over from this release?' })
  await taking.getByRole('checkbox', { name: 'Homepage' }).waitFor()
  await taking.getByRole('button', { name: 'Take over' }).click()
  await expect(said(page, 'Working copies replaced')).toBeVisible()
})

test('What a colleague saves meanwhile is not published before it was looked at', async ({
  page,
  marketplace,
}) => {
  await saveHomepage(marketplace, { welcome: 'Seen by its publisher' })
  await openAs(page, marketplace, '/publish')
  const waiting = page.getByRole('region', { name: 'Homepage', exact: true })
  await expect(waiting).toContainText('Seen by its publisher')
  await page.getByLabel('Title', { exact: true }).fill('Seen')
  await saveHomepage(marketplace, { welcome: 'Half of a senten' })
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Show current version' })
  await expect(notice).toBeVisible()
  await expect(waiting).toContainText('Seen by its publisher')
  expect((await shownTo(marketplace)).welcome).not.toBe('Half of a senten')
  await notice.getByRole('button', { name: 'Show current version' }).click()
  await expect(waiting).toContainText('Half of a senten')
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Seen')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(said(page, /Release \d+ is live/)).toBeVisible()
})

test('A release is scheduled, warned of another, moved, and goes live at its time', async ({
  page,
  marketplace,
}) => {
  await saveHomepage(marketplace, { welcome: 'Good evening' })
  await openAs(page, marketplace, '/publish')
  await page.getByRole('radio', { name: 'At a time' }).check()
  await expect(page.getByText(/“Wedding season”.*also has: Homepage/)).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill('Evening')
  await page.getByLabel('Time', { exact: true }).fill(typedIn(20))
  await page.getByRole('button', { name: 'Schedule' }).click()
  await expect(said(page, /“Evening” goes live on/)).toBeVisible()
  await expect(page.getByText('Another scheduled release has the same sections')).toBeVisible()
  await expect(page.getByText('Scheduled', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move “Evening”' })
  await dialog.getByLabel('Time').fill(typedIn(10))
  await dialog.getByLabel('Title').fill('Tonight')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(said(page, 'Release saved')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Tonight' })).toBeVisible()

  await marketplace.ahead(11, () =>
    expect.poll(async () => (await shownTo(marketplace)).welcome).toBe('Good evening'),
  )
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: /^Release \d+: Tonight$/ })).toBeVisible()
})

test('A scheduled release takes the working copies as they were when they were asked for, and no later ones', async ({
  page,
  marketplace,
}) => {
  await saveHomepage(marketplace, { welcome: 'As scheduled' })
  // What was read is taken as new for some seconds.
  await page.clock.install()
  await openAs(page, marketplace, '/publish')
  await page.getByRole('checkbox', { name: 'Choose all' }).uncheck()
  await page.getByRole('checkbox', { name: 'Homepage' }).check()
  await page.getByRole('radio', { name: 'At a time' }).check()
  await page.getByLabel('Title', { exact: true }).fill('Taken')
  await page.getByLabel('Time', { exact: true }).fill(typedIn(600))
  await page.getByRole('button', { name: 'Schedule' }).click()
  await expect(said(page, /“Taken” goes live on/)).toBeVisible()

  await saveHomepage(marketplace, { welcome: 'When it was asked for' })
  await page.reload()
  await page.getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move “Taken”' })
  const take = dialog.getByRole('checkbox', { name: 'Take the present working copies into it' })
  await take.check()
  await saveHomepage(marketplace, { welcome: 'Seen by nobody' })
  const readAgain = page.waitForResponse('**/api/admin/releases/waiting')
  await page.clock.fastForward(20_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await readAgain
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(/Homepage was changed/)).toBeVisible()
  await take.uncheck()
  await take.check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(said(page, 'Release saved')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Welcome text' })).toContainText('Seen by nobody')
})

test('A link shows the draft to somebody without an account until it is ended', async ({
  page,
  marketplace,
}) => {
  await saveHomepage(marketplace, { welcome: 'Only in the draft' })
  await openAs(page, marketplace, '/publish')
  await page.getByRole('button', { name: 'Make a link' }).click()
  const link = page.getByLabel('Link to the draft', { exact: true })
  await expect(link).toHaveValue(/\/shop\/preview\/[\w-]{43}$/)
  const token = (await link.inputValue()).split('/').at(-1)
  const shared = () => marketplace.call('GET', `/api/storefront/preview/${token}`, '')
  expect((await shared()).body.results.sections.homepage.welcome).toBe('Only in the draft')
  expect((await shownTo(marketplace)).welcome).not.toBe('Only in the draft')
  await page.getByRole('button', { name: /End the link/ }).click()
  await expect(said(page, 'Link ended')).toBeVisible()
  expect((await shared()).status).toBe(404)
})

test('Links to the draft and posts of a preview that could not be read are not shown as none', async ({
  page,
  marketplace,
  faults,
}) => {
  const { token } = await marketplace.signIn()
  await marketplace.call('POST', '/api/admin/preview-links', token, {})
  faults.expected(/^503 GET \/api\/admin\/preview-links$/)
  // A server that cannot answer: without any answer the screen would ask again by itself.
  await page.route('**/api/admin/preview-links', (route) => route.fulfill({ status: 503 }))
  await openAs(page, marketplace, '/publish')
  await expect(page.getByText('The draft links could not be loaded.')).toBeVisible()
  await page.unroute('**/api/admin/preview-links')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: /End the link/ }).first()).toBeVisible()

  faults.expected(/^503 GET \/api\/admin\/releases$/)
  await page.route('**/api/admin/releases?*state=scheduled*', (route) => route.fulfill({ status: 503 }))
  await page.reload()
  const ofReleases = page.getByText('The scheduled releases could not be loaded.')
  await expect(ofReleases).toBeVisible()
  await page.unroute('**/api/admin/releases?*state=scheduled*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(ofReleases).toBeHidden()

  faults.expected(/^500 GET \/api\/storefront\/posts$/)
  await page.route('**/api/storefront/posts?*', (route) => route.fulfill({ status: 500, body: 'oops' }))
  await page.goto(`${marketplace.url}/blog-setting`)
  const preview = page.getByRole('region', { name: 'Preview', exact: true })
  await expect(preview.getByText('What shoppers see beside this text could not be loaded.')).toBeVisible()
  await page.unroute('**/api/storefront/posts?*')
  await preview.getByRole('button', { name: 'Try again' }).click()
  await expect(preview.getByRole('alert')).toHaveCount(0)
})

test('A release warns of a picture that says nothing, with a link to where its words are written', async ({
  page,
  marketplace,
}) => {
  const sliders = '/api/admin/homepage-settings/sections/slider_banners'
  const token = await tokenOf(marketplace)
  const save = async (words: object) => {
    const { value, version } = (await marketplace.call('GET', sliders, token)).body.results
    const [first, ...rest] = value.items
    const items = [{ ...first, image: { ...first.image, ...words } }, ...rest]
    const saved = await marketplace.call('PUT', sliders, token, { value: { ...value, items } }, version)
    expect(saved.status).toBe(200)
    return first.image
  }
  const { alt, is_decorative } = await save({ alt: '', is_decorative: false })
  await openAs(page, marketplace, '/publish')
  await expect(page.getByText('1 picture says nothing to people who cannot see')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Slider Banners, entry 1' }).click()
  await expect(page).toHaveURL(/homepage-settings-sliders-banners\?.*item=/)
  await save({ alt, is_decorative })
  await openAs(page, marketplace, '/publish')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('says nothing')).toBeHidden()
})
