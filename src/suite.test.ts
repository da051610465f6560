import { execFile, spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { serverTests, whatEnginesDifferIn, whatPostgresStandsFor } from '#testing/server-tests.ts'

const root = new URL('..', import.meta.url).pathname
const folders: string[] = []
const newFolder = () => folders[folders.push(mkdtempSync(join(tmpdir(), 'munshi-suite-'))) - 1] as string
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Runs lanes of parts, each a line of JavaScript, in a process of their own. */
const run = (lanes: { name: string; script: string; counts?: [number, number] | 'nothing' }[][]) => {
  const folder = newFolder()
  const parts = lanes.map((lane) =>
    lane.map(({ name, script, counts }) => {
      const report = join(folder, `${name}.json`)
      if (Array.isArray(counts)) writeFileSync(report, JSON.stringify(counts))
      return { name, command: process.execPath, args: ['-e', script], ...(counts ? { report } : {}) }
    }),
  )
  const program = `
    import { finish, runLanes } from ${JSON.stringify(new URL('./testing/parts.mjs', import.meta.url).href)}
    const total = { passed: 0, failed: 0 }
    const lanes = ${JSON.stringify(parts)}
    for (const part of lanes.flat()) {
      part.read = (counted) => counted
      part.after = () => process.stdout.write('after ' + part.name + '\\n')
    }
    await runLanes(lanes, total)
    finish(total)`
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  return { status, lines: stdout.trim().split('\n') }
}

describe('the parts of the suite', () => {
  const lastLine = (lines: string[]) => lines.at(-1)

  test('that all pass end with their number and with 0', () => {
    const { status, lines } = run([
      [
        { name: 'types', script: '' },
        { name: 'lint', script: '' },
      ],
      [{ name: 'tests', script: '', counts: [12, 0] }],
    ])
    expect([status, lastLine(lines)]).toEqual([0, '14 passed, 0 failed'])
  })

  test.each([
    ['one that fails', { script: 'process.exit(2)' }, '1 passed, 1 failed'],
    ['one that is killed', { script: 'process.kill(process.pid, "SIGKILL")' }, '1 passed, 1 failed'],
    [
      'tests of which two fail',
      { script: 'process.exit(1)', counts: [5, 2] as [number, number] },
      '6 passed, 2 failed',
    ],
    [
      'tests that all passed in a run that broke',
      { script: 'process.exit(1)', counts: [5, 0] as [number, number] },
      '6 passed, 1 failed',
    ],
    ['tests that counted nothing', { script: '', counts: 'nothing' as const }, '1 passed, 1 failed'],
  ])('with %s make the whole run fail, and the others still run', (_, given, last) => {
    const { status, lines } = run([
      [
        { name: 'broken', ...given },
        { name: 'lint', script: '' },
      ],
    ])
    expect([status, lastLine(lines)]).toEqual([1, last])
    expect(lines.some((line) => line.startsWith('FAILED  broken'))).toBe(true)
    expect(lines).not.toContain('after broken')
    expect(lines).toContain('after lint')
  })

  test('of which none ran are no success', () => {
    expect(run([])).toMatchObject({ status: 1, lines: ['0 passed, 0 failed'] })
  })

  test('side by side keep the output of each whole and in order', () => {
    const slow = 'console.log("slow 1"); setTimeout(() => console.log("slow 2"), 700)'
    const quick = 'console.log("quick 1"); console.error("quick 2")'
    const { lines } = run([[{ name: 'slow', script: slow }], [{ name: 'quick', script: quick }]])
    const said = lines.filter((line) => /^(slow|quick)/.test(line))
    expect(said).toEqual(['slow 1', 'slow 2', 'quick 1', 'quick 2'])
  })
})

test('lanes run at the same time', () => {
  // Each of the two ends only once the other has begun.
  const folder = newFolder()
  const meets = (mine: string, other: string) =>
    `const fs = require('fs'); fs.writeFileSync(${JSON.stringify(join(folder, mine))}, '')
     const began = Date.now()
     setInterval(() => {
       if (fs.existsSync(${JSON.stringify(join(folder, other))})) process.exit(0)
       if (Date.now() - began > 15000) process.exit(1)
     }, 20)`
  expect(
    run([[{ name: 'a', script: meets('a', 'b') }], [{ name: 'b', script: meets('b', 'a') }]]).status,
  ).toBe(0)
})

describe('the pass of the embedded engine', async () => {
  const { hasPassed, inputsIn, recordPass } = await import(
    new URL('./testing/embedded-pass.mjs', import.meta.url).href
  )
  let copy: string
  beforeEach(() => {
    copy = newFolder()
    for (const path of inputsIn(root)) {
      mkdirSync(join(copy, path, '..'), { recursive: true })
      cpSync(join(root, path), join(copy, path))
    }
  })

  test('is there once it is recorded, and never without', () => {
    expect(hasPassed(copy)).toBe(false)
    recordPass(copy)
    expect(hasPassed(copy)).toBe(true)
    writeFileSync(join(copy, 'database', 'embedded-pass'), '')
    expect(hasPassed(copy)).toBe(false)
  })

  test.each([
    'src/kit/server/database.ts',
    'src/kit/server/embedded-database.ts',
    'src/kit/server/embedded-worker.ts',
    'database/migrations/0001_house.sql',
    'package-lock.json',
  ])('is over when %s is another', (path) => {
    recordPass(copy)
    writeFileSync(join(copy, path), `${readFileSync(join(copy, path), 'utf8')} `)
    expect(hasPassed(copy)).toBe(false)
  })

  test('is over with a new migration and with a new file of the database code', () => {
    recordPass(copy)
    writeFileSync(join(copy, 'database', 'migrations', '9999_new.sql'), '')
    expect(hasPassed(copy)).toBe(false)
    recordPass(copy)
    writeFileSync(join(copy, 'src', 'kit', 'server', 'embedded-pool.ts'), '')
    expect(hasPassed(copy)).toBe(false)
  })

  test('does not depend on the tests of that code', () => {
    recordPass(copy)
    writeFileSync(join(copy, 'src', 'kit', 'server', 'database.test.ts'), '')
    expect(hasPassed(copy)).toBe(true)
  })
})

describe('the tests', () => {
  const all = globSync('{src,database,bench,e2e}/**/*.test.{ts,tsx}', { cwd: root })
  const onServers = globSync(serverTests, { cwd: root })

  test('all belong to a project of the configuration', () => {
    const inFast = globSync(
      ['src/*.test.ts', 'src/kit/**/*.test.ts', 'src/features/**/*.test.ts', 'database/**/*.test.ts'],
      { cwd: root },
    )
    expect(all.filter((path) => !inFast.includes(path) && !onServers.includes(path))).toEqual([])
  })

  test('that ask which engine they run on run on both or have a reason not to, and each that is named is there', () => {
    const onBoth = globSync(whatEnginesDifferIn, { cwd: root })
    const named = Object.values(whatPostgresStandsFor).flat()
    const asking = onServers.filter((path) =>
      readFileSync(join(root, path), 'utf8').includes("inject('engine')"),
    )
    expect(asking.length).toBeGreaterThan(10)
    expect(asking.filter((path) => !onBoth.includes(path)).sort()).toEqual([...named].sort())
    for (const pattern of whatEnginesDifferIn) expect(globSync(pattern, { cwd: root })).not.toEqual([])
    expect(onBoth.filter((path) => !onServers.includes(path))).toEqual([])
  })

  test('that are a sample in an ordinary run are whole each night', () => {
    const night = readFileSync(join(root, 'test.mjs'), 'utf8')
    const sizes = all.flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/process\.env\.(MUNSHI_\w+)/g)].map(
        ([, name = '']) => name,
      ),
    )
    expect(sizes.length).toBeGreaterThan(20)
    // A seed says which sample it is, and a log is for who looks for a fault.
    const isSize = (name: string) => !/_SEED$|^MUNSHI_TEST_/.test(name)
    expect([...new Set(sizes)].filter((name) => isSize(name) && !night.includes(`${name}:`))).toEqual([])
  })

  test('that promise seconds run once, alone, and the rest without them', async () => {
    const listed = async (promises: string, engines: string) => {
      const projects = ['PostgreSQL', 'embedded engine'].flatMap((name) => ['--project', `server, ${name}`])
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', ...projects],
        {
          cwd: root,
          env: { ...process.env, MUNSHI_PROMISES_OF_SECONDS: promises, MUNSHI_EMBEDDED_TESTS: engines },
        },
      )
      return stdout.trim().split('\n')
    }
    for (const engines of ['what differs', 'all']) {
      const [whole, rest, alone] = await Promise.all(
        ['', 'without', 'alone'].map((promises) => listed(promises, engines)),
      )
      expect(alone).toContain('[server, PostgreSQL] src/app/server/chaos.test.ts')
      expect(alone).toContain('[server, embedded engine] src/app/server/process.test.ts')
      expect([...(rest ?? []), ...(alone ?? [])].sort()).toEqual(whole?.sort())
    }
  })
})

