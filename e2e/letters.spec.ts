import { expect, expectAccessible, newSeller, openAs, test } from './marketplace.ts'

test('the approval letter is edited, seen with its values, sent to an approved vendor, and restored', async ({
  page,
  marketplace,
}) => {
  const id = await newSeller(marketplace, { email: 'letters@shops.example', username: 'Zainab <b>Bano</b>' })
  await openAs(page, marketplace, '/letters')
  await expect(page.getByRole('heading', { name: 'To vendors', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Application approved' }).click()
  await expect(page.getByRole('heading', { name: 'Application approved' })).toBeVisible()
  const preview = page.getByRole('article', { name: 'Preview of the letter' })
  await expect(preview).toContainText('Your application is approved. You can now list products.')

  const [subject, body] = [page.getByLabel('Subject'), page.getByLabel('Text of the letter')]
  await subject.fill('Salaam ')
  await page.getByRole('button', { name: '{{vendor_name}}' }).click()
  await expect(subject).toHaveValue('Salaam {{vendor_name}}')
  await expect(subject).toBeFocused()
  await body.fill('Dear {{name}},\n\nyour shop is <b>open</b>.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('{{name}} is not a field of this letter')).toBeVisible()
  await body.fill('Dear {{vendor_name}},\n\nyour shop is <b>open</b>.')
  await expect(preview).toContainText('Salaam Ayesha Khan')
  await expect(preview).toContainText('your shop is <b>open</b>.')
  await page.getByRole('button', { name: 'Urdu', exact: true }).click()
  await page.getByRole('button', { name: 'Copy the English letter' }).click()
  await body.fill('محترم {{vendor_name}}،\n\nآپ کی دکان کھل گئی ہے۔')
  await expect(preview).toHaveAttribute('dir', 'rtl')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved: Application approved')).toBeVisible()
  await expect(page.getByText('Version 1')).toBeVisible()

  const { token } = await marketplace.signIn()
  const approved = await marketplace.call('POST', `/api/admin/sellers/${id}/approve`, token)
  expect(approved.status).toBe(200)
  await marketplace.ahead(2, async () => {
    const mail = await marketplace.mailFor('letters@shops.example', 'Salaam Zainab')
    expect(mail).toContain('your shop is <b>open</b>.')
    expect(mail).toContain('your shop is &lt;b&gt;open&lt;/b&gt;.')
  })

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Restore the original' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore the original' }).click()
  await expect(page.getByText('The original letter is restored')).toBeVisible()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(subject).toHaveValue('Your shop is approved')
  await page.getByRole('button', { name: 'Compare version 1' }).click()
  await expect(page.getByRole('dialog').getByText('Salaam {{vendor_name}}')).toBeVisible()
})
