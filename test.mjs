// Runs what a change must pass, with all of its own set-up, and ends with one line that counts. Plain JavaScript: it
// starts before anything is installed. `--fast` is what a commit needs, `--long` what takes longer than ten minutes, `--chaos`
// the part of it in which the database goes away. Words behind `--long` choose the parts whose names have one of them.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runtime } from './runtime.mjs'
import { hasPassed, recordPass } from './src/testing/embedded-pass.mjs'
import { finish, runLanes } from './src/testing/parts.mjs'

const root = dirname(fileURLToPath(import.meta.url))
process.chdir(root)
const isFast = process.argv.includes('--fast')
const isLong = process.argv.includes('--long')
const isChaos = process.argv.includes('--chaos')
/** The parts of the long run that were asked for, by words of their names; none asks for all. */
const words = isLong ? process.argv.slice(2).filter((word) => word !== '--long') : []
const results = join(root, '.cache', 'results')
const total = { passed: 0, failed: 0, unsteady: 0 }
/** So many journeys may pass at their second attempt alone: they are named, and one more refuses the change. */
const mostUnsteady = 2
/** Tests and journeys wait for databases, mail and minutes: with a file for each core, two fifths of their time was idle. */
const workers = availableParallelism() + 1
/** Every test on the embedded engine has passed here, but those that promise seconds. */
let isEmbeddedPassed = false

await runLanes([[{ name: 'install', command: process.execPath, args: ['start.mjs', 'install'] }]], total)
if (total.failed > 0) finish(total)
else {
  const node = runtime()
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  for (const lanes of chosen(stages(node))) await runLanes(lanes, total)
  finish(total)
}

/** The parts that were asked for, and what all of them need. A word that is in no name is a mistake, which fails. */
function chosen(all) {
  if (words.length === 0) return all
  const names = all.flat(2).map(({ name }) => name)
  for (const word of words.filter((one) => !names.some((name) => name.includes(one)))) {
    process.stdout.write(`failed  no part has "${word}" in its name\n`)
    total.failed += 1
  }
  if (total.failed > 0) return []
  const isAsked = ({ name }) => ['build', 'PostgreSQL', ...words].some((word) => name.includes(word))
  return all.map((lanes) => lanes.map((parts) => parts.filter(isAsked)))
}

/** What runs one after the other; each of them has lanes that run side by side. */
function stages(node) {
  const check = (name, ...args) => ({ name, command: node, args, env: environment() })
  const types = check('types', bin('typescript', 'tsc'), '-b')
  const lint = check('lint', bin('@biomejs/biome', 'biome'), 'check', '.', '--error-on-warnings')
  const deadCode = check('dead code', bin('knip', 'knip'))
  // Before the tests and the journeys, which would both install it.
  const requirePostgres = `import { requirePostgres } from './src/testing/postgres.ts'; requirePostgres()`
  const postgres = check('PostgreSQL', '--input-type=module', '-e', requirePostgres)
  const size = check('size of the first load', bin('size-limit', 'size-limit'))
  if (isChaos) return [[[chaos(node)]]]
  const build = { name: 'build', command: process.execPath, args: ['start.mjs', 'build'] }
  if (isLong) {
    installChromium('chromium')
    const addedFields = check('fields added by the recipe', 'src/testing/added-fields.ts')
    // The journeys and the tests at full size share the cores for most of the night. What is killed or restarted has to be ready
    // again within seconds, and a database that goes away is noticed within some: these have the machine alone.
    return [
      [[build, postgres]],
      [[everyEmbedded(node), everyJourney(node), addedFields], long(node)],
      [[embeddedPromises(node), ...kills(node), chaos(node)]],
    ]
  }
  if (isFast) return [[[types, deadCode, lint], [vitest(node, 'fast tests', ['--project', 'fast'])]]]
  installChromium('chromium')
  installChromium('chromium-headless-shell')
  return [
    [[build], [postgres, types, lint, deadCode]],
    // One after the other, with three files at a time on two cores: side by side they took longer, and journeys came too late.
    [[tests(node)], [size]],
    [
      [
        journeys(node, 'journeys', { engine: 'server', retries: 1, workers }),
        journeys(node, 'journeys on the embedded engine', { engine: 'embedded', retries: 1, workers }),
      ],
    ],
    // How soon it is ready, ends, or notices that its database is away: beside all the others it would be about them.
    [[promisesOfSeconds(node)]],
  ]
}

/**
 * Every test on PostgreSQL but those that promise seconds. On the embedded engine what can differ there, and every test as
 * long as the engine, the schema or a package is another than the one that has passed.
 */
function tests(node) {
  return vitest(node, `tests${everyEmbeddedIn()}`, [`--maxWorkers=${workers}`], {
    ...embeddedTests(),
    MUNSHI_PROMISES_OF_SECONDS: 'without',
  })
}

