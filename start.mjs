// Starts Munshi on a fresh machine with Node 20.19 or newer and npm: what runs here runs before anything is installed,
// so it is plain JavaScript without a dependency.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runtime } from './runtime.mjs'

const root = dirname(fileURLToPath(import.meta.url))
const stamps = join(root, 'node_modules', '.munshi')
process.chdir(root)

/** What `npm start` and the other scripts come down to: nothing for the server, or one of these words. */
const [word, ...rest] = process.argv.slice(2)
const server = join('dist', 'server', 'main.js')
/**
 * Half of the room that Node keeps for what is short-lived, and all of it from the beginning: starting up would fill twice
 * as much, which is not given back, and growing to it takes a tenth of a start. And what is not needed any more is given up before it has grown to several times of what is: a large import took 240 MB, and takes 70.
 */
const flags = [
  '--disable-warning=ExperimentalWarning',
  '--min-semi-space-size=8',
  '--max-semi-space-size=8',
  '--heap-growing-percent=40',
]

/**
 * How glibc keeps memory for the threads that work on pictures, passwords and compression: one pool instead of eight for
 * each core, and what is large goes back to the system at once. By itself it keeps what any of them ever needed, hundreds of
 * megabytes after an hour. Other libraries do not read these.
 */
const memory = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

try {
  requireNode()
  install()
  if (word === undefined || word === 'build') build(rest[0])
  if (word === undefined) run([server])
  else if (word === 'cli') run([join('src', 'app', 'server', 'cli.ts'), ...rest])
  else if (word === 'run') run(rest)
  else if (word !== 'install' && word !== 'build') throw new Error(`there is no ${word}`)
} catch (error) {
  process.stderr.write(`munshi: ${error.message}\n`)
  process.exit(1)
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`Node 20.19 or newer is needed, this is ${process.versions.node}`)
  }
}

function install() {
  const wanted = hashOf(['package-lock.json'])
  if (readStamp('installed') === wanted && existsSync('node_modules')) return
  process.stdout.write('Installing what is missing (once)\n')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const result = spawnSync(npm, ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, NODE_ENV: '' },
  })
  if (result.status !== 0) throw new Error('the packages could not be installed, see the lines above')
  writeStamp('installed', wanted)
}

/** Builds what has changed since it was built: the screens, the shop window and the server, or the one of them that is named. */
function build(wanted) {
  const screens = /^src\/(app|features|kit)\/(?!.*\/server\/)/
  const sources = /^(src\/(app|features|kit)|database\/demo)\/(?!.*\/web\/)/
  const shop = /^src\/(app\/window|features\/window|kit\/contract)\/(?!.*\/server\/)/
  const isWanted = (what) => wanted === undefined || wanted === what
  const screensMade = join('dist', 'web', 'index.html')
  if (isWanted('screens'))
    buildOne(
      'screens',
      'vite.config.ts',
      screensMade,
      screens,
      filesUnder(join('docs', 'help'), /^docs\/help\//),
    )
  if (isWanted('window'))
    buildOne('window', 'vite.window.config.ts', join('dist', 'window-server', 'draw.js'), shop)
  if (isWanted('server')) buildOne('server', 'vite.server.config.ts', server, sources)
}

function buildOne(what, config, made, pattern, more = []) {
  const sources = [...filesUnder('src', pattern), ...filesUnder(join('database', 'demo'), pattern), ...more]
  const plugins = ['vite-plugins.ts', 'vite-chunks.ts', 'vite-help.ts']
  const wanted = hashOf(['package-lock.json', ...plugins, config, ...sources])
  if (readStamp(`built-${what}`) === wanted && existsSync(made)) return
  process.stdout.write(`Building the ${what}\n`)
  const vite = join('node_modules', 'vite', 'bin', 'vite.js')
  const result = spawnSync(runtime(), [vite, 'build', '--config', config, '--logLevel', 'error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Whatever the caller has set: any other value builds the screens with the slow half of React in them.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (result.status !== 0) throw new Error(`the ${what} could not be built, see the lines above`)
  writeStamp(`built-${what}`, wanted)
}

function run(args) {
  const child = spawn(runtime(), [...flags, ...args], {
    stdio: 'inherit',
    env: {
      // What was compiled once is not compiled again: it halves the time of a start.
      NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
      ...memory,
      ...process.env,
      NODE_ENV: process.env.NODE_ENV || 'production',
    },
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  endWithNpm(child)
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

/** npm passes no signal on when it is ended itself: the server would run on without anybody who knows of it. */
function endWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref()
}

function filesUnder(directory, pattern) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((path) => pattern.test(path.replaceAll('\\', '/')) && !/\.test\.tsx?$/.test(path))
    .sort()
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) hash.update(path).update(readFileSync(path))
  return hash.digest('hex')
}

function readStamp(name) {
  const path = join(stamps, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

function writeStamp(name, text) {
  mkdirSync(stamps, { recursive: true })
  writeFileSync(join(stamps, name), text)
}
