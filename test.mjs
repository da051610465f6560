// Runs what a change must pass, with all of its own set-up, and ends with one line that counts. Plain JavaScript: it
// starts before anything is installed. `--fast` is what a commit needs, `--long` what takes longer than ten minutes,
// `--chaos` the part of it in which the database goes away.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
process.chdir(root)
const isFast = process.argv.includes('--fast')
const isLong = process.argv.includes('--long')
const isChaos = process.argv.includes('--chaos')
const results = join(root, '.cache', 'results')
const total = { passed: 0, failed: 0 }

run('install', process.execPath, ['start.mjs', isFast || isLong || isChaos ? 'install' : 'build'])
if (total.failed > 0) finish()
const node = runtime()
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

if (isChaos) {
  chaos()
} else if (isLong) {
  long()
  chaos()
} else {
  check('types', node, [bin('typescript', 'tsc'), '-b'])
  check('lint', node, [bin('@biomejs/biome', 'biome'), 'check', '.', '--error-on-warnings'])
  check('dead code', node, [bin('knip', 'knip')])
  if (isFast) {
    vitest('fast tests', ['--project', 'fast'])
  } else {
    check('size of the first load', node, [bin('size-limit', 'size-limit')])
    vitest('tests', [])
    journeys()
  }
}
finish()

/** The tests that are samples in an ordinary run, at their full size; what needs a server on both engines. */
function long() {
  const full = [
    ['src/app/server/permission-matrix', { MUNSHI_MATRIX_HOLDERS: '1000' }],
    ['src/app/server/kill', { MUNSHI_KILL_ROUNDS: '50' }],
    ['src/app/server/money-kill', { MUNSHI_MONEY_KILL_ROUNDS: '100' }],
    ['src/app/server/import-kill', { MUNSHI_IMPORT_KILLS: '20' }],
    ['src/app/server/races', { MUNSHI_RACE_VENDORS: '1000' }],
    ['src/app/server/rolling-restart', { MUNSHI_ROLLING_RESTARTS: '10' }],
    ['src/app/server/money-races', { MUNSHI_MONEY_RACES: '100' }],
    // Bank files and answers after a return, a payment or a cancellation, answers booked twice, and what is undone.
    ['src/features/withdrawals/server/files', { MUNSHI_PAYOUT_ATTEMPTS: '20' }],
    ['src/features/withdrawals/server/answers', { MUNSHI_PAYOUT_ATTEMPTS: '20' }],
    ['src/features/settlements/server/undo', { MUNSHI_PAYOUT_ATTEMPTS: '20' }],
    ['src/app/server/api-cases', { MUNSHI_API_CASES: '20000' }],
    ['src/features/session/server/lock-out', { MUNSHI_LOCK_OUT: '1000' }],
    ['src/features/audit/server/seal', { MUNSHI_TAMPERINGS: '1000' }],
    ['src/features/money/ledger', { MUNSHI_RUNS: '10000' }],
    // The rules of the tree by themselves, in 10,000 sequences of moves, merges and deletes: depth, no cycle, slugs, products.
    ['src/features/categories/tree', { MUNSHI_TREES: '10000' }],
    // The same over HTTP on the database, with what it refuses, whoever a slug leads to, and the counts that are kept.
    ['src/features/categories/server/histories', { MUNSHI_TREE_HISTORIES: '120' }],
    ['src/features/promotions/price', { MUNSHI_CAMPAIGNS: '10000' }],
    ['src/features/imports/server/round-trip', { MUNSHI_ROUND_TRIP: '10000' }],
    ['src/features/orders/server/histories', { MUNSHI_HISTORIES: '500' }],
    ['src/features/orders/server/moves', { MUNSHI_STANDINGS_OF: '1' }],
  ]
  for (const [path, settings] of full) {
    Object.assign(process.env, settings)
    vitest(`${path.split('/').at(-1)} at full size`, [`${path}.test.ts`, '--no-file-parallelism'], 'verbose')
  }
  check('fields added by the recipe', node, ['src/testing/added-fields.ts'])
}

/** A database that goes away in every way, under load: 200 lost connections, ten stops of each kind, hangs and cuts. */
function chaos() {
  process.env.MUNSHI_CHAOS_ROUNDS = '10'
  vitest('chaos at full size', ['src/app/server/chaos.test.ts', '--project', 'server, PostgreSQL'], 'verbose')
}

/** A command that passes or fails as a whole. */
function check(name, command, args) {
  run(name, command, args)
}

function run(name, command, args) {
  const started = Date.now()
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: environment() })
  const isGood = status === 0
  total[isGood ? 'passed' : 'failed'] += 1
  process.stdout.write(
    `${isGood ? 'ok' : 'FAILED'}  ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`,
  )
}

/** A run of tests, counted one by one from its report. */
function vitest(name, args, reporter = 'dot') {
  const report = join(results, `${name.replaceAll(' ', '-')}.json`)
  const reporters = [`--reporter=${reporter}`, '--reporter=json', `--outputFile.json=${report}`]
  const { status } = spawnSync(node, [bin('vitest', 'vitest'), 'run', ...reporters, ...args], {
    stdio: 'inherit',
    env: environment(),
  })
  count(name, status, report, (json) => [json.numPassedTests, json.numFailedTests])
}

function journeys() {
  installChromium()
  const report = join(results, 'journeys.json')
  const { status } = spawnSync(node, [join('node_modules', '@playwright', 'test', 'cli.js'), 'test'], {
    stdio: 'inherit',
    env: { ...environment(), PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  })
  count('journeys', status, report, ({ stats }) => [stats.expected, stats.unexpected + stats.flaky])
}

/** A run that broke before it could report has failed, whatever it counted. */
function count(name, status, report, read) {
  const [passed, failed] = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : [0, 0]
  total.passed += passed
  total.failed += status === 0 ? failed : Math.max(failed, 1)
  process.stdout.write(`${status === 0 ? 'ok' : 'FAILED'}  ${name}: ${passed} passed, ${failed} failed\n`)
}

/** The browser of the system's packages: Playwright's own download needs a network that is often closed. */
function installChromium() {
  if (
    ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].some((path) =>
      existsSync(path),
    )
  )
    return
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, 'apt-get', ...args]
    return spawnSync(command, rest, {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  process.stdout.write('Installing Chromium from the packages of the system\n')
  apt('update', '-qq')
  apt('install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-core')
}

function bin(name, command) {
  const { bin: entries } = JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8'))
  return join('node_modules', name, typeof entries === 'string' ? entries : entries[command])
}

function runtime() {
  const pinned = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  return existsSync(pinned) ? pinned : process.execPath
}

function environment() {
  const kept = { ...process.env, NODE_ENV: 'test', NODE_OPTIONS: '--disable-warning=ExperimentalWarning' }
  // A log that nobody watches is read as text, where each coloured dot is a line of its own.
  if (!process.stdout.isTTY) kept.NO_COLOR = '1'
  // The tests bring their own installation: the configuration of this machine must not reach them.
  const settings = [
    'DATABASE_URL',
    'DATA_DIR',
    'PORT',
    'HOST',
    'ADMIN_EMAIL',
    'ADMIN_PASSWORD',
    'INTAKE_API_KEY',
    'DEMO',
    'SMTP_URL',
    'FIELD_KEYS',
  ]
  for (const name of settings) delete kept[name]
  return kept
}

function finish() {
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)
}
