import { expect, expectAccessible, held, newProduct, newSeller, openAs, test } from './marketplace.ts'

const reader = 'sana@munshi.example'

test('a notification is in every tab at once, and none is lost or twice after the network was away', async ({
  page,
  context,
  marketplace,
}) => {
  const { token } = await marketplace.signIn()
  const { id: readerId } = await marketplace.signIn(reader)
  const mention = async () => {
    const id = await newSeller(marketplace)
    const body = { text: `@{${readerId}} look at the cheque` }
    const path = `/api/admin/sellers/${id}/notes`
    expect((await marketplace.call('POST', path, token, body)).status).toBe(201)
    return id
  }
  const streams: string[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/admin/stream') streams.push(request.url())
  })
  let answered = 0
  context.on('response', (response) => {
    if (new URL(response.url()).pathname === '/api/admin/stream') answered += 1
  })
  await openAs(page, marketplace, '/notifications', reader)
  await expect(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible()
  const second = await context.newPage()
  const isRead = second.waitForResponse('**/api/account/notifications/summary')
  await second.goto(`${marketplace.url}/`)
  await isRead
  await expect(second.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  // The stream begins after the screen, and what a tab missed before it followed is told to it.
  await expect.poll(() => answered).toBe(1)

  await mention()
  const isOne = (tab: typeof page) => tab.getByRole('button', { name: '1 unread notification', exact: true })
  // Without the stream this would take half a minute.
  for (const tab of [page, second]) await expect(isOne(tab)).toBeVisible({ timeout: 5_000 })
  await expect(page.getByRole('link', { name: /mentioned you on/ })).toHaveCount(1)
  // Both tabs have one stream.
  expect(streams).toHaveLength(1)

  await context.setOffline(true)
  // By what says so on the screen, the stream has been left too.
  for (const tab of [page, second]) await expect(tab.getByText('You are offline.')).toBeVisible()
  await mention()
  await mention()
  for (const tab of [page, second]) await expect(isOne(tab)).toBeVisible()
  await context.setOffline(false)
  for (const tab of [page, second]) {
    await expect(tab.getByRole('button', { name: '3 unread notifications', exact: true })).toBeVisible({
      timeout: 15_000,
    })
  }
  await expect(page.getByRole('link', { name: /mentioned you on/ })).toHaveCount(3)

  // The tab with the stream is closed: the other one continues.
  await page.close()
  const vendor = await mention()
  const bell = second.getByRole('button', { name: '4 unread notifications', exact: true })
  await expect(bell).toBeVisible({ timeout: 15_000 })
  await bell.click()
  const panel = second.getByRole('region', { name: '4 unread notifications' })
  await expect(panel.getByRole('link', { name: /mentioned you on/ })).toHaveCount(4)
  await expectAccessible(second)
  await panel
    .getByRole('link', { name: /mentioned you on/ })
    .first()
    .click()
  await expect(second).toHaveURL(new RegExp(`id=${vendor}`))
  await expect(second.getByRole('button', { name: '3 unread notifications', exact: true })).toBeVisible()
})

test('notifications are marked, filtered and chosen on their screen', async ({ page, marketplace }) => {
  const { token } = await marketplace.signIn()
  const { id: readerId } = await marketplace.signIn('bilal@munshi.example')
  for (let n = 0; n < 3; n += 1) {
    const id = await newProduct(marketplace, await newSeller(marketplace))
    const body = { text: `@{${readerId}} look at the price` }
    await marketplace.call('POST', `/api/admin/products/${id}/notes`, token, body)
  }
  await openAs(page, marketplace, '/notifications', 'bilal@munshi.example')
  const links = page.getByRole('link', { name: /mentioned you on/ })
  await expect(links).toHaveCount(3)
  await page
    .getByRole('checkbox', { name: /mentioned you on/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Mark as read' }).click()
  await expect(page.getByRole('button', { name: '2 unread notifications', exact: true })).toBeVisible()
  await page.getByRole('link', { name: /^Unread/ }).click()
  await expect(links).toHaveCount(2)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('2 notifications marked as read')).toBeVisible()
  await expect(links).toHaveCount(0)

  await page.getByRole('button', { name: 'Notification settings' }).click()
  const mentions = page.getByLabel('How to notify you: Mentions')
  await expect(mentions).toHaveValue('mail')
  await expectAccessible(page)
  // One is chosen while the other is still being saved.
  const saving = await held(page, /\/notifications\/choices/)
  await mentions.selectOption('off')
  const other = page.getByLabel(/^How to notify you: (?!Mentions)/).first()
  await other.selectOption('off')
  saving.arrive()
  await expect(page.getByText('Notification settings saved').first()).toBeVisible()
  await expect(other).toHaveValue('off')
  await page.reload()
  await page.getByRole('button', { name: 'Notification settings' }).click()
  await expect(mentions).toHaveValue('off')
})

test('what came since the notifications were read is not marked as read with them', async ({
  page,
  marketplace,
}) => {
  const { token } = await marketplace.signIn()
  const user = await marketplace.signIn(reader)
  const mention = async () => {
    const body = { text: `@{${user.id}} look at the address` }
    const path = `/api/admin/sellers/${await newSeller(marketplace)}/notes`
    expect((await marketplace.call('POST', path, token, body)).status).toBe(201)
  }
  const own = '/api/account/notifications'
  expect((await marketplace.call('POST', `${own}/read-all`, user.token, {})).status).toBe(200)
  await mention()
  // Without the stream, nothing tells the screen of the second.
  await page.route('**/api/admin/stream*', (route) => route.fulfill({ status: 204 }))
  await openAs(page, marketplace, '/notifications?state=unread', reader)
  await expect(page.getByRole('link', { name: /mentioned you on/ })).toHaveCount(1)
  await mention()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('1 notification marked as read')).toBeVisible()
  const { body } = await marketplace.call('GET', `${own}/summary`, user.token)
  expect(body.results.unread).toBe(1)
  await expect(page.getByRole('button', { name: '1 unread notification', exact: true })).toBeVisible()
})
