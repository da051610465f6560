// npm run bench:soak -- --engine embedded|server --minutes 60 --rate 20: Munshi as an operator starts it, under mixed work
// at an even rate, and what its memory does meanwhile. Prints the curve and a verdict; ends with 1 where memory grew.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort, startPostgres } from '#testing/postgres.ts'
import { launchMunshi, type MunshiProcess, operator, startSettings } from '#testing/process.ts'
import { startLoad } from './soak-load.ts'

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'embedded' },
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string', default: '20' },
    maps: { type: 'boolean', default: false },
    /** NAME=value, of the environment: for the same run with another setting beside it. */
    set: { type: 'string', multiple: true, default: [] },
  },
})
const isEmbedded = options.engine === 'embedded'
const minutes = Number(options.minutes)
const rate = Number(options.rate)
const everySeconds = 10
/** Resident, in megabytes, that an installation with the demo may take; and how far it may stray after the first third. */
const mostMegabytes = isEmbedded ? 450 : 300
const mostStray = 0.05

interface Sample {
  second: number
  resident: number
  heap: number
  external: number
  /** Memory of the embedded engine; 0 on a server. */
  engine: number
  /** The JavaScript around the embedded engine; 0 on a server. */
  engineHeap: number
}

const directory = mkdtempSync(join(tmpdir(), 'munshi-soak-'))
const postgres = isEmbedded ? null : await startPostgres({ fsync: 'on' })
const metrics = await freePort()
const settings = {
  DATA_DIR: join(directory, 'data'),
  METRICS_PORT: String(metrics),
  ...(postgres ? { DATABASE_URL: postgres.url } : { DEMO: 'true' }),
  ...Object.fromEntries(options.set.map((given) => given.split('=', 2) as [string, string])),
}
try {
  if (postgres) loadDemo(settings)
  const munshi = await launchMunshi(settings)
  try {
    await untilReady(munshi)
    process.exitCode = (await soak(munshi)) ? 0 : 1
  } finally {
    await munshi.stop()
  }
} finally {
  await postgres?.stop()
  rmSync(directory, { recursive: true, force: true })
}

async function soak(munshi: MunshiProcess): Promise<boolean> {
  const samples: Sample[] = []
  say(`${options.engine}, ${minutes} minutes, ${rate} calls a second`)
  say('second  resident  heap  external  engine  heap of the engine, MB')
  const load = await startLoad(munshi, rate)
  const begun = performance.now()
  while (performance.now() - begun < minutes * 60_000) {
    await pause(everySeconds * 1000)
    const sample = await look(munshi, (performance.now() - begun) / 1000)
    samples.push(sample)
    say(
      [
        sample.second.toFixed(0).padStart(6),
        sample.resident.toFixed(0).padStart(9),
        sample.heap.toFixed(0).padStart(5),
        sample.external.toFixed(0).padStart(9),
        sample.engine.toFixed(0).padStart(7),
        sample.engineHeap.toFixed(0).padStart(7),
      ].join(' '),
    )
    if (options.maps && samples.length % 6 === 0) say(largestMaps(munshi.pid))
  }
  await load.stop()
  say(`done: ${counted(load.done)}`)
  say(`not done: ${counted(load.failed) || 'nothing'}`)
  return judge(samples)
}

/** Whether memory stayed where it was after the first third, and below the limit. */
function judge(samples: readonly Sample[]): boolean {
  const rest = samples.slice(Math.floor(samples.length / 3))
  const resident = rest.map((sample) => sample.resident)
  const middle = resident.reduce((sum, each) => sum + each, 0) / resident.length
  const most = Math.max(...resident)
  // Means of the ends: a single sample may fall on a picture or a large export.
  const end = Math.max(1, Math.floor(rest.length / 6))
  const mean = (part: number[]) => part.reduce((sum, each) => sum + each, 0) / part.length
  const grown = mean(resident.slice(-end)) / mean(resident.slice(0, end)) - 1
  const isFlat = Math.abs(grown) <= mostStray
  const isSmall = most <= mostMegabytes
  say(
    `after the first third: mean ${middle.toFixed(0)} MB, most ${most.toFixed(0)} MB (limit ${mostMegabytes}), from its beginning to its end ${(grown * 100).toFixed(1)} % (limit ±${mostStray * 100} %)`,
  )
  say(isFlat && isSmall ? 'flat and within its limit' : `NOT ${isFlat ? 'within its limit' : 'flat'}`)
  return isFlat && isSmall
}

async function look(munshi: MunshiProcess, second: number): Promise<Sample> {
  const text = await fetch(`http://127.0.0.1:${metrics}/metrics`).then(
    (response) => response.text(),
    () => '',
  )
  const of = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? 0) / 2 ** 20
  return {
    second,
    resident: residentOf(munshi.pid),
    heap: of('nodejs_heap_size_total_bytes'),
    external: of('nodejs_external_memory_bytes'),
    engine: of('embedded_engine_memory_bytes'),
    engineHeap: of('embedded_engine_heap_bytes'),
  }
}

/** Resident, in megabytes. */
function residentOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** The largest pieces of memory, in megabytes, to find what grows. */
function largestMaps(pid: number): string {
  const sizes: [number, string][] = []
  let name = ''
  for (const line of readFileSync(`/proc/${pid}/smaps`, 'utf8').split('\n')) {
    if (/^[0-9a-f]+-/.test(line)) name = `${line.split('-')[0]}${line.slice(73).trim().slice(-20)}`
    const kilobytes = /^Rss:\s+(\d+)/.exec(line)?.[1]
    if (kilobytes) sizes.push([Number(kilobytes) / 1024, name])
  }
  const largest = sizes.sort(([a], [b]) => b - a).slice(0, 12)
  return `  ${largest.map(([size, of]) => `${size.toFixed(0)} ${of}`).join(', ')}`
}

function loadDemo(given: Record<string, string>): void {
  const path = new URL('../src/app/server/cli.ts', import.meta.url).pathname
  const { METRICS_PORT: _, ...rest } = given
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', path, 'demo'], {
    // The first administrator is the one that the load signs in as: with the demo's people there, no other would be made.
    env: {
      ...process.env,
      ADMIN_EMAIL: operator.email,
      ADMIN_PASSWORD: operator.password,
      ...rest,
      ...startSettings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function untilReady(munshi: MunshiProcess): Promise<void> {
  let hasEnded = false
  void munshi.ended.then(() => {
    hasEnded = true
  })
  for (let tries = 0; tries < 1200; tries += 1) {
    if (hasEnded) break
    if (
      await fetch(`${munshi.url}/readyz`).then(
        (response) => response.ok,
        () => false,
      )
    )
      return
    await pause(100)
  }
  throw new Error(`Munshi is not ready:\n${munshi.output()}`)
}

function counted(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([kind, n]) => `${n} ${kind}`)
    .join(', ')
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