describe('what the journeys of a file share', () => {
  /** The functions outside of the journeys that sign somebody in whenever they are called. */
  const signingIn = (path: string, text: string) =>
    text.split(/^(?=\S)/m).flatMap((part) => {
      const name = /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(part)?.[1]
      return name && /(?<!function )\bsignIn\(/.test(part) ? [`${path}: ${name}`] : []
    })

  test('takes one token for many calls, as a person keeps ten sessions and the eleventh ends that of a screen', () => {
    const planted = `
async function asked(marketplace: Marketplace) {
  const { token } = await marketplace.signIn()
}
const read = async ({ signIn }: Marketplace) => (await signIn('a@b.example')).token
async function signIn(page: Page) {
  await page.click()
}
test('a journey', async ({ marketplace }) => {
  const { token } = await marketplace.signIn()
})
`
    expect(signingIn('planted', planted)).toEqual(['planted: asked', 'planted: read'])
    const paths = globSync('e2e/*.ts', { cwd: root }).filter((path) => path !== 'e2e/marketplace.ts')
    expect(paths.length).toBeGreaterThan(50)
    const found = paths.flatMap((path) => signingIn(path, readFileSync(join(root, path), 'utf8')))
    // It ends all sessions but its own, which therefore has to be a new one.
    expect(found).toEqual(['e2e/second-factor.spec.ts: endSessionsOf'])
  })
})
