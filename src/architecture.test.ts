import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { allJobs, inwardJobs } from '#app/server/jobs.ts'
import { viewedLists } from '#app/server/lists.ts'
import { routes } from '#app/server/routes.ts'
import { shownRecords } from '#app/server/shown-records.ts'
import { allows, allPermissions, areas, permissionsFor } from '#features/access/contract.ts'
import { sectionNames, sections } from '#features/content/section-contract.ts'
import { media } from '#features/media/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { migrate, type OpenDatabase, openEmbeddedEngine } from '#kit/server/database.ts'
import { migrateJobs } from '#kit/server/jobs.ts'
import { parseInput } from '#kit/server/parse-input.ts'
import { declaredTables } from '#kit/server/table.ts'
import {
  areOneFolder,
  files,
  type Import,
  importsOf,
  isTest,
  type Layer,
  layerOf,
  nounOf,
  sideOf,
  textOf,
} from '#testing/source-tree.ts'
import { specifiedRoutes } from './specification-routes.ts'

const rank: Record<Layer, number> = { kit: 0, features: 1, app: 2, testing: 3, other: 3 }

/** What an import breaks, in words; null when it may stand. */
function violation({ from, to, specifier }: Import): string | null {
  if (specifier.startsWith('../../')) return 'never ../../'
  if (isTest(from)) return null
  if (layerOf(to) === 'testing' && layerOf(from) !== 'testing') return 'testing is for tests alone'
  // The demo marketplace is the application's to load.
  if (to.startsWith('database/')) return layerOf(from) === 'app' ? null : 'only app loads the demo'
  if (rank[layerOf(to)] > rank[layerOf(from)]) return `${layerOf(from)} must not know ${layerOf(to)}`
  const sides = [sideOf(from), sideOf(to)]
  if (layerOf(from) !== 'testing' && sides.includes('web') && sides.includes('server'))
    return 'web and server never see each other'
  if (sides[0] === 'contract' && sides[1] !== 'contract' && /^src\/(features|kit)\//.test(from))
    return 'a contract knows contracts'
  const nouns = [nounOf(from), nounOf(to)] as const
  if (nouns[0] && nouns[1] && nouns[0] !== nouns[1] && !areOneFolder(...nouns)) {
    const isShown =
      /\/((?:[a-z]+-)?contract|server\/(tables|queries|commands|rules|letters|[a-z]+-(queries|commands))|web\/([a-z-]+-(panel|dialog)|links))\.tsx?$/.test(
        to,
      )
    if (!isShown)
      return 'another noun shows only its contract, tables, queries, commands, letters, panels, dialogs and links'
    if (specifier.startsWith('.')) return 'a crossing into another noun is spelled #features/'
    if (to.startsWith('src/features/intake/'))
      return 'the intake is an adapter on top of the nouns: no noun knows it'
  }
  return null
}

describe('the borders', () => {
  test('hold for every import', () => {
    const broken = files.flatMap((path) =>
      importsOf(path, textOf(path)).flatMap((line) => {
        const why = violation(line)
        return why ? [`${line.from} → ${line.to}: ${why}`] : []
      }),
    )
    expect(broken).toEqual([])
  })

  const apart = 'web and server never see each other'
  const shown = 'another noun shows only'
  test.each([
    ['src/kit/server/list.ts', 'src/features/vendors/contract.ts', 'kit must not know features'],
    ['src/features/vendors/server/queries.ts', 'src/app/server/http.ts', 'features must not know app'],
    ['src/features/vendors/web/review-page.tsx', 'src/features/vendors/server/queries.ts', apart],
    ['src/features/vendors/server/queries.ts', 'src/features/vendors/web/review-page.tsx', apart],
    [
      'src/features/vendors/contract.ts',
      'src/features/vendors/server/tables.ts',
      'a contract knows contracts',
    ],
    ['src/features/vendors/server/queries.ts', 'src/features/products/server/routes.ts', shown],
    ['src/features/vendors/web/pages.ts', 'src/features/products/web/pages.ts', shown],
    [
      'src/features/vendors/server/commands.ts',
      'src/features/intake/contract.ts',
      'the intake is an adapter',
    ],
    ['src/app/server/http.ts', 'src/testing/app.ts', 'testing is for tests alone'],
    ['src/features/vendors/server/commands.ts', 'database/demo/story.ts', 'only app loads the demo'],
    ['src/kit/web/client.tsx', 'src/kit/server/context.ts', apart],
    [
      'src/features/identity/session/server/commands.ts',
      'src/features/identity/factors/server/routes.ts',
      shown,
    ],
    [
      'src/features/identity/session/contract.ts',
      'src/features/identity/session/server/tables.ts',
      'a contract',
    ],
    ['src/features/orders/refunds/web/refund-page.tsx', 'src/features/orders/parts/web/use-part.ts', shown],
    ['src/features/orders/refunds/web/refund-page.tsx', 'src/features/vendors/web/vendor-columns.tsx', shown],
    [
      'src/features/orders/contract.ts',
      'src/features/vendors/contract.ts',
      'a crossing',
      '../vendors/contract.ts',
    ],
    [
      'src/features/orders/web/pages.ts',
      'src/features/orders/contract.ts',
      'never',
      '../../orders/contract.ts',
    ],
  ])('a planted import in %s of %s is seen: %s', (from, to, why, specifier = `#${to.slice(4)}`) => {
    expect(violation({ from, to, specifier })).toContain(why)
  })
})

describe('the vocabulary of file names', () => {
  const allowed = [
    /^(?:[a-z]+-)?(?:contract|texts(?:-[a-z]{2})?)\.ts$/,
    /^server\/(tables|queries|commands|routes|jobs|rules|letters|[a-z]+-(queries|commands)|[a-z-]+-reader)\.ts$/,
    /^web\/((pages|links)\.ts|[a-z-]+-(page|dialog|panel|columns)\.tsx|use-[a-z-]+\.tsx?|[a-z-]+-model\.ts)$/,
  ]
  const isNamed = (path: string) =>
    isTest(path) ||
    allowed.some(
      (pattern) => nounOf(path) && pattern.test(path.slice(`src/features/${nounOf(path)}/`.length)),
    )

  test('is closed', () => {
    expect(files.filter((path) => path.startsWith('src/features/') && !isNamed(path))).toEqual([])
  })

  test.each([
    'src/features/vendors/server/helpers.ts',
    'src/features/vendors/web/table.tsx',
    'src/features/vendors/utils.ts',
    'src/features/identity/session/server/helpers.ts',
    'src/features/identity/session/cookies/contract.ts',
    'src/features/identity/server/session/commands.ts',
  ])('a planted %s is seen', (path) => {
    expect(isNamed(path)).toBe(false)
  })

  test('says what only reads', () => {
    const writes = (text: string) =>
      /\.(record|transact|insertInto|updateTable|deleteFrom)\(|\b(insert into|delete from)\b/.test(text)
    const reading = files.filter((path) => /\/server\/([a-z]+-)?queries\.ts$/.test(path))
    expect(reading.length).toBeGreaterThan(20)
    expect(reading.filter((path) => writes(textOf(path)))).toEqual([])
    expect(writes('await ctx.record({})') && writes('sql`delete from orders`')).toBe(true)
  })

  test('no page is longer than 300 lines, and no file longer than 400', () => {
    const isTooLong = (path: string, text: string) => {
      const most = /-page\.tsx$/.test(path) && path.startsWith('src/features/') ? 300 : 400
      return !isTest(path) && text.split('\n').length > most + 1
    }
    expect(files.filter((path) => isTooLong(path, textOf(path)))).toEqual([])
    const lines = (count: number) => 'a line\n'.repeat(count)
    for (const [path, most] of [
      ['src/features/vendors/web/review-page.tsx', 300],
      ['src/features/vendors/server/commands.ts', 400],
    ] as const) {
      expect([isTooLong(path, lines(most)), isTooLong(path, lines(most + 1))]).toEqual([false, true])
    }
  })
})

interface Screen {
  path: string
  record?: string
  first?: { calls?: readonly string[] }
  load: () => unknown
}

/** The screens that the nouns declare, each with the file that it loads. */
const declaredScreens = (
  await Promise.all(
    files
      .filter((path) => /^src\/features\/.*\/web\/pages\.ts$/.test(path))
      .map(async (pages) => {
        const declared: Record<string, unknown> = await import(/* @vite-ignore */ `../${pages}`)
        // Beside its screens a noun can declare a section of another noun's page, which has no address of its own.
        const screens: Screen[] = Object.values(declared).filter(Array.isArray).flat()
        const fileOf = (load: () => unknown) => /[\w-]+\.tsx/.exec(load.toString())?.[0] ?? ''
        return screens.map((screen) => ({
          ...screen,
          file: pages.replace(/pages\.ts$/, fileOf(screen.load)),
        }))
      }),
  )
).flat()

/** The paths of screens that a text writes, whole or as the beginning of one. `/` counts where an address is expected. */
function pathsWritten(text: string, screens: readonly string[]): string[] {
  const strings = [...text.matchAll(/(?:(href|to|path)[=:] ?\{?)?['"`](\/[\w/-]*)([?#'"`$])/g)]
  return strings.flatMap(([, place, start = '', end]) => {
    if (start === '/') return place && end !== '$' ? [start] : []
    const isCut = end === '$' || start.endsWith('/')
    return screens.some((path) => path === start || (isCut && path.startsWith(start))) ? [start] : []
  })
}

/** Of these names those that a page does not have, each in backticks. */
function unnamedIn(page: string, names: readonly string[]): string[] {
  const text = textOf(page)
  return names.filter((name) => !text.includes(`\`${name}\``))
}

describe('the registries', () => {
  test('every endpoint has an area that exists, or a written reason to have none', () => {
    for (const { endpoint } of routes) {
      const { access } = endpoint
      const asked = access.kind === 'area' ? [access] : access.kind === 'any-of' ? access.of : []
      for (const { area, action } of asked) expect(areas[area as keyof typeof areas]).toContain(action)
      if (access.kind === 'public') expect(access.because.trim()).not.toBe('')
    }
  })

  test('every action that a role can be given is asked for by an endpoint', () => {
    const asked = new Set(routes.flatMap(({ endpoint }) => permissionsFor(endpoint.access)))
    expect(allPermissions.filter((permission) => !asked.has(permission))).toEqual([])
    expect(allPermissions).toContain('Vendors: export')
  })

  test('who may change a place that shows pictures may find, upload and crop one', () => {
    const pictured = sectionNames.filter((name) =>
      JSON.stringify(sections[name]).includes('"kind":"picture"'),
    )
    const takesPicture = ({ body, params, writes }: Endpoint) => {
      if (!writes || !body) return false
      if (pictured.some((section) => params?.safeParse({ section }).success)) return true
      const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
      return JSON.stringify(schema).includes('"media_id"')
    }
    const places = routes.filter(({ endpoint }) => takesPicture(endpoint))
    const known = ['generalSections.save', 'homepageSections.save', 'mailings.change', 'posts.change']
    expect(places.map(({ name }) => name)).toEqual(expect.arrayContaining(known))
    const barred = places.flatMap(({ name, endpoint: { access } }) =>
      [media.list, media.get, media.upload, media.render].flatMap((call) =>
        permissionsFor(access)
          .filter((permission) => !allows([permission], call.access))
          .map((permission) => `${name}: ${permission} may not ${call.method} ${call.path}`),
      ),
    )
    expect(barred).toEqual([])
  })

  test('no range of days begins or ends before the year 2000: the database knows no year 0', () => {
    const taken = routes.flatMap(({ name, endpoint: { query } }) => {
      const wrong = (given: string) =>
        query?.safeParse({ from: given, to: given }).error?.issues.map(({ path }) => String(path[0])) ?? []
      const ends = wrong('not a day').filter((path) => path === 'from' || path === 'to')
      return ends.filter((end) => !wrong('0000-01-01').includes(end)).map((end) => `${name}: ${end}`)
    })
    expect(taken).toEqual([])
  })

  test('what a body lacks is named as missing by every call, and never only as not accepted', async () => {
    const vague: string[] = []
    let named = 0
    for (const { name, endpoint } of routes) {
      if (!endpoint.body) continue
      const call = { ...endpoint, params: undefined, query: undefined } as unknown as Endpoint
      const empty = { body: {}, query: {}, params: {} }
      const refusal = await parseInput(call, empty as never).catch((error: Refusal) => error)
      if (!(refusal instanceof Refusal)) continue
      for (const { path, message } of refusal.details.errors ?? []) {
        named += 1
        if (message === 'Not accepted') vague.push(`${name}: ${path}`)
      }
    }
    expect(vague).toEqual([])
    expect(named).toBeGreaterThan(100)
  })

  test('no two endpoints share a method and a path', () => {
    const names = routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:\w+/g, ':x')}`)
    expect(new Set(names).size).toBe(names.length)
  })

  test('every list has views of its own, wherever its screen is declared', () => {
    const lists = new Set(files.filter((path) => !isTest(path) && textOf(path).includes('<ListPage')))
    const paths = declaredScreens.filter(({ file }) => lists.has(file)).map(({ path }) => path)
    expect(declaredScreens.filter(({ file }) => !files.includes(file))).toEqual([])
    expect([...lists].filter((list) => !declaredScreens.some(({ file }) => file === list))).toEqual([])
    expect(paths.length).toBeGreaterThan(20)
    const without = (named: readonly string[]) => paths.filter((path) => !named.includes(path))
    const viewed = Object.keys(viewedLists)
    expect(without(viewed)).toEqual([])
    expect(without(viewed.filter((path) => path !== '/ledger'))).toEqual(['/ledger'])
    expect(viewed.filter((path) => !paths.includes(path))).toEqual([])
  })

  test('every setting is explained in the README and in .env.example', () => {
    const settings = [...textOf('src/app/server/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(
      ([, name]) => name,
    )
    const unexplained = (readme: string, example: string) =>
      settings.filter((name) => !readme.includes(`\`${name}\``) || !example.includes(`#${name}=`))
    const [readme, example] = [textOf('README.md'), textOf('.env.example')]
    expect(settings.length).toBeGreaterThan(20)
    expect(unexplained(readme, example)).toEqual([])
    expect(unexplained(readme, example.replace('#PORT=', ''))).toEqual(['PORT'])
  })

  test('the path of a screen is written once, in the links of its noun or the contract that they take it from', () => {
    // The sign-in is outside of the route table.
    const screens = ['/login', ...declaredScreens.map(({ path }) => path)]
    // The lists of saved views are stored by their paths; the test above holds them against the screens.
    const declares = /\/(web\/links|screen-contract)\.ts$|^src\/app\/server\/lists\.ts$/
    const writing = files.filter(
      (path) => !isTest(path) && ['app', 'features', 'kit'].includes(layerOf(path)) && !declares.test(path),
    )
    const written = (path: string, text: string, known = screens) =>
      pathsWritten(text, known).map((start) => `${path}: ${start}`)
    expect(screens.length).toBeGreaterThan(50)
    expect(writing.flatMap((path) => written(path, textOf(path)))).toEqual([])
    for (const [planted, start] of [
      ['href={`/vendor-detail/approved?id=0`}', '/vendor-detail/approved'],
      ['<Link href="/refunds">', '/refunds'],
      ["back: { href: '/bulk' }", '/bulk'],
      ["'/single-product/' + status", '/single-product/'],
      ['<Link href="/">', '/'],
      ["location.replace('/login')", '/login'],
    ] as const)
      expect(written('planted', planted)).toEqual([`planted: ${start}`])
    // A screen that no links declare is in the route table, and may not be written elsewhere.
    const page = "definePage({ path: '/planted', load: async () => (await import('./a-page.tsx')).APage })"
    expect(written('planted', page, ['/planted'])).toEqual(['planted: /planted'])
    expect(written('planted', '<Link href="/planted?id=0">', ['/planted'])).toEqual(['planted: /planted'])
    expect(written('planted', '<Link href="/planted?id=0">')).toEqual([])
  })

  test('every screen of a record is named by its kind, so that entries of the audit log lead to it', () => {
    const opening = declaredScreens.filter(({ first }) => first?.calls?.some((path) => path.endsWith('/:id')))
    const unnamed = (given: readonly { path: string; record?: string | undefined }[]) =>
      given.flatMap(({ path, record }) => (record ? [] : [path])).sort()
    expect(opening.length).toBeGreaterThan(25)
    expect(unnamed(opening)).toEqual(
      [
        // Another screen of a record whose kind leads elsewhere.
        '/customer-customerdetails',
        '/my-request',
        '/order-orderdetails',
        // Refunds are recorded at their order.
        '/refund',
        '/single-product/pending',
        '/vendor-page',
        '/vendor-vendordetails',
        // An entry of the log itself.
        '/audit-log/entry',
      ].sort(),
    )
    const planted = opening.map((page) => (page.record === 'category' ? { path: page.path } : page))
    expect(unnamed(planted)).toContain('/manage-categories-category')

    const kinds = declaredScreens.flatMap(({ record }) => record ?? [])
    expect(new Set(kinds).size).toBe(kinds.length)
    const server = files.filter((path) => /\/server\//.test(path) && !isTest(path)).map(textOf)
    // Of a type with several screens, each has its own kind.
    const typeOf = (kind: string) => kind.replace(/^(?:vendor|customer)_/, '')
    const isWritten = (kind: string) => server.some((text) => text.includes(`type: '${kind}'`))
    expect(kinds.filter((kind) => !isWritten(typeOf(kind)))).toEqual([])
    expect(kinds.filter((kind) => typeOf(kind) !== kind && !(typeOf(kind) in shownRecords))).toEqual([])
    expect(isWritten('webhook')).toBe(false)
  })

  test('every job is described on the operations page', () => {
    const names = allJobs({} as never, {} as never, 'embedded').map(({ name }) => name)
    expect(names.length).toBeGreaterThan(10)
    expect(unnamedIn('docs/operations.md', names)).toEqual([])
    expect(unnamedIn('docs/operations.md', ['fold-nothing'])).toEqual(['fold-nothing'])
  })

  test('the jobs that a copy of an installation leaves out are those that the operations page names', () => {
    const inward = inwardJobs('embedded').map(({ name }) => name)
    const left = allJobs({} as never, {} as never, 'embedded')
      .map(({ name }) => name)
      .filter((name) => !inward.includes(name))
    const said = /These jobs do not run then: ([^.]+)\./.exec(textOf('docs/operations.md'))?.[1] ?? ''
    expect([...said.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name).sort()).toEqual(left.sort())
    expect(left.length).toBeGreaterThan(5)
  })

  test('each line of the log that the operations page explains is written by the server', () => {
    const [, table = ''] = textOf('docs/operations.md').split('## When something is wrong')
    const signs = [...table.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, sign = '']) =>
      [...sign.matchAll(/`([^`]+)`/g)].map(([, words = '']) => words),
    )
    const server = files.filter((path) => !isTest(path) && /^src\/.*\/server\//.test(path)).map(textOf)
    // What the page leaves out is filled in when the line is written.
    const isWritten = (words: string) => {
      const parts = words.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      return server.some((text) => new RegExp(parts.join('.*')).test(text))
    }
    expect(signs.length).toBeGreaterThan(9)
    expect(signs.filter((words) => !isWritten(words))).toEqual([])
    expect(
      ['The field keys are not those of this database', 'the migration … was lost'].filter(isWritten),
    ).toEqual([])
  })

  test('every screen of the specification is built', () => {
    const built = declaredScreens.map(({ path }) => path)
    expect(built.length).toBeGreaterThan(10)
    expect(specifiedRoutes.filter((path) => path !== '/login' && !built.includes(path))).toEqual([])
    expect(specifiedRoutes).toHaveLength(64)
  })
})

describe('the declared tables', () => {
  let database: OpenDatabase
  const directory = mkdtempSync(join(tmpdir(), 'munshi-tables-'))
  beforeAll(async () => {
    database = await openEmbeddedEngine(null)
    await migrate(database.db, new URL('../database/migrations/', import.meta.url))
    await migrateJobs(database.db)
  }, 60_000)
  afterAll(async () => {
    await database.close()
    rmSync(directory, { recursive: true, force: true })
  })

  test('are those of the migrated database, column by column, and the page of the architecture has all of them', async () => {
    const { rows } = await database.pool.query(
      `select table_name, column_name, udt_name, is_nullable = 'YES' as nullable,
        is_generated = 'ALWAYS' as generated, column_default is not null as defaulted
       from information_schema.columns where table_schema = 'public' order by table_name, column_name`,
    )
    const found: Record<string, Record<string, string>> = {}
    for (const row of rows) {
      const suffix = (row.nullable ? '?' : '') + (row.generated ? '!' : row.defaulted ? '=' : '')
      found[row.table_name] = { ...found[row.table_name], [row.column_name]: row.udt_name + suffix }
    }
    expect(declaredTables.size).toBeGreaterThan(10)
    expect(unnamedIn('docs/architecture.md', Object.keys(found))).toEqual([])
    for (const [name, columns] of declaredTables) expect({ [name]: found[name] }).toEqual({ [name]: columns })
  })
})

describe('connections to the database', () => {
  // A client of another class has no listener for its loss, and ends the process with it.
  const opensPlainly = (text: string) =>
    /new pg\.Client\(/.test(text) ||
    [...text.matchAll(/new (?:pg\.|Database)Pool\(/g)].some(
      ({ index }) => !/Client: DatabaseClient\b/.test(text.slice(index, index + 600)),
    )

  test('are opened by the class that survives their loss, everywhere', () => {
    const server = files.filter((path) => !isTest(path) && !path.startsWith('src/testing/'))
    expect(server.filter((path) => opensPlainly(textOf(path)))).toEqual([])
    expect(server.some((path) => /Client: DatabaseClient\b/.test(textOf(path)))).toBe(true)
  })

  test.each(['new pg.Client({})', 'const p = new pg.Pool({ max: 2 })'])('planted as %s are seen', (text) =>
    expect(opensPlainly(text)).toBe(true),
  )
})

describe('the text of a statement', () => {
  // Lists that are written in the code, so that their length is always the same.
  const written = ['paperSlots', 'noteActions', 'listableVendors', 'runningStatuses']
  const varies = (text: string) =>
    [...text.matchAll(/'(?:not )?in',\s*(?:\[\.\.\.)?(\w+)|\bin \(\$\{sql\.join\((?:\[\.\.\.)?(\w+)/g)]
      .map(([, built, raw]) => built ?? raw ?? '')
      .filter((name) => !written.includes(name))

  test('does not depend on how many values are looked for, so that its plan is kept', () => {
    const server = files.filter((path) => !isTest(path) && /\/server\//.test(path))
    expect(server.flatMap((path) => varies(textOf(path)).map((name) => `${path}: ${name}`))).toEqual([])
  })

  test.each([
    ".where('id', 'in', ids)",
    ".where('id', 'not in', [...ids])",
    `where id in (\${sql.join(ids)})`,
    `where id in (\${sql.join([...ids])})`,
  ])('planted as %s is seen', (text) => expect(varies(text)).toEqual(['ids']))
})
