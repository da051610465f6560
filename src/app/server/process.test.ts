import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { withSourcePlaces } from '#kit/server/source-places.ts'
import { sellerBody } from '#testing/factories.ts'
import { testInstallation } from '#testing/installation.ts'
import {
  buildServer,
  launchMunshi,
  type MunshiProcess,
  operator,
  signInOperator,
  startMunshi,
} from '#testing/process.ts'

const isEmbedded = inject('engine') === 'embedded'
const root = mkdtempSync(join(tmpdir(), 'munshi-process-'))
const running: MunshiProcess[] = []
let settings: Record<string, string>
/**
 * What asks for no engine is shown on PostgreSQL, where a start takes a third of the time; on the embedded engine it is
 * part of the full pass.
 */
const isSample = isEmbedded && process.env.MUNSHI_EMBEDDED_TESTS === 'what differs'
const fullTest = test.skipIf(isSample)

beforeAll(async () => {
  // The embedded engine begins with nothing here; PostgreSQL does where several start together.
  settings = isEmbedded ? { DATA_DIR: join(root, 'main') } : await newInstallation('main')
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((munshi) => munshi.stop()))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const newInstallation = (name: string): Promise<Record<string, string>> => testInstallation(join(root, name))

async function start(extra: Record<string, string> = {}): Promise<MunshiProcess> {
  const munshi = await startMunshi({ ...settings, ...extra })
  running.push(munshi)
  return munshi
}

async function cli(extra: Record<string, string>, ...args: string[]) {
  const path = new URL('./cli.ts', import.meta.url).pathname
  const { PATH, HOME } = process.env
  const NODE_COMPILE_CACHE = new URL('../../../.cache/compiled', import.meta.url).pathname
  const env = { PATH, HOME, NODE_COMPILE_CACHE, ...settings, ...extra }
  return promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', path, ...args], {
    env: env as NodeJS.ProcessEnv,
  }).then(
    ({ stdout }) => ({ ok: true, text: stdout }),
    ({ stderr }) => ({ ok: false, text: String(stderr) }),
  )
}

