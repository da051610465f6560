import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { ibanCheckDigits } from '#kit/contract/pakistan.ts'
import { pictureForm } from '#testing/picture-form.ts'
import { faultsOf } from './axe.ts'
import { type Faults, watchFaults } from './faults.ts'
import { type Engine, key, startCopy } from './server.ts'

export interface Marketplace {
  url: string
  key: string
  /** With a `version`, only while it is the record's current version. */
  call(
    method: string,
    path: string,
    token: string,
    body?: unknown,
    version?: number,
  ): Promise<{ status: number; body: Body }>
  signIn(email?: string, password?: string): Promise<CurrentUser>
  /** The link in the latest mail to this address, once it has left. */
  linkFor(email: string): Promise<string>
  /** The latest mail to this address whose text holds these words, once it has left. */
  mailFor(email: string, words: string): Promise<string>
  /** Puts the clock of the server so many minutes ahead while this is done, and right again after it. */
  ahead(minutes: number, work: () => Promise<void>): Promise<void>
}
// biome-ignore lint/suspicious/noExplicitAny: a journey says what it expects of an answer
type Body = any

interface CurrentUser {
  token: string
  id: string
}

export const demo = { email: 'ayesha@munshi.example', password: 'munshi-demo' }

type Running = Awaited<ReturnType<typeof startMarketplace>>

/** A running Munshi with the demo marketplace for each file, and pages that report what breaks in them. */
export const test = base.extend<
  { marketplace: Marketplace; faults: Faults },
  { engine: Engine; marketplaceOf: (file: string) => Promise<Marketplace> }
>({
  // The configuration says which.
  engine: ['server', { option: true, scope: 'worker' }],
  // A worker and its browser serve many files, one after the other: each finds the demo as it was.
  marketplaceOf: [
    async ({ engine }, use) => {
      let open: { file: string; running: Running } | null = null
      const end = async () => {
        await open?.running.end()
        open = null
      }
      await use(async (file) => {
        if (open?.file !== file) {
          await end()
          open = { file, running: await startMarketplace(engine) }
        }
        return open.running.marketplace
      })
      await end()
    },
    { scope: 'worker' },
  ],
  // With a time of its own: a journey's limit is about the journey.
  marketplace: [
    async ({ marketplaceOf }, use, { file }) => use(await marketplaceOf(file)),
    { timeout: 200_000 },
  ],
  // Of every journey, also of one that does not ask for it.
  faults: [async ({ browser, context }, use) => watchFaults(browser, context, use), { auto: true }],
})

export { expect }

/** A running Munshi with the demo marketplace and these settings, for a journey that needs one of its own. */
export async function startMarketplace(
  engine: Engine,
  settings: Record<string, string> = {},
): Promise<{ marketplace: Marketplace; end: () => Promise<void> }> {
  const { url, directory, moveClock, end } = await startCopy(engine, settings)
  const outbox = join(directory, 'outbox')
  const marketplace: Marketplace = {
    url,
    key,
    call: (...args) => call(url, ...args),
    signIn: (email, password) => {
      const known = tokens.get(marketplace)?.get(email ?? demo.email)
      if (known) known.later += 1
      return signIn(url, email, password)
    },
    linkFor: (email) => linkFor(outbox, email),
    mailFor: (email, words) => mailFor(outbox, email, (mail) => mail.includes(words) && mail),
    ahead: async (minutes, work) => {
      await moveClock(minutes * 60_000)
      await work().finally(() => moveClock(0))
    },
  }
  return { marketplace, end }
}

const tokens = new WeakMap<Marketplace, Map<string, { token: Promise<string>; later: number }>>()
/** A person keeps ten sessions, and those of later sign-ins end the first. */
const laterThanToken = 8

/**
 * The token of this person for a journey's own calls: one for each eight sign-ins of theirs in the file, as one session too many
 * would end that of a screen, and one too old is ended by theirs.
 */
export function tokenOf(marketplace: Marketplace, email = demo.email): Promise<string> {
  const ofPeople = tokens.get(marketplace) ?? new Map()
  tokens.set(marketplace, ofPeople)
  const known = ofPeople.get(email)
  if (known && known.later < laterThanToken) return known.token
  const token = marketplace.signIn(email).then((user) => user.token)
  ofPeople.set(email, { token, later: 0 })
  return token
}

