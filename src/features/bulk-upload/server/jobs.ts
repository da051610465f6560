import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { v4 as randomId } from 'uuid'
import { actorOf } from '#features/access/server/queries.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { type Context, transact } from '#kit/server/context.ts'
import { isDatabaseAway, isOutOfRoom, isPassing } from '#kit/server/database.ts'
import type { Job } from '#kit/server/jobs.ts'
import { uploadFolder } from '#kit/server/uploads.ts'
import { checkOn } from '../checking/server/commands.ts'
import { imports, keptDays } from '../contract.ts'
import { beginReading, giveUp, type Reading, readOn } from '../reading/server/commands.ts'
import { openPictures, type Pictures } from '../reading/server/sheet-queries.ts'
import { writeOn } from '../writing/server/commands.ts'
import { addPicturesOn } from '../writing/server/picture-commands.ts'
import { revertOn } from '../writing/server/reverting-commands.ts'
import { Ahead, type Held, holdStep, keepHeld, leaveStep, subjectOf, takeUp } from './step-commands.ts'

/** How long one round runs before the ticker decides whether to continue. */
const roundMs = 4_000
/**
 * How often a worker renews its lease. A piece may take long while the first row of a workbook is found, and no other
 * worker may claim the import meanwhile.
 */
const renewedMs = 2_000
/**
 * The target duration of one piece of work, and its number of rows. On the embedded engine nobody else is served during
 * a piece. On a server, longer pieces would import faster, but people who load a list would wait longer, while nobody
 * waits for an import.
 */
const pieces = {
  embedded: { ms: 60, fewest: 40, most: 400 },
  server: { ms: 50, fewest: 40, most: 500 },
} as const

type Piece = (typeof pieces)[keyof typeof pieces]
type Step = 'checking' | 'writing' | 'reverting'

/**
 * Runs imports in small pieces next to all other work. After a kill or a cancel, an import continues or ends where it
 * stopped.
 */
export function workOnImports(engine: keyof typeof pieces): Job {
  const worker = new ImportWorker(pieces[engine])
  return { name: 'imports', everySeconds: 0.5, run: (ctx, log) => worker.round(ctx, log) }
}

/** Deletes imports with their rows after 90 days, and uploads that belong to no import. */
export const forgetImports: Job = {
  name: 'forget-imports',
  cron: '0 4 * * *',
  run: async ({ db, now, services }) => {
    const before = new Date(now().getTime() - keptDays * 24 * 60 * 60 * 1000)
    const { rows } = await sql<{ file_key: string }>`
      delete from imports where created_at < ${before} and status not in ('reading', 'checking', 'importing', 'reverting')
      returning file_key`.execute(db)
    for (const { file_key: key } of rows) if (key) await services.files.remove(key)
    await services.files.sweep(uploadFolder, before)
  },
}

/** Each instance runs one worker. Its state between rounds is only a cache, which a new worker rebuilds. */
class ImportWorker {
  readonly #id = randomId()
  readonly #pace: Piece
  readonly #sizes: Record<Step, number>
  #reading: { id: string; reading: Reading } | null = null
  #pictures: { id: string; pictures: Pictures | null } | null = null
  #ahead = new Ahead()

  constructor(piece: Piece) {
    this.#pace = piece
    this.#sizes = { checking: piece.fewest, writing: piece.fewest, reverting: piece.fewest }
  }

