import { expect, expectAccessible, openAs, test } from './marketplace.ts'

test('an endpoint is added, its secret shown once, and a test event is in its log', async ({
  page,
  marketplace,
  faults,
}) => {
  await openAs(page, marketplace, '/webhooks')
  await expect(page.getByText('No endpoints yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add Endpoint' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Address').fill('https://10.0.0.5/hooks')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form.getByText('Choose at least one')).toBeVisible()
  await form.getByRole('group', { name: 'Vendors' }).getByLabel('Approved').check()
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form.getByText('This address is not public')).toBeVisible()
  await expectAccessible(page)
  // The host name does not exist, so the delivery waits for another attempt.
  await form.getByLabel('Address').fill('https://hooks.invalid/munshi')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  // Only the button that says so closes what is shown once.
  const secret = page.getByRole('dialog', { name: 'Secret of this endpoint' })
  await expect(secret.getByText(/^whsec_/)).toBeVisible()
  await expect(secret.getByRole('button', { name: 'Close' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(secret.getByText(/^whsec_/)).toBeVisible()
  await secret.getByRole('button', { name: 'I have stored the secret' }).click()
  await expect(page.getByText(/^whsec_/)).toHaveCount(0)

  await page.getByRole('link', { name: 'https://hooks.invalid/munshi' }).click()
  await expect(page.getByRole('heading', { name: 'https://hooks.invalid/munshi' })).toBeVisible()
  await page.getByRole('button', { name: 'Send test event' }).click()
  await expect(page.getByText('The host name does not exist (ENOTFOUND)')).toBeVisible()
  // What the attempt did to the endpoint is shown with it, without a reload.
  await expect(page.getByText('Failing', { exact: true })).toBeVisible()
  await expect(page.getByText('Failing since', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'webhook.test', exact: true }).click()
  await expect(page.getByRole('dialog').getByText('"type": "webhook.test"')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create new secret' }).click()
  await expect(page.getByRole('dialog').getByLabel('End the old secret now')).not.toBeChecked()
  await page.getByRole('dialog').getByRole('button', { name: 'Create new secret' }).click()
  await expect(secret.getByText(/^whsec_/)).toBeVisible()
  await page.goBack()
  await expect(secret.getByText(/^whsec_/)).toBeVisible()
  await expect(page).toHaveURL(/\/webhook\?id=/)
  await secret.getByRole('button', { name: 'I have stored the secret' }).click()
  await expect(page.getByText('The previous secret also signs deliveries until')).toBeVisible()
  await page.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('The endpoint is disabled')).toBeVisible()
  await expect(page.getByText('Failed')).toBeVisible()
  await expectAccessible(page)
  expect(faults).toEqual([])
})