/** With a file for each core, nothing waits for another one's turn. They are the last of all, and see whether the rest has passed. */
function promisesOfSeconds(node) {
  const servers = ['PostgreSQL', 'embedded engine'].flatMap((engine) => ['--project', `server, ${engine}`])
  const args = [...servers, '--maxWorkers=2']
  return {
    ...vitest(node, `promises of seconds${everyEmbeddedIn()}`, args, {
      ...embeddedTests(),
      MUNSHI_PROMISES_OF_SECONDS: 'alone',
    }),
    after: () => !hasPassed(root) && total.failed === 0 && recordPass(root),
  }
}

function embeddedTests() {
  return hasPassed(root) ? { MUNSHI_EMBEDDED_TESTS: 'what differs' } : {}
}

function everyEmbeddedIn() {
  return hasPassed(root) ? '' : ', all on the embedded engine'
}

/** All but those that promise seconds. */
function everyEmbedded(node) {
  return {
    ...onEmbedded(node, 'every test on the embedded engine', 'without'),
    after: () => {
      isEmbeddedPassed = true
    },
  }
}

function embeddedPromises(node) {
  return {
    ...onEmbedded(node, 'promises of seconds on the embedded engine', 'alone'),
    after: () => isEmbeddedPassed && recordPass(root),
  }
}

function onEmbedded(node, name, promises) {
  // Alone with a file for each core, as in `promisesOfSeconds`.
  const workers = promises === 'alone' ? ['--maxWorkers=2'] : []
  return vitest(node, name, ['--project', 'server, embedded engine', ...workers], {
    MUNSHI_PROMISES_OF_SECONDS: promises,
  })
}

/** On the embedded engine, and with each screen loaded at each width. */
function everyJourney(node) {
  const name = 'every journey on the embedded engine'
  const settings = { MUNSHI_JOURNEYS: 'embedded', MUNSHI_LOOKS: 'every load' }
  return journeys(node, name, { engine: 'embedded', retries: 0, settings })
}

/** The tests that are samples in an ordinary run, at their full size; what needs a server on both engines. */
function long(node) {
  const full = [
    ['src/app/server/permission-matrix', { MUNSHI_MATRIX_HOLDERS: '1000' }],
    ['src/app/server/races', { MUNSHI_RACE_VENDORS: '1000' }],
    ['src/app/server/queue-races', { MUNSHI_REVIEWERS: '200' }],
    ['src/app/server/revoked', { MUNSHI_REVOKED: '1000' }],
    ['src/app/server/money-races', { MUNSHI_MONEY_RACES: '100' }],
    ['src/app/server/one-connection', { MUNSHI_ONE_CONNECTION: 'on PostgreSQL too' }],
    // Bank files and answers after a return, a payment or a cancellation, answers booked twice, and what is undone.
    ['src/features/withdrawals/server/files', { MUNSHI_PAYOUT_ATTEMPTS: '20' }],
    ['src/features/withdrawals/answers/server/answers', { MUNSHI_PAYOUT_ATTEMPTS: '20' }],
    ['src/features/settlements/server/undo', { MUNSHI_PAYOUT_ATTEMPTS: '20' }],
    ['src/app/server/api-cases', { MUNSHI_API_CASES: '20000' }],
    ['src/app/server/finding', { MUNSHI_FINDS: '20000' }],
    ['src/features/identity/session/server/lock-out', { MUNSHI_LOCK_OUT: '1000' }],
    ['src/features/audit/server/seal', { MUNSHI_TAMPERINGS: '1000' }],
    ['src/features/money/ledger', { MUNSHI_RUNS: '10000' }],
    // The rules of the tree by themselves, in 10,000 sequences of moves, merges and deletes: depth, no cycle, slugs, products.
    ['src/features/categories/tree', { MUNSHI_TREES: '10000' }],
    // The same over HTTP on the database, with what it refuses, what each slug leads to, and the counts that are kept.
    ['src/features/categories/server/histories', { MUNSHI_TREE_HISTORIES: '120' }],
    ['src/features/content/server/histories', { MUNSHI_RELEASES: '1000' }],
    ['src/features/promotions/price/price', { MUNSHI_CAMPAIGNS: '10000' }],
    ['src/features/delivery/quote/quote', { MUNSHI_QUOTES: '10000' }],
    ['src/features/bulk-upload/server/round-trip', { MUNSHI_ROUND_TRIP: '10000' }],
    ['src/features/orders/server/histories', { MUNSHI_HISTORIES: '500' }],
    ['src/features/orders/server/moves', { MUNSHI_STANDINGS_OF: '1' }],
  ]
  return full.map(([path, settings]) => atFullSize(node, path, settings))
}

