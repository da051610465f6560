import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { unsubscribeLinks } from '#features/subscribers/server/commands.ts'
import type { BulkMail, BulkMailer } from '#kit/server/bulk-mailer.ts'
import { type Context, transact } from '#kit/server/context.ts'
import { isDatabaseAway, isPassing } from '#kit/server/database.ts'
import type { Job } from '#kit/server/jobs.ts'
import { type MailTemplate, mailFor } from '../render-contract.ts'
import type { Frozen } from './rules.ts'
import { templateOfFrozen } from './rules.ts'
import {
  type Settled,
  settleAbandoned,
  settleRecipients,
  type Taken,
  takeRecipients,
} from './sending-commands.ts'
import { beginMailing, finishMailing, pauseByServer } from './state-commands.ts'

/** A run ends after so long, so that a stop of the server never waits for a whole mailing. */
const runMs = 3_000
/** So often results are stored where the database puts them off, at this distance. */
const mostStores = 5
const storeAgainMs = 1_000
/** Results are stored together, so many at once or after so many milliseconds. */
const settledAtOnce = 50
const settledAfterMs = 40
/** How long the rest waits while the mail server cannot be reached. */
const awaySeconds = 15

/** Starts mailings whose time has come, sends, settles what a crash left behind, and ends what is done. */
export function sendMailings(mailer: BulkMailer): Job {
  return {
    name: 'send-mailings',
    everySeconds: 1,
    run: async (ctx, log) => {
      await beginDue(ctx, (error, id) => log.warn({ err: error, mailing: id }, 'a mailing did not start'))
      return (await sendOnce(ctx, mailer)) ? 'again' : undefined
    },
  }
}

async function beginDue(ctx: Context, onFault: (error: unknown, id: string) => void): Promise<void> {
  const due = await ctx.db
    .selectFrom('mailings')
    .select('id')
    .where('status', '=', 'scheduled')
    .where('send_at', '<=', ctx.now())
    .orderBy('send_at')
    .limit(20)
    .execute()
  for (const { id } of due) {
    await transact(ctx, (own) => beginMailing(own, id)).catch((error: unknown) => onFault(error, id))
  }
}

/** One run over all mailings that are being sent, in the order of their start. Answers whether more may be due at once. */
export async function sendOnce(ctx: Context, mailer: BulkMailer): Promise<boolean> {
  await settleAbandoned(ctx)
  const open = await ctx.db
    .selectFrom('mailings')
    .select(['id', 'frozen'])
    .where('status', '=', 'sending')
    .orderBy('started_at')
    .limit(20)
    .execute()
  const until = performance.now() + runMs
  let sent = 0
  for (const { id, frozen } of open) {
    const mailing = new Sending(ctx, mailer, id, frozen as Frozen)
    sent += await mailing.run(until)
    const { senderRefusal: why } = mailing
    if (why) await transact(ctx, (own) => pauseByServer(own, { id, why }))
    const rest = await ctx.db
      .selectFrom('mailing_recipients')
      .select('id')
      .where('mailing_id', '=', id)
      .where('status', 'in', ['queued', 'sending'])
      .limit(1)
      .execute()
    if (rest.length === 0) await transact(ctx, (own) => finishMailing(own, id))
  }
  if (open.length === 0) await mailer.rest()
  return sent > 0
}

/** Ends every mailing that is due: for tests and commands that wait for it. */
export async function sendAll(ctx: Context, mailer: BulkMailer): Promise<void> {
  await beginDue(ctx, (error) => {
    throw error
  })
  while (await sendOnce(ctx, mailer)) await pause(0)
}

/** One run of one mailing: each connection has one mail under way, while recipients are taken ahead and results stored behind. */
class Sending {
  readonly #ctx: Context
  readonly #mailer: BulkMailer
  readonly #id: string
  readonly #template: MailTemplate
  readonly #fromName: string
  readonly #isLegal: boolean
  readonly #taken: Taken[] = []
  #settled: Settled[] = []
  #storing: Promise<void> = Promise.resolve()
  #refilling: Promise<boolean> | null = null
  #isAway = false
  /** What the mail server said, if it takes no mail of our address. */
  senderRefusal = ''
  #fault: unknown = null
  #timer: NodeJS.Timeout | null = null
  #count = 0

  constructor(ctx: Context, mailer: BulkMailer, id: string, frozen: Frozen) {
    this.#ctx = ctx
    this.#mailer = mailer
    this.#id = id
    this.#template = templateOfFrozen(frozen)
    this.#fromName = frozen.frame.shop
    this.#isLegal = frozen.content.is_legal
  }