  async round(ctx: Context, log: Logger): Promise<'again' | undefined> {
    const until = Date.now() + roundMs
    while (Date.now() < until) {
      const held = await takeUp(ctx, this.#id, this.#reading?.id ?? null)
      if (!held) {
        await this.#forget()
        return undefined
      }
      const renewing = setInterval(() => void keepHeld(ctx, held).catch(() => {}), renewedMs)
      try {
        await this.#workOn(ctx, held)
      } catch (error) {
        // The import keeps its position and is claimed again later.
        if (isDatabaseAway(error) || isPassing(error) || isOutOfRoom(error)) throw error
        const isTold = error instanceof Refusal
        if (isTold) log.info({ import: held.record.id, why: error.message }, 'an import ended')
        else log.error({ err: error, import: held.record.id }, 'an import broke off')
        await this.#end(ctx, held, isTold ? error : new Refusal('invalid', 'Something went wrong'))
      } finally {
        clearInterval(renewing)
      }
      await nextTurn()
    }
    return 'again'
  }

  async #workOn(ctx: Context, held: Held): Promise<void> {
    const { record } = held
    switch (record.status) {
      case 'reading':
        return this.#read(ctx, held)
      case 'checking': {
        const pictures = await this.#picturesOf(ctx, held)
        await this.#piece('checking', (most) => checkOn(ctx, held, most, pictures, this.#ahead))
        return
      }
      case 'importing': {
        const own = { ...ctx, actor: await actorOf(ctx.db, record.confirmed_by ?? '', imports.confirm) }
        const isMore = await this.#piece('writing', (most) => writeOn(own, held, most, this.#ahead))
        if (!isMore) await addPicturesOn(own, held, await this.#picturesOf(ctx, held))
        return
      }
      default: {
        const own = { ...ctx, actor: await actorOf(ctx.db, record.reverted_by ?? '', imports.revert) }
        await this.#piece('reverting', (most) => revertOn(own, held, most))
      }
    }
  }

  async #read(ctx: Context, held: Held): Promise<void> {
    if (this.#reading?.id !== held.record.id) {
      await this.#forget()
      const reading = await beginReading(ctx, held)
      if (!reading) return
      this.#reading = { id: held.record.id, reading }
    }
    try {
      if (await readOn(ctx, held, this.#reading.reading)) return
    } catch (error) {
      // The rows that were read from the file were not stored, so the file is read again from the top.
      await this.#forget()
      throw error
    }
    await this.#forget()
  }

  /**
   * Adapts the number of rows so that a piece takes about its target duration. A single slow piece, such as one that merges
   * entries into an index, shrinks the next pieces only a little.
   */
  async #piece(step: Step, work: (most: number) => Promise<boolean>): Promise<boolean> {
    const began = performance.now()
    const isMore = await work(this.#sizes[step])
    const took = Math.max(1, performance.now() - began)
    const fit = this.#sizes[step] * Math.min(2, Math.max(0.8, this.#pace.ms / took))
    this.#sizes[step] = Math.round(Math.min(this.#pace.most, Math.max(this.#pace.fewest, fit)))
    return isMore
  }

  async #picturesOf(ctx: Context, { record }: Held): Promise<Pictures | null> {
    if (record.file_kind !== 'zip') return null
    if (this.#pictures?.id !== record.id) {
      this.#pictures = { id: record.id, pictures: await openPictures(ctx.services.files, record.file_key) }
    }
    return this.#pictures.pictures
  }

  /**
   * Ends an import that cannot continue: an unreadable sheet fails, and an import whose person lost the permission is
   * cancelled.
   */
  async #end(ctx: Context, held: Held, refusal: Refusal): Promise<void> {
    if (held.record.status === 'reading') {
      await this.#forget()
      return giveUp(ctx, held, refusal)
    }
    await transact(ctx, async (own) => {
      own.unchanged()
      const record = await holdStep(own, held)
      if (!record) return
      const status = record.status === 'reverting' ? 'done' : 'cancelled'
      await leaveStep(own, record, status, { message: refusal.message, isFinished: true })
      await own.record({
        action: 'stop',
        subject: subjectOf(record),
        before: { status: record.status },
        after: { status },
        reason: refusal.message,
      })
    })
  }

  async #forget(): Promise<void> {
    const reading = this.#reading?.reading
    this.#reading = null
    this.#pictures = null
    this.#ahead = new Ahead()
    await reading?.batches.return(undefined)
    await reading?.sheet.close()
  }
}
