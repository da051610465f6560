import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { jobContext } from '#kit/server/jobs.ts'
import { countTry } from '#kit/server/throttle.ts'
import { forgetOldRows } from '#kit/server/upkeep.ts'
import { startTestApp, type TestApp, type TestPerson, testPassword } from '#testing/app.ts'
import { invitedPerson, resetLink } from '#testing/factories.ts'
import { signIn, standingClock } from '#testing/second-factor.ts'

/** The larger number of addresses and of accounts in the table; 1,000 in the long run. */
const many = Number(process.env.MUNSHI_LOCK_OUT ?? 6)
vi.setConfig({ testTimeout: many > 100 ? 3_600_000 : 120_000 })

const clock = standingClock()
let app: TestApp
let second: string
beforeAll(async () => {
  app = await startTestApp({ clock }, { trustedProxyHops: 1 })
  second = await app.secondInstance()
})
afterAll(() => app.close())
beforeEach(startDay)

/**
 * The early morning of the next day: what was counted before counts no more, and no hour of a test is in two days, each of
 * which has its own free tries.
 */
function startDay(): void {
  const day = 24 * 3_600_000
  clock.move(day - (clock.now().getTime() % day) + 3_600_000)
}

type Victim = TestPerson & { device: string }

/** Somebody with an open session and a browser that is known. */
async function victim(): Promise<Victim> {
  const person = await app.person()
  const { body } = await app.call('POST', '/api/account/device', { as: person, body: {} })
  return { ...person, device: body.results.device }
}

const from = (address: string) => ({ 'x-forwarded-for': address })
const numbers = (length: number) => Array.from({ length }, (_, n) => n)
const addressOf = (n: number) => `198.18.${Math.floor(n / 250)}.${(n % 250) + 1}`

/** A wrong try as far as it is counted, without its hash: seconds to wait, 0 where the password would be looked at. */
function countGuess(email: string, address: string): Promise<number> {
  const ctx = jobContext('test', { db: app.database.db, services: app.services })
  return ctx.transact((trx) => {
    trx.unchanged()
    return countTry({ ...trx, origin: { address, userAgent: '' } }, { kind: 'stranger', email })
  })
}

/** Wrong tries at addresses that nobody has, until this network address has to wait. */
async function useUp(address: string): Promise<void> {
  for (const n of numbers(60)) if ((await countGuess(`nobody-${n}@munshi.example`, address)) > 0) return
  throw new Error('sixty wrong tries were all looked at')
}

const stepUp = (as: TestPerson, address: string, password = testPassword) =>
  app.call('POST', '/api/account/step-up', { as, body: { password }, headers: from(address) })
const changePassword = (as: TestPerson, address: string) =>
  app.call('POST', '/api/account/password', {
    as,
    body: { current_password: testPassword, new_password: 'another long password' },
    headers: from(address),
  })

describe('behind an address whose attempts are used up', () => {
  const address = '203.0.113.9'

  test('a stranger waits, and a known device and an open session continue', async () => {
    const person = await victim()
    await useUp(address)
    expect((await signIn(app, person.email, {}, from(address))).status).toBe(429)
    expect((await signIn(app, person.email, { device: person.device }, from(address))).status).toBe(200)
    expect((await stepUp(person, address)).status).toBe(200)
    expect((await changePassword(person, address)).status).toBe(200)
  })

  test('a try that is refused there is not charged to the account, which is free from another address', async () => {
    const { email } = await app.person()
    await useUp(address)
    for (const _ of numbers(8)) expect((await signIn(app, email, {}, from(address))).status).toBe(429)
    expect((await signIn(app, email, {}, from('203.0.113.10'))).status).toBe(200)
  })

  test('a request for a new password waits, is not charged to the account, and one of a known device goes on', async () => {
    const person = await victim()
    const ask = (at: string, given: object) =>
      app.call('POST', '/api/account/reset', { body: { email: person.email, ...given }, headers: from(at) })
    for (const n of numbers(20)) {
      await app.call('POST', '/api/account/reset', {
        body: { email: `nobody-${n}@munshi.example` },
        headers: from(address),
      })
    }
    for (const _ of numbers(4)) expect((await ask(address, {})).status).toBe(429)
    expect((await ask(address, { device: person.device })).status).toBe(202)
    expect((await ask('203.0.113.10', {})).status).toBe(202)
  })

  test('right passwords use nothing up, however many people sign in there in a day', async () => {
    const { email } = await app.person()
    await app.database.pool.query('delete from sign_in_throttles')
    for (const _ of numbers(3)) {
      expect((await signIn(app, email, {}, from(address))).status).toBe(200)
    }
    const { rows } = await app.database.pool.query('select failures, guesses from sign_in_throttles')
    expect(rows).toEqual([
      { failures: 0, guesses: 0 },
      { failures: 0, guesses: 0 },
    ])
  })
})