  /** Answers how many mails were tried. */
  async run(until: number): Promise<number> {
    const workers = Array.from({ length: this.#mailer.connections }, (_, line) => this.#work(line, until))
    await Promise.all(workers)
    await this.#giveBack()
    await this.#store()
    if (this.#fault) throw this.#fault
    return this.#count
  }

  async #work(line: number, until: number): Promise<void> {
    for (;;) {
      if (this.#isAway || this.#fault || performance.now() > until) return
      const next = this.#taken.shift() ?? ((await this.#refill()) ? this.#taken.shift() : undefined)
      if (!next) {
        // Another connection may have had the last of what was taken for both.
        if (this.#taken.length > 0) continue
        return
      }
      // What comes next is taken while this one is under way.
      if (this.#taken.length < this.#mailer.connections) void this.#refill()
      this.#count += 1
      if (next.is_held) {
        this.#keep({ ...next, result: 'skipped' })
        continue
      }
      this.#tell(next, await this.#mailer.send(line, this.#mailOf(next)))
    }
  }

  #refill(): Promise<boolean> {
    this.#refilling ??= takeRecipients(
      this.#ctx,
      { id: this.#id, isLegal: this.#isLegal },
      2 * this.#mailer.connections,
    )
      .then((rows) => {
        this.#taken.push(...rows)
        return rows.length > 0
      })
      .catch((error: unknown) => {
        this.#fault = error
        return false
      })
      .finally(() => {
        this.#refilling = null
      })
    return this.#refilling
  }

  #mailOf({ id, address, fields }: Taken): BulkMail {
    const { oneClick, page } = unsubscribeLinks(this.#ctx, address)
    return {
      id,
      to: address,
      fromName: this.#fromName,
      ...mailFor(this.#template, { ...fields, unsubscribe_url: page }),
      headers: {
        // Nobody can unsubscribe from what the law demands.
        ...(this.#isLegal
          ? {}
          : {
              'List-Unsubscribe': `<${oneClick}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
        'X-Entity-Ref-ID': id,
        Precedence: 'bulk',
        'Auto-Submitted': 'auto-generated',
      },
    }
  }

  #tell(taken: Taken, outcome: Awaited<ReturnType<BulkMailer['send']>>): void {
    if (outcome.kind === 'away' || outcome.kind === 'ended') this.#isAway = true
    if (outcome.kind === 'no sender') {
      this.#isAway = true
      this.senderRefusal = outcome.message
    }
    this.#keep(settledOf(taken, outcome))
  }

  #keep(settled: Settled): void {
    this.#settled.push(settled)
    if (this.#settled.length >= settledAtOnce) void this.#store()
    else this.#timer ??= setTimeout(() => void this.#store(), settledAfterMs)
  }

  /** What was taken and not tried is due again at once. */
  async #giveBack(): Promise<void> {
    await this.#refilling
    const waitSeconds = this.#isAway ? awaySeconds : 0
    for (const taken of this.#taken.splice(0)) {
      this.#settled.push({ ...taken, result: 'away', error: '', waitSeconds })
    }
  }

  #store(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#storing = this.#storing.then(async () => {
      const settled = this.#settled
      this.#settled = []
      for (let tries = 1; ; tries += 1) {
        try {
          return await settleRecipients(this.#ctx, settled)
        } catch (error) {
          // What became of them is known: it is worth some seconds, which their leases outlast.
          if (tries < mostStores && (isPassing(error) || isDatabaseAway(error))) await pause(storeAgainMs)
          else {
            // The leases end by themselves, and what is not stored is settled as unknown.
            this.#fault = error
            return
          }
        }
      }
    })
    return this.#storing
  }
}

function settledOf(taken: Taken, outcome: Awaited<ReturnType<BulkMailer['send']>>): Settled {
  switch (outcome.kind) {
    case 'sent':
      return { ...taken, result: 'sent' }
    case 'unknown':
      return { ...taken, result: 'unknown', error: outcome.message }
    // A server that hangs up on one address each time would otherwise keep the mailing for ever.
    case 'ended':
      return { ...taken, result: 'later', code: null, error: outcome.message }
    case 'away':
    case 'no sender':
      return { ...taken, result: 'away', error: outcome.message, waitSeconds: awaySeconds }
    case 'refused': {
      const { code, message: error, isOfAddress } = outcome
      return code >= 500
        ? { ...taken, result: 'failed', code, error, isOfAddress }
        : { ...taken, result: 'later', code, error }
    }
  }
}

/** Recipients of mailings that ended a year ago are forgotten; the totals stay. */
export const forgetMailingRecipients: Job = {
  name: 'forget-mailing-recipients',
  cron: '50 3 * * *',
  run: async ({ db, now }) => {
    await sql`
      delete from mailing_recipients r using mailings m
      where m.id = r.mailing_id and m.finished_at <= ${now()}::timestamptz - interval '1 year'`.execute(db)
  },
}