describe('a start', () => {
  test.each([
    ['PORT', 'eighty', /PORT/],
    ['SMTP_URL', 'http://mail.example', /SMTP_URL/],
    ['ADMIN_PASSWORD', 'password1234', /ADMIN_PASSWORD.*most used/],
    ['OUTBOX_HOLD_SECONDS', '-1', /OUTBOX_HOLD_SECONDS/],
    ['FIELD_KEYS', 'not a key', /FIELD_KEYS/],
    ['INTAKE_API_KEY', 'ms_0123456789abcdef', /INTAKE_API_KEY/],
  ])('with %s=%s ends with one line that names it', async (name, value, line) => {
    // Nothing of it depends on the engine.
    if (!isEmbedded) return expect(settings.DATABASE_URL).toMatch(/^postgres/)
    const munshi = await launchMunshi({ ...settings, [name]: value })
    expect(await munshi.ended).toBe(1)
    expect(munshi.output().trim().split('\n')).toEqual([expect.stringMatching(line)])
  })

  test.each(['PORT', 'METRICS_PORT'])(
    'on a %s that is taken ends with one line that names it',
    async (name) => {
      const taken = createServer()
      await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
      const { port } = taken.address() as AddressInfo
      const own = isEmbedded ? { ...settings, DATA_DIR: join(root, name) } : settings
      const munshi = await launchMunshi({ ...own, [name]: String(port) })
      expect(await munshi.ended).toBe(1)
      const line = `munshi: The port is already in use. Set ${name} to another one`
      expect(munshi.output().trim().split('\n')).toEqual([line])
      await new Promise((resolve) => taken.close(resolve))
    },
  )

  test('without anybody who could sign in ends with one line that says how to fix it', async () => {
    const empty = await newInstallation('nobody')
    const munshi = await launchMunshi({ ...empty, ADMIN_EMAIL: '', ADMIN_PASSWORD: '' })
    expect(await munshi.ended).toBe(1)
    expect(munshi.output().trim()).toMatch(/^munshi: Nobody can sign in yet.*admin:create$/)
  })

  test('that would load the demo is refused beyond this machine, before anything is loaded', async () => {
    if (!isEmbedded) return expect(settings.DATABASE_URL).toMatch(/^postgres/)
    const demo = { DATA_DIR: join(root, 'demo') }
    const munshi = await launchMunshi({ ...demo, DEMO: 'true', HOST: '0.0.0.0' })
    expect(await munshi.ended).toBe(1)
    expect(munshi.output().trim()).toMatch(/^munshi: .*HOST must stay a loopback address.*DEMO=false/)
  })

  test('makes the configured administrator and key, once, and both work', async () => {
    const munshi = await start()
    const token = await signInOperator(munshi)
    const made = await munshi.call('POST', '/api/intake/sellers', operator.key, sellerBody())
    expect(made.status).toBe(201)
    expect((await munshi.call('GET', `/api/admin/sellers/${made.body.results.id}`, token)).status).toBe(200)
    await running.pop()?.stop()
    const again = await start({ ADMIN_PASSWORD: 'another password now' })
    // The administrator is there already: a changed setting does not take the account over.
    await signInOperator(again)
  })

  fullTest('names the place in the source where it failed, as the server is built', () => {
    const server = buildServer()
    const places = readdirSync(dirname(server))
      .filter((name) => name.endsWith('.js'))
      .flatMap((name) => {
        const lines = readFileSync(join(dirname(server), name), 'utf8').split('\n')
        const at = lines.findIndex((line) => line.startsWith('async function createApp('))
        return at < 0 ? [] : [`at createApp (file://${join(dirname(server), name)}:${at + 1}:16)`]
      })
    expect(places.map(withSourcePlaces)).toEqual([
      expect.stringMatching(/^at createApp \(\/.*\/src\/app\/server\/http\.ts:\d+:\d+\)$/),
    ])
  })

  test('on a data directory that another one works on is refused, and that one is unharmed', async () => {
    if (!isEmbedded) return expect(settings.DATABASE_URL).toMatch(/^postgres/)
    const munshi = await start()
    const second = await launchMunshi(settings)
    expect(await second.ended).toBe(1)
    expect(second.output().trim()).toMatch(/^munshi: Another Munshi works on .* already/)
    expect((await munshi.call('POST', '/api/intake/sellers', operator.key, sellerBody())).status).toBe(201)
  })
})

describe('starts that happen together', () => {
  test('on one empty PostgreSQL wait for each other: one administrator, both serve', async () => {
    if (isEmbedded) return expect(settings.DATABASE_URL).toBeUndefined()
    const shared = { DATA_DIR: join(root, 'together'), DATABASE_URL: await emptyDatabase() }
    const both = await Promise.all([startMunshi(shared), startMunshi(shared), startMunshi(shared)])
    running.push(...both)
    const tokens = await Promise.all(both.map(signInOperator))
    expect(new Set(tokens).size).toBe(3)
  })
})

describe('a PostgreSQL whose database is not in UTF8', () => {
  test.each(['LATIN1', 'SQL_ASCII'])(
    'as one in %s is refused with one line, and nothing is written to it',
    async (encoding) => {
      if (isEmbedded) return expect(settings.DATABASE_URL).toBeUndefined()
      const url = await emptyDatabase(`template template0 encoding '${encoding}' lc_collate 'C' lc_ctype 'C'`)
      const munshi = await launchMunshi({ DATA_DIR: join(root, encoding), DATABASE_URL: url })
      expect(await munshi.ended).toBe(1)
      const line = `munshi: The database is in ${encoding}, and Munshi needs UTF8. Make one with create database NAME encoding 'UTF8' template template0`
      expect(munshi.output().trim()).toBe(line)
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const { rows } = await client.query(
        "select nspname from pg_namespace where nspname !~ '^(pg_|information_schema$)' union all select relname from pg_class where relnamespace = 'public'::regnamespace",
      )
      await client.end()
      expect(rows).toEqual([{ nspname: 'public' }])
    },
  )
})

