import type { CDPSession, Page } from '@playwright/test'
import { expect, expectAccessible, giveCredentials, logout, openAs, test } from './marketplace.ts'

const sana = 'sana@munshi.example'

/** A device of the browser itself that says yes to whatever it is asked. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  return { cdp, id: authenticatorId }
}

test('a passkey is added, signs in, proves who asks, is renamed, and is switched off by an administrator', async ({
  page,
  browser,
  marketplace,
}) => {
  const { cdp, id: authenticatorId } = await addAuthenticator(page)
  await openAs(page, marketplace, '/my-account', sana)
  const panel = page.getByRole('region', { name: 'Second factor' })
  await panel.getByRole('button', { name: 'Add a passkey' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a passkey' })
  await expect(adding.getByLabel('Name')).toBeFocused()
  await expect(adding.getByLabel('Name')).toHaveValue(/Chrome/)
  await expectAccessible(page)
  await adding.getByLabel('Name').fill(' ')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(adding.getByText('Enter a name for the passkey')).toBeVisible()
  await adding.getByLabel('Name').fill('Shop laptop')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  const kept = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(kept.getByRole('code')).toHaveCount(10)
  const codes = await kept.getByRole('code').allInnerTexts()
  await kept.getByRole('button', { name: 'I have saved them' }).click()
  await expect(panel.getByText('Shop laptop')).toBeVisible()
  await expect(panel.getByText('not used yet')).toBeVisible()
  await expect(panel.getByText('10 recovery codes left.')).toBeVisible()
  await expectAccessible(page)
  // The same device holds one already.
  await panel.getByRole('button', { name: 'Add a passkey' }).click()
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(adding.getByRole('alert')).toHaveText('This device or key already has one of your passkeys')
  await adding.getByRole('button', { name: 'Cancel' }).click()

  await logout(page)
  await giveCredentials(page, sana)
  const use = page.getByRole('button', { name: 'Use your passkey' })
  await expect(use).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /Sana/ })).toBeVisible()
  await page.goto(`${marketplace.url}/my-account`)
  await expect(panel.getByText('last used')).toBeVisible()
  await panel.getByRole('button', { name: 'Rename Shop laptop' }).click()
  const renaming = page.getByRole('dialog', { name: 'Rename Shop laptop' })
  await renaming.getByLabel('Name').fill('Till')
  await renaming.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText('Till')).toBeVisible()

  // A fresh proof is given by it too.
  let isProven = false
  page.on('response', (response) => {
    if (response.url().endsWith('/step-up') && response.ok()) isProven = true
  })
  await page.route('**/recovery-codes', (route) =>
    isProven
      ? route.continue()
      : route.fulfill({
          status: 403,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            type: 'urn:munshi:step-up-needed',
            title: 'Confirm your identity',
            status: 403,
            detail: 'Confirm your identity, then try again',
            message: 'Confirm your identity, then try again',
            request_id: 'journey',
            errors: [{ path: 'otp', code: 'required', message: 'Confirm your identity' }],
          }),
        }),
  )
  await panel.getByRole('button', { name: 'New recovery codes' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
  await expect(proof.getByRole('button', { name: 'Use your passkey' })).toBeFocused()
  await expectAccessible(page)
  await proof.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await expect(proof.getByLabel('Recovery code')).toBeFocused()
  await proof.getByRole('button', { name: 'Use your passkey instead' }).click()
  await proof.getByRole('button', { name: 'Use your passkey' }).click()
  await kept.getByRole('button', { name: 'I have saved them' }).click()

  // Without the device: what was refused says so, and a recovery code is the other way.
  await logout(page)
  await giveCredentials(page, sana)
  await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Email, password or code is not right')

  // The administrator switches it off, and the password alone signs in.
  const desk = await browser.newContext()
  const office = await desk.newPage()
  const { body } = await marketplace.call(
    'GET',
    `/api/admin/staff?q=${encodeURIComponent(sana)}`,
    (await marketplace.signIn()).token,
  )
  await openAs(office, marketplace, `/manage-staff-details?id=${body.results[0].id}`)
  const { username } = body.results[0]
  await office.getByRole('button', { name: 'Switch off' }).click()
  const asking = office.getByRole('dialog', { name: `Switch off the second factor of ${username}?` })
  await expect(asking.getByLabel('Reason')).toBeFocused()
  await expectAccessible(office)
  await asking.getByRole('button', { name: 'Switch off' }).click()
  await expect(asking.getByText('Enter a reason. The person will read it')).toBeVisible()
  await asking.getByLabel('Reason').fill('She lost her laptop and called from the shop')
  await asking.getByRole('button', { name: 'Switch off' }).click()
  await expect(office.getByText('The password alone signs them in.')).toBeVisible()
  await expect(office.getByText('Your second factor is switched off')).toBeVisible()
  await expectAccessible(office)
  await desk.close()
  await page.getByRole('button', { name: 'Sign in as someone else' }).click()
  await giveCredentials(page, sana)
  await expect(page.getByRole('button', { name: /Sana/ })).toBeVisible()
})
