// Runs the parts of a suite, several at once where one alone would leave a core idle, and counts what they say. Plain
// JavaScript without a dependency, like what uses it.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** What has been started and has not ended: it ends with this. */
const running = new Set()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => {
    for (const child of running) child.kill(signal)
    process.exit(1)
  })

/**
 * Runs the parts of each lane one after the other, and the lanes side by side. The output of a part is never mixed with
 * that of another: the first that has not ended writes as it goes, the others are kept until it is their turn.
 */
export async function runLanes(lanes, total) {
  const turns = lanes.flat().map(() => ({ kept: [], isOpen: false, hasEnded: false }))
  const flush = () => {
    for (const turn of turns) {
      turn.isOpen = true
      for (const piece of turn.kept.splice(0)) process.stdout.write(piece)
      if (!turn.hasEnded) return
    }
  }
  flush()
  let next = 0
  const placed = lanes.map((lane) => lane.map((part) => [part, turns[next++]]))
  await Promise.all(
    placed.map(async (lane) => {
      for (const [part, turn] of lane) {
        const write = (text) => (turn.isOpen ? process.stdout.write(text) : turn.kept.push(text))
        write(await runPart(part, write, total))
        turn.hasEnded = true
        flush()
      }
    }),
  )
}

/**
 * One command: `name`, `command`, `args`, `env`, and, where it counts its tests by itself, `report` (the JSON file that it
 * leaves) with `read` (what passed and failed in it). `after` runs when it has passed. Without a report it passes or fails
 * as a whole.
 */
async function runPart({ name, command, args, env, report, read, after }, write, total) {
  const started = Date.now()
  const status = await new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    running.add(child)
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', write)
    child.once('error', (error) => {
      write(`${error.message}\n`)
      resolve(1)
    })
    child.once('close', (code) => {
      running.delete(child)
      resolve(code)
    })
  })
  const seconds = `${((Date.now() - started) / 1000).toFixed(1)} s`
  // A run that broke before it could report has failed, however many it counted.
  const isGood = status === 0 && (!report || existsSync(report))
  if (isGood) after?.()
  if (!report) {
    total[isGood ? 'passed' : 'failed'] += 1
    return `${isGood ? 'ok' : 'FAILED'}  ${name} (${seconds})\n`
  }
  const [passed, counted] = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : [0, 0]
  const failed = isGood ? counted : Math.max(counted, 1)
  total.passed += passed
  total.failed += failed
  return `${failed === 0 ? 'ok' : 'FAILED'}  ${name}: ${passed} passed, ${failed} failed (${seconds})\n`
}

/** The line that a reader looks for, and the exit code that says the same. */
export function finish({ passed, failed }) {
  process.stdout.write(`${passed} passed, ${failed} failed\n`, () =>
    process.exit(failed === 0 && passed > 0 ? 0 : 1),
  )
}
