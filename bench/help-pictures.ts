// npm run help:pictures: takes the pictures of the help again, from the demo marketplace at a fixed time. What has not changed
// on a screen stays the same file, so that a change of the pictures is a change of the product.

import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { newVisitor } from '#testing/first-load.ts'
import { buildServer, startMunshi } from '#testing/process.ts'
import { pictureTime } from './picture-time.ts'

const folder = new URL('../docs/help/pictures/', import.meta.url).pathname
const clock = new URL('./slow-clock.ts', import.meta.url).pathname
const mostBytes = 30_000
/** Narrower than the menu needs: a picture in a panel has no place for it. */
const viewport = { width: 980, height: 612 }
const size = { width: 720, height: 450 }

const directory = mkdtempSync(join(tmpdir(), 'munshi-help-pictures-'))
const settings = {
  DATA_DIR: directory,
  DEMO: 'true',
  EXAMPLE_SHOP: 'true',
  NODE_OPTIONS: `--import ${clock}`,
}
const munshi = await startMunshi(settings, buildServer(), 240)
const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path))
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
})
try {
  const account = { email: 'ayesha@munshi.example', password: 'munshi-demo' }
  const user = (await munshi.call('POST', '/api/login', undefined, account)).body.results
  const context = await newVisitor(browser, munshi.url, user)
  const page = await context.newPage()
  await page.setViewportSize(viewport)
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await page.clock.setFixedTime(pictureTime + 60_000)
  const first = async (path: string) =>
    (await munshi.call('GET', `/api/admin/${path}`, user.token)).body.results.flat()[0].id
  const shown: Record<string, string> = {
    dashboard: '/',
    'all-orders': '/orders-all-orders',
    order: `/orders-order-details?id=${await first('orders?limit=1&status=processing')}`,
    settlements: '/settlements',
    'add-product': '/products-add-product',
    'pending-products': '/products-all-products',
    'bulk-upload': '/bulk',
    customer: `/customer-customerdetails?id=${await first('customers?list=approved&limit=1')}`,
    'pending-verification': '/vendor-verification-pending-verification',
    'vendor-review': `/vendor-vendordetails?id=${await first('sellers/get/pending?limit=1')}`,
    'manage-staff': '/manage-staff',
    promotions: '/promotions',
    promotion: `/promotion?id=${await first('promotions?limit=1&status=running')}`,
    releases: '/releases',
    publish: '/publish',
    'slider-banners': '/homepage-settings-sliders-banners',
    'my-account': '/my-account',
  }
  for (const [name, path] of Object.entries(shown)) {
    await page.goto(munshi.url + path)
    const bytes = await takePicture(page)
    writeFileSync(join(folder, `${name}.webp`), bytes)
    process.stdout.write(`${name}: ${bytes.length} bytes\n`)
  }
  const all = readdirSync(folder)
  for (const file of all.filter((one) => !(one.replace('.webp', '') in shown))) rmSync(join(folder, file))
  const together = readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
  process.stdout.write(`${Object.keys(shown).length} pictures, ${together} bytes\n`)
} finally {
  await browser.close()
  await munshi.stop()
  rmSync(directory, { recursive: true, force: true })
}

/** The screen when all of it is there, as a small file: as good as its size allows. */
async function takePicture(page: Page): Promise<Buffer> {
  await page.locator('h1').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForFunction("!document.querySelector('[aria-busy=true]')")
  await page.evaluate('document.fonts.ready')
  // A picture that arrives late would be another file each time.
  await page.waitForFunction(`[...document.images].every((image) => {
    const { top, bottom } = image.getBoundingClientRect()
    return bottom < 0 || top > innerHeight || (image.complete && image.naturalWidth > 0)
  })`)
  await page.waitForTimeout(500)
  const taken = await page.screenshot({ caret: 'hide', animations: 'disabled' })
  const small = sharp(taken).resize(size)
  for (const quality of [72, 60, 50, 40, 30]) {
    const bytes = await small.clone().webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (bytes.length <= mostBytes) return bytes
  }
  throw new Error(`a picture of ${page.url()} is too heavy`)
}
