// npm run bench:streams -- --streams 2000 --rate 200 --restarts 50 --seconds 60: two instances on one PostgreSQL with open
// streams, events at an even rate, and instances that are restarted meanwhile. Prints what was missed and told twice, how long
// events took, and the p99 of other calls with and without the streams; ends with 1 where anything was missed or told twice.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { freePort, startPostgres } from '#testing/postgres.ts'
import { launchMunshi, type MunshiProcess, operator, startSettings } from '#testing/process.ts'
import { openStream, type ReadEvent } from '#testing/stream-reader.ts'

const { values: options } = parseArgs({
  options: {
    streams: { type: 'string', default: '2000' },
    rate: { type: 'string', default: '200' },
    restarts: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '60' },
  },
})
const streams = Number(options.streams)
const rate = Number(options.rate)
const restarts = Number(options.restarts)
const seconds = Number(options.seconds)
/** A person has at most 20 streams. */
const perPerson = 10
const noun = 'order'
const mostRatio = 1.5