/** Opens a screen as somebody who is signed in. */
export async function openAs(
  page: Page,
  marketplace: Marketplace,
  path: string,
  email = demo.email,
  password = demo.password,
): Promise<void> {
  const user = await marketplace.signIn(email, password)
  await page.addInitScript((text) => {
    // The frame of a preview has no storage.
    if (window.top !== window) return
    if (!sessionStorage.getItem('seeded')) localStorage.setItem('current_user', text)
    sessionStorage.setItem('seeded', 'yes')
  }, JSON.stringify(user))
  await page.goto(marketplace.url + path)
}

let made = 0

/** A seller that waits for a decision. */
export async function newSeller(marketplace: Marketplace, given: object = {}): Promise<string> {
  made += 1
  const { body } = await marketplace.call('POST', '/api/intake/sellers', marketplace.key, {
    external_id: `journey-${process.pid}-${made}`,
    username: `Journey Vendor ${made}`,
    email: `journey-${made}@shops.example`,
    phone: '0300 7654321',
    seller: {
      cnic: `35202-99${String(made).padStart(5, '0')}-1`,
      sellers_city: 'Lahore',
    },
    shop: {
      shop_name: `Journey Shop ${made}`,
      bank_name: 'Standard Chartered',
      ibn_number: 'PK36SCBL0000001123456702',
    },
    ...given,
  })
  return body.results.id
}

/** A seller that waits for a decision and of whom nothing is missing: numbers that nobody else has, and all papers. */
export async function newCompleteSeller(
  marketplace: Marketplace,
  given: { username?: string } = {},
): Promise<string> {
  const digits = String((process.pid % 1000) * 10_000 + made + 1).padStart(7, '0')
  const account = `000000${digits}987`.padStart(16, '0')
  const shop_name = given.username ?? `Complete Shop ${digits}`
  const id = await newSeller(marketplace, {
    phone: `+92333${digits}`,
    seller: {
      cnic: `36302${digits}1`,
      sellers_address: '14 Mall Road',
      sellers_city: 'Lahore',
      sellers_province: 'PK-PB',
    },
    shop: {
      shop_name,
      shop_ntn: digits,
      bank_name: 'Standard Chartered',
      account_title: shop_name,
      ibn_number: `PK${ibanCheckDigits('SCBL', account)}SCBL${account}`,
    },
    ...given,
  })
  for (const [number, slot] of ['cheque_copy', 'cnic_front', 'cnic_back'].entries()) {
    const upload = await fetch(`${marketplace.url}/api/intake/sellers/${id}/files/${slot}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${marketplace.key}` },
      body: await pictureForm(number),
    })
    expect(upload.status).toBe(201)
  }
  return id
}

/** A listing of this seller that waits for a decision. */
export async function newProduct(
  marketplace: Marketplace,
  sellerId: string,
  given: object = {},
): Promise<string> {
  made += 1
  const { body } = await marketplace.call('POST', '/api/intake/products', marketplace.key, {
    external_id: `journey-product-${process.pid}-${made}`,
    seller_id: sellerId,
    sku: `JOURNEY-${made}`,
    product_name: `Journey product ${made}`,
    product_price: '1500',
    product_stock: 5,
    ...given,
  })
  return body.results.id
}

/** From now on no check finds anything of listings: what is decided here is decided by one key. */
export async function turnChecksOff(marketplace: Marketplace): Promise<void> {
  const token = await tokenOf(marketplace)
  const path = '/api/admin/listing-checks'
  const { version, checks, forbidden } = (await marketplace.call('GET', path, token)).body.results
  const off = Object.entries(checks as Record<string, object>).map(([name, check]) => [
    name,
    { ...check, is_on: false },
  ])
  const body = { checks: Object.fromEntries(off), forbidden }
  expect((await marketplace.call('PUT', path, token, body, version)).status).toBe(200)
}

/** Says why the current record is approved in spite of its open warnings, which the screen has asked for. */
export async function approveDespite(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /has open warnings$/ })
  await dialog.getByLabel('Why approve anyway').fill('Seen at the bazaar')
  await dialog.getByRole('button', { name: 'Approve despite warnings' }).click()
}