test('counts of past days are deleted at night, and current counts stay', async () => {
  await app.database.pool.query('delete from sign_in_throttles')
  await countGuess('somebody@munshi.example', addressOf(1))
  clock.move(3 * 24 * 3_600_000)
  await countGuess('somebody.else@munshi.example', addressOf(2))
  await forgetOldRows([]).run(
    jobContext('test', { db: app.database.db, services: app.services }),
    null as never,
  )
  const { rows } = await app.database.pool.query('select key from sign_in_throttles')
  expect(rows.map(({ key }) => key.split(':')[0]).sort()).toEqual(['account', 'address'])
})

describe('an account under attack', () => {
  test('charges no address for refused attempts, also in parallel at two instances', async () => {
    const { email } = await app.person()
    for (const n of numbers(5)) await countGuess(email, addressOf(n))
    const address = '203.0.113.20'
    const answers = await Promise.all(
      numbers(30).map((n) =>
        signIn(app, email, { password: 'wrong' }, from(address), n % 2 ? second : app.url),
      ),
    )
    expect(answers.every(({ status }) => status === 429)).toBe(true)
    const { rows } = await app.database.pool.query(
      "select coalesce(sum(guesses), 0)::int as guesses from sign_in_throttles where key = 'address:203.0.113.20'",
    )
    expect(rows[0].guesses).toBe(0)
  })

  test('is checked at most five times for forty parallel attempts from forty addresses at two instances', async () => {
    const { email } = await app.person()
    const answers = await Promise.all(
      numbers(40).map((n) =>
        signIn(app, email, { password: 'wrong' }, from(addressOf(n)), n % 2 ? second : app.url),
      ),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    const { rows } = await app.database.pool.query(
      "select coalesce(sum(guesses), 0)::int as guesses from sign_in_throttles where key like 'address:198.18.%' and day = $1::date",
      [clock.now().toISOString().slice(0, 10)],
    )
    expect(rows[0].guesses).toBe(5)
  })

  test.each(['reset', 'invitation'] as const)(
    'lets in who chooses a password by a link (%s), in that browser, and at an address that is used up',
    async (kind) => {
      const address = '203.0.113.30'
      const admin = await app.person()
      const invited = kind === 'invitation' ? await invitedPerson({ app, admin }) : null
      const person = invited ?? (await app.person())
      const token = invited?.token ?? (await resetLink(app, person))
      await useUp(address)
      for (const n of numbers(5)) await countGuess(person.email, addressOf(n))
      const password = 'another long password'
      const path = `/api/account/${kind === 'reset' ? 'reset/finish' : 'invitation/accept'}`
      const chosen = await app.call('POST', path, { body: { token, password }, headers: from(address) })
      expect(chosen.status).toBe(200)
      const { device } = chosen.body.results
      expect((await signIn(app, person.email, { password, device }, from(address))).status).toBe(200)
      expect((await signIn(app, person.email, { password }, from(address))).status).toBe(429)
    },
  )

  test('lets in the person who changed the password in an open session, in that browser', async () => {
    const person = await app.person()
    const { device } = (await changePassword(person, addressOf(1))).body.results
    for (const n of numbers(5)) await countGuess(person.email, addressOf(n))
    const password = 'another long password'
    expect((await signIn(app, person.email, { password })).status).toBe(429)
    expect((await signIn(app, person.email, { password, device })).status).toBe(200)
  })

  test('whose known device has used up its attempts lets its owner in like on a new device', async () => {
    const { email, device } = await victim()
    for (const n of numbers(20)) {
      expect((await signIn(app, email, { device, password: `wrong ${n}` })).status).toBe(401)
    }
    expect((await signIn(app, email, { device })).status).toBe(200)
    for (const n of numbers(5)) await countGuess(email, addressOf(n))
    expect((await signIn(app, email, { device })).status).toBe(429)
  })
})

interface Cell {
  guesses: number
  /** Most guesses at one account, and from one address. */
  account: number
  address: number
  /** Right passwords that were given at the attacker's own addresses meanwhile, and how many of them opened. */
  given: number
  devices: number
  sessions: number
  strangers: number
}

/**
 * An hour of somebody who wants as many guesses as there are: at each moment every account that is free is guessed at
 * from every address that is free, and they know when each is free again. Right after the first guesses and in the last
 * minute of the hour the people sign in and prove themselves at the attacker's addresses, with the right password.
 */
async function attackForAnHour(addresses: readonly string[], victims: readonly Victim[]): Promise<Cell> {
  const end = clock.now().getTime() + 3_600_000
  const guessed = new Map<string, number>()
  const emails = victims.map(({ email }) => email)
  const cell: Cell = { guesses: 0, account: 0, address: 0, given: 0, devices: 0, sessions: 0, strangers: 0 }
  await guessAtAll(emails, addresses, guessed)
  await signInMeanwhile(addresses, victims, cell)
  for (;;) {
    const { rows } = await app.database.pool.query(
      'select min(blocked_until) as next from sign_in_throttles where blocked_until > $1',
      [clock.now()],
    )
    if (rows[0].next.getTime() >= end) break
    clock.move(rows[0].next.getTime() - clock.now().getTime())
    await guessAtAll(emails, addresses, guessed)
  }
  await signInMeanwhile(addresses, victims, cell)
  const counts = (names: readonly string[]) => names.map((name) => guessed.get(name) ?? 0)
  const guesses = counts(emails).reduce((sum, count) => sum + count, 0)
  return { ...cell, guesses, account: Math.max(...counts(emails)), address: Math.max(...counts(addresses)) }
}

/** Guesses until nothing is looked at any more, each account from the address whose turn it is. */
async function guessAtAll(
  emails: readonly string[],
  addresses: readonly string[],
  guessed: Map<string, number>,
): Promise<void> {
  const add = (name: string) => guessed.set(name, (guessed.get(name) ?? 0) + 1)
  let turn = 0
  for (const email of emails) {
    // An account that answers "wait" from two addresses waits itself, where the attacker has two.
    let refusals = 0
    while (refusals < Math.min(2, addresses.length)) {
      const address = addresses[turn % addresses.length] ?? ''
      turn += 1
      if ((await countGuess(email, address)) > 0) refusals += 1
      else {
        add(email)
        add(address)
      }
    }
  }
}

async function signInMeanwhile(
  addresses: readonly string[],
  victims: readonly Victim[],
  cell: Cell,
): Promise<void> {
  for (const [n, { email, device }] of victims.entries()) {
    const at = addresses[n % addresses.length] ?? ''
    const known = await signIn(app, email, { device }, from(at))
    const token: string = known.body.results?.token ?? ''
    cell.given += 1
    if (known.status === 200) cell.devices += 1
    if ((await stepUp({ id: '', email, token }, at)).status === 200) cell.sessions += 1
    if ((await signIn(app, email, {}, from(at))).status === 200) cell.strangers += 1
  }
}

test('an attacker gets a limited number of guesses an hour and locks out nobody with the right password and a known device', async () => {
  const table: (Cell & { addresses: number; accounts: number })[] = []
  for (const [addresses, accounts] of [
    [1, 1],
    [1, many],
    [many, 1],
    [many, many],
  ] as const) {
    startDay()
    const victims: Victim[] = []
    for (const _ of numbers(accounts)) victims.push(await victim())
    table.push({
      addresses,
      accounts,
      ...(await attackForAnHour(numbers(addresses).map(addressOf), victims)),
    })
  }
  const words = table.map(
    ({ addresses, accounts, guesses, account, address, given, devices, sessions, strangers }) =>
      `addresses ${addresses}, accounts ${accounts}: ${guesses} guesses an hour (${account} at one account, ${address} from one address); ` +
      `right passwords let in: known device ${devices}/${given}, open session ${sessions}/${given}, unknown browser ${strangers}/${given}`,
  )
  process.stdout.write(`${words.join('\n')}\n`)
  for (const { addresses, accounts, guesses, account, address, given, ...letIn } of table) {
    expect(letIn).toEqual({ devices: given, sessions: given, strangers: 0 })
    expect(given).toBe(2 * accounts)
    expect(account).toBeLessThanOrEqual(12)
    expect(address).toBeLessThanOrEqual(57)
    expect(guesses).toBeLessThanOrEqual(Math.min(12 * accounts, 57 * addresses))
    // The attacker of the test is one who knows how: fewer would say nothing of the throttle.
    expect(guesses).toBeGreaterThanOrEqual(0.9 * Math.min(12 * accounts, 57 * addresses))
  }
})

test('an attacker gets 100 guesses a day at one account, from however many addresses', async () => {
  const { email } = await app.person()
  clock.move(24 * 3_600_000 - (clock.now().getTime() % (24 * 3_600_000)))
  const end = clock.now().getTime() + 24 * 3_600_000
  let guesses = 0
  for (let n = 0; clock.now().getTime() < end; n += 1) {
    const waitSeconds = await countGuess(email, addressOf(n % 250))
    if (waitSeconds === 0) guesses += 1
    else clock.move(waitSeconds * 1000)
  }
  expect(guesses).toBe(100)
})