describe('the field keys', () => {
  fullTest(
    'must be all that the database was ever started with, and the line names the missing one',
    async () => {
      const own = await newInstallation('keys')
      const key = () => randomBytes(32).toString('base64')
      const [index, k1, k2] = [key(), key(), key()]
      const started = await startMunshi({ ...own, FIELD_KEYS: `index:${index},k1:${k1},k2:${k2}` })
      expect(await started.stop()).toBe(0)
      const without = await launchMunshi({ ...own, FIELD_KEYS: `index:${index},k2:${k2}` })
      expect(await without.ended).toBe(1)
      expect(without.output()).toContain('missing: k1')
      const other = await launchMunshi({ ...own, FIELD_KEYS: `index:${key()},k1:${k1},k2:${k2}` })
      expect(await other.ended).toBe(1)
      expect(other.output()).toContain('The field keys do not belong to this database')
    },
  )
})

describe('SIGTERM', () => {
  test('answers what was asked before it, takes nothing new, and ends with 0', async () => {
    const munshi = await start()
    const bodies = Array.from({ length: 12 }, () => sellerBody())
    const calls = bodies.map((body) => munshi.call('POST', '/api/intake/sellers', operator.key, body))
    await Promise.race(calls)
    const begun = Date.now()
    munshi.signal('SIGTERM')
    const answers = await Promise.allSettled(calls)
    expect(await munshi.ended, munshi.output()).toBe(0)
    expect(Date.now() - begun).toBeLessThan(10_000)
    running.pop()
    const told = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    expect(told.length).toBeGreaterThan(0)
    expect(told.every(({ status }) => status === 201 || status === 503)).toBe(true)
    const again = await start()
    for (const { status, body } of told.filter((answer) => answer.status === 201)) {
      expect(status).toBe(201)
      const found = await again.call('GET', `/api/intake/sellers/${body.results.id}`, operator.key)
      expect(found.status).toBe(200)
    }
  })
})

describe('the embedded engine', () => {
  // PostgreSQL is a process of its own, and Munshi waits for it.
  test.runIf(isEmbedded)(
    'that ends by itself ends Munshi with 1 and a line, and the next start has what was acknowledged',
    async () => {
      const fatal = join(root, 'end the engine')
      const preload = join(root, 'engine-end.mjs')
      writeFileSync(
        preload,
        `import { existsSync } from 'node:fs'
       import { isMainThread, workerData } from 'node:worker_threads'
       if (!isMainThread && workerData?.directory)
         setInterval(() => existsSync(${JSON.stringify(fatal)}) && process.exit(7), 20).unref()`,
      )
      const munshi = await startMunshi({ ...settings, NODE_OPTIONS: `--import=${preload}` })
      const made = await munshi.call('POST', '/api/intake/sellers', operator.key, sellerBody())
      expect(made.status).toBe(201)
      writeFileSync(fatal, '')
      expect(await munshi.ended).toBe(1)
      expect(munshi.output()).toMatch(/"level":60.*embedded database has ended by itself/)
      const again = await start()
      const found = await again.call('GET', `/api/intake/sellers/${made.body.results.id}`, operator.key)
      expect(found.status).toBe(200)
    },
  )
})

describe('the logs', () => {
  fullTest(
    'of requests, refusals and faults hold no personal number, address, password or token',
    async () => {
      const munshi = await start({ LOG_LEVEL: 'trace' })
      const token = await signInOperator(munshi)
      const body = sellerBody()
      const { id } = (await munshi.call('POST', '/api/intake/sellers', operator.key, body)).body.results
      await munshi.call('POST', '/api/intake/sellers', operator.key, { ...body, phone: 'abc', email: 'x' })
      await munshi.call(
        'GET',
        `/api/admin/sellers/get/pending?limit=5&q=${encodeURIComponent(body.email)}`,
        token,
      )
      await munshi.call('POST', `/api/admin/sellers/${id}/reveal`, token, { fields: ['cnic', 'ibn_number'] })
      await munshi.call('POST', `/api/admin/sellers/${id}/reject`, token, { reason: `Call ${body.phone}` })
      await munshi.call('POST', '/api/login', undefined, {
        email: body.email,
        password: 'guess of a password',
      })
      await running.pop()?.stop()
      const output = munshi.output()
      expect(output.split('\n').length).toBeGreaterThan(5)
      const secrets = [
        body.email,
        body.phone,
        body.phone.slice(3),
        body.username,
        body.seller?.cnic,
        body.shop?.ibn_number,
        body.shop?.account_number,
        body.shop?.shop_ntn,
        operator.password,
        operator.email,
        operator.key,
        token,
        'guess of a password',
      ]
      expect(secrets.filter((secret) => secret && output.includes(secret))).toEqual([])
    },
  )
})

