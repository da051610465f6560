import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectAccessible, openAs, said, test } from './marketplace.ts'

/** A picture of this size, of a pattern that no other has. */
async function picture(name: string, width = 900, height = 500) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#0f6b4a"/><text x="40" y="120" font-size="64" fill="#fff">${name}</text></svg>`
  return { name, mimeType: 'image/png', buffer: await sharp(Buffer.from(svg)).png().toBuffer() }
}

/** Drops files on the screen, as from the desktop. */
async function drop(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  const sent = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, bytes: [...buffer] }))
  await page.evaluate((given) => {
    const data = new DataTransfer()
    for (const { name, mimeType, bytes } of given)
      data.items.add(new File([new Uint8Array(bytes)], name, { type: mimeType }))
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
  }, sent)
}

test('five files are dropped, the bad one says why, and a picture is described, found by its words and deleted', async ({
  page,
  marketplace,
}) => {
  await openAs(page, marketplace, '/media-library')
  await expect(page.getByRole('link', { name: 'Chai corner' })).toBeVisible()
  const names = ['Rilli border.png', 'Truck art door.png', 'Khewra salt lamp.png', 'Basant kites.png']
  const good = await Promise.all(names.map((name) => picture(name)))
  const bad = { name: 'Not a picture.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html></html>') }
  await drop(page, [...good.slice(0, 2), bad, ...good.slice(2)])
  const uploads = page.getByRole('list', { name: 'Uploading' })
  await expect(uploads.getByRole('alert')).toHaveText('“Not a picture.jpg” cannot be read as a picture.')
  await expect(page.getByLabel('Messages').getByText('4 pictures added, 1 not added')).toBeVisible()
  for (const name of names) await expect(page.getByRole('link', { name: name.slice(0, -4) })).toBeVisible()
  await uploads.getByRole('button', { name: 'Discard Not a picture.jpg' }).click()
  await expect(uploads).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Truck art door' }).click()
  await expect(page.getByRole('heading', { name: 'Truck art door', level: 1 })).toBeVisible()
  await expect(page.getByText('This picture is used nowhere.')).toBeVisible()
  await page.getByLabel('What the picture shows').fill('A door painted in Peshawar with a peacock')
  await page.getByRole('slider', { name: 'Focal point: Left to right' }).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(said(page, 'Truck art door is saved')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: '‹ Media Library' }).click()
  await page.getByRole('searchbox', { name: 'Search pictures' }).fill('peacock')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: 'Truck art door' }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Replace file' }).click()
  const replacing = page.getByRole('dialog', { name: 'Replace the file of Truck art door?' })
  await replacing.getByLabel('Choose a file').setInputFiles(await picture('Another door.png', 640, 640))
  await replacing.getByRole('button', { name: 'Replace file' }).click()
  await expect(said(page, 'The file of Truck art door is replaced')).toBeVisible()
  await expect(page.getByText('640x640')).toBeVisible()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: 'Delete Truck art door?' })
    .getByRole('button', { name: 'Delete Truck art door' })
    .click()
  await expect(said(page, 'Truck art door is deleted')).toBeVisible()
  await expect(page).toHaveURL(/\/media-library$/)
  await expect(page.getByRole('link', { name: 'Basant kites' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Truck art door' })).toHaveCount(0)
})

test('a picture that is used names its places and is not deleted, also where it was not used a moment ago', async ({
  page,
  marketplace,
}) => {
  // Who uses a picture says so in a transaction of their own: here the screen alone is looked at.
  const use = { noun: 'content', record_id: 'slider_banners', label: 'Slider Banners', is_live: true }
  let uses: object[] = []
  await page.route('**/api/admin/media/*', async (route) => {
    if (route.request().method() === 'DELETE') {
      const words = 'This picture is used: Slider Banners (live)'
      return route.fulfill({
        status: 409,
        contentType: 'application/problem+json',
        body: JSON.stringify({ title: 'Already changed', detail: words, message: words, request_id: 'r1' }),
      })
    }
    const response = await route.fetch()
    const { results } = await response.json()
    return route.fulfill({ response, json: { results: { ...results, uses, use_count: uses.length } } })
  })
  await openAs(page, marketplace, '/media-library')
  await page.getByRole('link', { name: 'Carpets and rugs' }).click()
  const remove = async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    return page.getByRole('dialog', { name: 'Delete Carpets and rugs?' })
  }
  const asked = await remove()
  await asked.getByRole('button', { name: 'Delete Carpets and rugs' }).click()
  await expect(asked.getByText('This picture is used: Slider Banners (live)')).toBeVisible()
  await asked.getByRole('button', { name: 'Cancel' }).click()
  uses = [use]
  await page.reload()
  const place = page.getByLabel('File, use and history').getByRole('link', { name: 'Slider Banners' })
  await expect(place).toHaveAttribute('href', '/homepage-settings-sliders-banners')
  const told = await remove()
  await expect(told.getByText('It is used in 1 place. Take it out there first.')).toBeVisible()
  await expect(told.getByRole('listitem')).toHaveText('Slider Banners · Live')
  await expect(told.getByRole('button', { name: 'Delete Carpets and rugs' })).toHaveCount(0)
  await expectAccessible(page)
})