/** A customer that waits for a decision. */
export async function newCustomer(marketplace: Marketplace, given: object = {}): Promise<string> {
  made += 1
  const { body } = await marketplace.call('POST', '/api/intake/customers', marketplace.key, {
    external_id: `journey-customer-${process.pid}-${made}`,
    username: `Journey Customer ${made}`,
    email: `journey-customer-${made}@mail.example`,
    phone: '0321 7654321',
    city: 'Lahore',
    address: '14 Model Town',
    ...given,
  })
  return body.results.id
}

async function call(
  url: string,
  method: string,
  path: string,
  token: string,
  body?: unknown,
  version?: number,
) {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(version === undefined ? {} : { 'if-match': `"v${version}"` }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : null }
}

async function signIn(url: string, email = demo.email, password = demo.password): Promise<CurrentUser> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return ((await response.json()) as { results: CurrentUser }).results
}

/** The message on the screen that says these words of something done. Its buttons stand beside it, not in it. */
export const said = (page: Page, words: string | RegExp): Locator =>
  page.getByLabel('Messages').getByRole('status').filter({ hasText: words })

/** Keeps calls from the server until `arrive` is called; `asked` is over once the first of them was made. */
export async function held(page: Page, calls: RegExp): Promise<{ asked: Promise<void>; arrive: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const asking = Promise.withResolvers<void>()
  await page.route(calls, async (route) => {
    asking.resolve()
    await promise
    await route.continue()
  })
  return { asked: asking.promise, arrive: resolve }
}

/** What somebody types for the moment so many minutes from now, in Pakistan time. */
export const typedIn = (minutes: number): string =>
  new Date(Date.now() + (5 * 60 + minutes) * 60_000).toISOString().slice(0, 16)

/** Fills in the sign-in as somebody does, and sends it. */
export async function giveCredentials(page: Page, email: string, password = demo.password): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs out by the menu of the person who is signed in. */
export async function logout(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
}

/** In light and in dark, once what moves has come to rest. */
export async function expectAccessible(page: Page): Promise<void> {
  // The previous rows are pale until those that were asked for have come.
  await expect(page.locator('table[aria-busy="true"]')).toHaveCount(0)
  expect(await accessibilityFaults(page)).toEqual([])
}

/**
 * What axe finds wrong with the page in light (by all rules, or those of colours alone), and with its colours in dark: all
 * else is the same in both.
 */
export async function accessibilityFaults(
  page: Page,
  {
    rules = 'all',
    schemes = ['light', 'dark'],
  }: { rules?: 'all' | 'colours'; schemes?: readonly ('light' | 'dark')[] } = {},
): Promise<string[]> {
  const faults: string[] = []
  for (const colorScheme of schemes) {
    // A colour on its way from one ground to the other is no colour of either.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    // What follows the ground is drawn with the next frame.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    const look = () => faultsOf(page, colorScheme === 'dark' ? 'colours' : rules)
    let found = await look()
    // On a busy machine one half of a button may still be drawn for the other ground: a fault is what stays.
    for (let again = 0; found.length > 0 && again < 2; again += 1) {
      await page.waitForTimeout(500)
      found = await look()
    }
    for (const fault of found) faults.push(`${colorScheme}: ${fault}`)
  }
  return faults
}

function linkFor(folder: string, email: string): Promise<string> {
  return mailFor(folder, email, (mail) => /http\S+#m[ir]_[\w-]+/.exec(mail)?.[0])
}

/** What is found in the latest mail to this address in which something is found. */
async function mailFor(
  folder: string,
  email: string,
  find: (mail: string) => string | false | undefined,
): Promise<string> {
  let found = ''
  await expect
    .poll(
      () => {
        const mails = existsSync(folder) ? readdirSync(folder).sort() : []
        for (const name of mails) {
          const mail = readFileSync(join(folder, name), 'utf8').replace(/=\n/g, '').replace(/=3D/g, '=')
          if (mail.includes(`To: ${email}`)) found = find(mail) || found
        }
        return found
      },
      { timeout: 40_000 },
    )
    .not.toBe('')
  return found
}