describe('the commands', () => {
  const isEnded = /^munshi: INTAKE_API_KEY: This key was ended on .*\. Set another value, or none$/

  fullTest('print what there is with --help, and refuse what there is not', async () => {
    const help = await cli({}, '--help')
    for (const name of ['migrate', 'demo', 'backup', 'restore', 'admin:create', 'key:create', 'key:list']) {
      expect(help.text).toContain(name)
    }
    expect((await cli({}, 'backup')).text).toContain('backup needs --to FOLDER')
    expect((await cli({}, 'admin:create', '--email', 'a@b.example')).ok).toBe(false)
  })

  fullTest('make an administrator who can sign in and a key that is good', async () => {
    const made = await cli(
      { ADMIN_PASSWORD: 'a password of the shell' },
      ...['admin:create', '--email', 'second@munshi.example', '--name', 'Second'],
    )
    expect(made.text).toContain('second@munshi.example can sign in')
    const { text: key } = await cli({}, 'key:create', '--name', 'Shop', '--scopes', 'sellers')
    const munshi = await start()
    const answer = await munshi.call('POST', '/api/login', undefined, {
      email: 'second@munshi.example',
      password: 'a password of the shell',
    })
    expect(answer.status).toBe(200)
    expect((await munshi.call('POST', '/api/intake/sellers', key.trim(), sellerBody())).status).toBe(201)
    const denied = await munshi.call('POST', '/api/intake/products', key.trim(), {})
    expect(denied.status).toBe(403)
    await running.pop()?.stop()
    expect((await cli({}, 'key:revoke', '--name', 'Shop')).text).toContain('1 ended')
    const next = await start()
    const withOf = (used: string) => next.call('POST', '/api/intake/sellers', used, sellerBody())
    expect((await withOf(key.trim())).status).toBe(401)
    expect((await withOf(operator.key)).status).toBe(201)
  })

  fullTest(
    'leave the configured key to the starts: it ends with its setting, and does not come back',
    async () => {
      const own = await newInstallation('configured')
      const [first, second] = ['mk_first_configured_key', 'mk_second_configured_key']
      const restart = async (INTAKE_API_KEY: string) => {
        await running.pop()?.stop()
        const munshi = await start({ ...own, INTAKE_API_KEY })
        return async (key: string) =>
          (await munshi.call('POST', '/api/intake/sellers', key, sellerBody())).status
      }
      expect(await (await restart(first))(first)).toBe(201)
      await running.pop()?.stop()
      // A command that does not know the setting ends nothing.
      expect(await cli(own, 'audit:verify')).toMatchObject({ ok: true })
      expect(await (await restart(first))(first)).toBe(201)
      const changed = await restart(second)
      expect([await changed(first), await changed(second)]).toEqual([401, 201])
      expect(await (await restart(''))(second)).toBe(401)
      await running.pop()?.stop()
      const refused = await launchMunshi({ ...settings, ...own, INTAKE_API_KEY: second })
      expect(await refused.ended).toBe(1)
      expect(refused.output().trim()).toMatch(isEnded)
      // Each end is in the audit log with its reason.
      const munshi = await start({ ...own, INTAKE_API_KEY: '' })
      const token = await signInOperator(munshi)
      const { body } = await munshi.call('GET', '/api/admin/audit?action=revoke%20key', token)
      expect(body.results.map(({ reason }: { reason: string }) => reason)).toEqual([
        'INTAKE_API_KEY is not set any more',
        'INTAKE_API_KEY has another value',
      ])
    },
  )

  fullTest('list every key, and end the configured one until the setting has another value', async () => {
    const own = await newInstallation('listed')
    const key = 'mk_a_configured_key'
    const accepts = async (munshi: MunshiProcess) =>
      (await munshi.call('POST', '/api/intake/sellers', key, sellerBody())).status
    expect((await cli(own, 'key:list')).text).toBe('There are no intake keys\n')
    expect(await accepts(await start({ ...own, INTAKE_API_KEY: key }))).toBe(201)
    await running.pop()?.stop()
    const revoked = await cli(own, 'key:revoke', '--name', 'INTAKE_API_KEY')
    expect(revoked.text).toMatch(/^1 ended\nBefore the next start/)
    // A command that knows the setting revives nothing.
    expect(await cli({ ...own, INTAKE_API_KEY: key }, 'audit:verify')).toMatchObject({ ok: true })
    const refused = await launchMunshi({ ...settings, ...own, INTAKE_API_KEY: key })
    expect(await refused.ended).toBe(1)
    expect(refused.output().trim()).toMatch(isEnded)
    expect((await cli(own, 'key:create', '--name', 'INTAKE_API_KEY')).ok).toBe(false)
    await cli(own, 'key:create', '--name', 'Shop', '--scopes', 'sellers,mail')
    const [titles, ...keys] = (await cli(own, 'key:list')).text.trimEnd().split('\n')
    expect(titles).toMatch(/^Name +Since +Ended +Scopes$/)
    const day = expect.stringMatching(/^\d{1,2} \w{3} \d{4}$/)
    expect(keys.map((line) => line.split(/ {2,}/))).toEqual([
      ['INTAKE_API_KEY', day, day, expect.stringContaining('sellers,')],
      ['Shop', day, 'valid', 'sellers,mail'],
    ])
  })

  // On the embedded engine the journeys begin with the demo each time.
  fullTest('fill a new database with the demo, and the configured administrator is in it too', async () => {
    const filled = { ...(await newInstallation('filled')), DEMO: 'false' }
    const administrator = { ADMIN_EMAIL: operator.email, ADMIN_PASSWORD: operator.password }
    expect((await cli({ ...filled, ...administrator }, 'demo')).text).toContain(
      '300 vendors and 4000 products',
    )
    expect((await cli({ ...filled, ...administrator }, 'demo')).text).toContain('has vendors already')
    const open = await launchMunshi({ ...filled, HOST: '0.0.0.0' })
    expect(await open.ended).toBe(1)
    expect(open.output()).toContain('HOST must stay a loopback address')
    const munshi = await start(filled)
    const token = await signInOperator(munshi)
    const counts = await munshi.call('GET', '/api/admin/sellers/counts', token)
    expect(counts.body.results.pending).toBeGreaterThan(10)
  })

  test('back up and restore an installation with its keys: sealed numbers can be read again', async () => {
    const first = await start()
    const body = sellerBody()
    const { id } = (await first.call('POST', '/api/intake/sellers', operator.key, body)).body.results
    await running.pop()?.stop()
    const folder = join(root, `backup-${Date.now()}`)
    expect(await cli({}, 'backup', '--to', folder)).toMatchObject({ ok: true })
    expect(readdirSync(folder)).toContain('manifest.json')
    expect((await cli({}, 'backup', '--to', folder)).text).toContain('exists already')

    const other = isEmbedded
      ? { DATA_DIR: join(root, `restored-${Date.now()}`) }
      : { DATA_DIR: join(root, `restored-${Date.now()}`), DATABASE_URL: await emptyDatabase() }
    expect(await cli(other, 'restore', '--from', folder)).toMatchObject({ ok: true })
    const restored = await start(other)
    const token = await signInOperator(restored)
    const revealed = await restored.call('POST', `/api/admin/sellers/${id}/reveal`, token, {
      fields: ['cnic'],
    })
    expect(revealed.body.results.cnic.replace(/\D/g, '')).toBe(body.seller?.cnic)
    expect(readFileSync(join(other.DATA_DIR, 'field-keys'), 'utf8')).toBe(
      readFileSync(join(settings.DATA_DIR as string, 'field-keys'), 'utf8'),
    )
  })
})

/** A database without a table, on the PostgreSQL of this run. */
async function emptyDatabase(settings = ''): Promise<string> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  const name = `restored_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${name} ${settings}`)
  await admin.end()
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return url.href
}