/** Processes that end by SIGKILL in the middle of everything that they do, or are restarted in turn. */
function kills(node) {
  return [
    atFullSize(node, 'src/app/server/rolling-restart', { MUNSHI_ROLLING_RESTARTS: '10' }),
    atFullSize(node, 'src/app/server/kill', { MUNSHI_KILL_ROUNDS: '50' }),
    atFullSize(node, 'src/app/server/money-kill', { MUNSHI_MONEY_KILL_ROUNDS: '100' }),
    atFullSize(node, 'src/app/server/import-kill', { MUNSHI_IMPORT_KILLS: '20' }),
    atFullSize(node, 'src/app/server/release-kill', { MUNSHI_RELEASE_KILLS: '50' }),
    // Seven minutes: each of the 100,000 is written to a mail server.
    atFullSize(node, 'src/app/server/mailing-kill', {
      MUNSHI_MAIL_KILLS: '30',
      MUNSHI_MAIL_RECIPIENTS: '100000',
    }),
  ]
}

function atFullSize(node, path, settings) {
  const name = `${path.split('/').at(-1)} at full size`
  return vitest(node, name, [`${path}.test.ts`, '--no-file-parallelism'], settings, 'verbose')
}

/** A database that goes away in every way, under load: 200 lost connections, ten stops of each kind, hangs and cuts. */
function chaos(node) {
  return vitest(
    node,
    'chaos at full size',
    ['src/app/server/chaos.test.ts', '--project', 'server, PostgreSQL'],
    { MUNSHI_CHAOS_ROUNDS: '10' },
    'verbose',
  )
}

/** A run of tests, counted one by one from its report. */
function vitest(node, name, args, settings = {}, reporter = './src/testing/named-failures.ts') {
  const report = join(results, `${name.replaceAll(/\W+/g, '-')}.json`)
  const reporters = [`--reporter=${reporter}`, '--reporter=json', `--outputFile.json=${report}`]
  return {
    name,
    command: node,
    args: [bin('vitest', 'vitest'), 'run', ...reporters, ...args],
    env: { ...environment(), ...settings },
    report,
    read: (json) => [json.numPassedTests, json.numFailedTests],
  }
}

/** The journeys of one engine, with what they leave in folders of their own: both may run at once. */
function journeys(node, name, { engine, retries, workers, settings = {} }) {
  const id = name.replaceAll(' ', '-')
  const report = join(results, `${id}.json`)
  const projects = {
    embedded: ['on the embedded engine'],
    server: ['journeys', 'in the whole browser'],
  }[engine]
  const cli = join('node_modules', '@playwright', 'test', 'cli.js')
  return {
    name,
    command: node,
    args: [
      ...[cli, 'test', '--output', join('.cache', id), ...projects.flatMap((one) => ['--project', one])],
      ...(workers ? ['--workers', String(workers)] : []),
    ],
    env: {
      ...environment(),
      MUNSHI_JOURNEYS_ENGINE: engine,
      MUNSHI_JOURNEY_RETRIES: String(retries),
      ...settings,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
    report,
    read: ({ stats: { expected, unexpected, flaky } }) => {
      total.unsteady += flaky
      return total.unsteady > mostUnsteady ? [expected, unexpected + flaky] : [expected + flaky, unexpected]
    },
  }
}

/**
 * The browser of the system's packages: Playwright's own download needs a network that is often closed. The engine alone, in
 * which most journeys of a change run, takes a third less of the machine; where no package has it they run in the browser.
 */
function installChromium(name) {
  const others = name === 'chromium' ? ['/usr/bin/chromium-browser', '/usr/bin/google-chrome'] : []
  if ([`/usr/bin/${name}`, ...others].some((path) => existsSync(path))) return
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, 'apt-get', ...args]
    return spawnSync(command, rest, {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  process.stdout.write(`Installing ${name} from the packages of the system\n`)
  apt('update', '-qq')
  apt('install', '-y', '-qq', '--no-install-recommends', name, 'fonts-noto-core')
}

function bin(name, command) {
  const { bin: entries } = JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8'))
  return join('node_modules', name, typeof entries === 'string' ? entries : entries[command])
}

function environment() {
  const kept = { ...process.env }
  // The tests bring their own installation: the configuration of this machine must not reach them.
  for (const [, name] of readFileSync('.env.example', 'utf8').matchAll(/^#([A-Z_]+)=/gm)) delete kept[name]
  // A log that nobody watches is read as text, where each coloured dot is a line of its own.
  if (!process.stdout.isTTY) kept.NO_COLOR = '1'
  return { ...kept, NODE_ENV: 'test', NODE_OPTIONS: '--disable-warning=ExperimentalWarning' }
}
