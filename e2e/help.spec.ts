import { expect, expectAccessible, newCompleteSeller, openAs, test } from './marketplace.ts'

test('the help explains the screen, is searched, leads to another screen, and gives the focus back', async ({
  page,
  marketplace,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAs(page, marketplace, '/orders-all-orders')
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
  await page.getByRole('button', { name: 'Support', exact: true }).click()
  await page.getByRole('button', { name: 'Help for this screen' }).click()
  const help = page.getByRole('dialog', { name: 'Help' })
  await expect(help.getByRole('heading', { name: 'All Orders' })).toBeVisible()
  await expect(help.getByRole('img')).toHaveJSProperty('complete', true)
  await expectAccessible(page)

  // The screen beside it stays usable, and its letters are not those of the help.
  await page.getByLabel('Search order, customer, tracking, invoice or SKU').fill('M-1008')
  await expect(page.getByRole('button', { name: /^Remove Search/ })).toBeVisible()
  await expect(help.getByRole('heading', { name: 'All Orders' })).toBeVisible()

  await help.getByLabel('Search help').fill('vednor reject')
  await help.getByLabel('Search help').fill('send refnud the')
  await help.getByRole('button', { name: 'Refund Send the refund' }).click()
  await expect(help.getByRole('heading', { name: 'Send the refund' })).toBeFocused()
  await help.getByRole('button', { name: 'Back' }).click()
  await expect(help.getByLabel('Search help')).toHaveValue('send refnud the')

  await help.getByLabel('Search help').fill('courier cash')
  await help.getByRole('button', { name: 'Cash with couriers' }).first().click()
  await help.getByRole('link', { name: 'Import a statement' }).click()
  await expect(page.getByRole('heading', { name: 'Import a statement', level: 1 })).toBeVisible()
  await expect(help.getByRole('heading', { name: 'Import a statement' }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await help.getByRole('button', { name: 'Close help' }).click()
  await expect(help).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Support', exact: true })).toBeFocused()
})

test('the keyboard stays in the help on All articles and on Back, and Escape closes it', async ({
  page,
  marketplace,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAs(page, marketplace, '/orders-all-orders')
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
  const help = page.getByRole('dialog', { name: 'Help' })
  const title = help.getByRole('heading', { name: 'Help', exact: true })
  const all = help.getByRole('button', { name: 'All articles' })
  const open = async () => {
    await page.getByRole('button', { name: 'Support', exact: true }).click()
    await page.getByRole('button', { name: 'Help for this screen' }).click()
    await expect(title).toBeFocused()
  }
  await open()
  await all.focus()
  await page.keyboard.press('Enter')
  await expect(help.getByRole('button', { name: 'Declined Orders' })).toBeVisible()
  await expect(title).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)

  await open()
  await all.focus()
  await page.keyboard.press('Enter')
  await help.getByRole('button', { name: 'Declined Orders' }).focus()
  await page.keyboard.press('Enter')
  await expect(help.getByRole('heading', { name: 'Declined Orders' })).toBeFocused()
  const back = help.getByRole('button', { name: 'Back' })
  await back.focus()
  await page.keyboard.press('Enter')
  await expect(help.getByRole('button', { name: 'Declined Orders' })).toBeVisible()
  await back.focus()
  await page.keyboard.press('Enter')
  await expect(help.getByRole('heading', { name: 'All Orders' })).toBeVisible()
  await expect(back).toHaveCount(0)
  await expect(title).toBeFocused()

  // Asked for again from another article, it is about the screen again.
  await all.click()
  await help.getByRole('button', { name: 'Declined Orders' }).click()
  await expect(help.getByRole('heading', { name: 'Declined Orders' })).toBeVisible()
  await open()
  await expect(help.getByRole('heading', { name: 'All Orders' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)

  // A search that comes back has the focus, so that Escape clears it first.
  await open()
  await help.getByLabel('Search help').fill('send refnud the')
  await help.getByRole('button', { name: 'Refund Send the refund' }).click()
  await expect(help.getByRole('heading', { name: 'Send the refund' })).toBeFocused()
  await back.focus()
  await page.keyboard.press('Enter')
  await expect(help.getByLabel('Search help')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(help.getByLabel('Search help')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
})

test('the keys of a review work while the help is open beside it', async ({ page, marketplace }) => {
  const id = await newCompleteSeller(marketplace)
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAs(page, marketplace, `/vendor-vendordetails?id=${id}`)
  await expect(page.getByRole('group', { name: 'Decision' })).toBeVisible()
  await page.getByRole('button', { name: 'Support', exact: true }).click()
  await page.getByRole('button', { name: 'Help for this screen' }).click()
  await expect(page.getByRole('dialog', { name: 'Help' }).getByRole('heading').first()).toBeVisible()
  await page.getByRole('heading', { level: 1 }).first().click()
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog', { name: 'Reject vendor?' })).toBeVisible()
})

test('on a phone the help is in front of the screen, and names only screens that the reader may open', async ({
  page,
  marketplace,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await openAs(page, marketplace, '/')
  await page.getByRole('button', { name: 'Support', exact: true }).click()
  await page.getByRole('button', { name: 'Help for this screen' }).click()
  const help = page.getByRole('dialog', { name: 'Help' })
  await expect(help.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  expect((await help.boundingBox())?.width).toBe(360)
  await expectAccessible(page)
  await help.getByRole('button', { name: 'All articles' }).click()
  await help.getByRole('button', { name: 'Declined Orders' }).click()
  await help.getByRole('link', { name: 'Open this screen' }).click()
  await expect(page.getByRole('heading', { name: /^Declined Orders/, level: 1 })).toBeVisible()
  await expect(help).toHaveCount(0)
})
