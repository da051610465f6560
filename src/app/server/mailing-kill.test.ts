import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { startMailPeer } from '#testing/mail-peer.ts'
import { startPostgres } from '#testing/postgres.ts'
import { type MunshiProcess, signInOperator, startMunshi } from '#testing/process.ts'

/** The whole run has 30 kills and 100,000 recipients; what a change runs each time is a sample of it. */
const kills = Number(process.env.MUNSHI_MAIL_KILLS ?? 2)
const recipients = Number(process.env.MUNSHI_MAIL_RECIPIENTS ?? 200)
const seed = Number(process.env.MUNSHI_MAIL_SEED ?? 20261124)

const opened: (() => Promise<unknown> | void)[] = []
afterAll(async () => {
  for (const close of opened.reverse()) await close()
})

// Two instances need a database that both reach.
test.runIf(inject('engine') === 'server')(
  `two instances that are killed ${kills} times amid a mail to ${recipients} write to nobody twice and forget nobody`,
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'munshi-mail-kill-'))
    opened.push(() => rmSync(directory, { recursive: true, force: true }))
    const postgres = await startPostgres({ fsync: 'on' })
    opened.push(() => postgres.stop())
    const peer = await startMailPeer({ keepsText: false })
    opened.push(() => peer.close())
    let random = seed
    const next = () => {
      random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
      return random / 2_147_483_648
    }
    // What a server says of an address does not change, except where it puts a mail off.
    const fates = new Map<string, 'take' | 'no such address' | 'never'>()
    peer.slowMs = kills > 10 ? 1 : 15
    peer.judge = (to) => {
      const known = fates.get(to)
      const fate = known ?? (next() < 0.02 ? 'no such address' : next() < 0.02 ? 'never' : 'take')
      fates.set(to, fate)
      if (fate !== 'take') return fate
      const chance = next()
      return chance < 0.01 ? 'drop' : chance < 0.03 && known === undefined ? 'later' : 'take'
    }
    const settings = {
      DATA_DIR: directory,
      DATABASE_URL: postgres.url,
      SMTP_URL: peer.url,
      MAIL_PER_SECOND: '0',
      SECOND_PERSON_FOR_MAIL_OVER: '10000000',
    }
    let instances = [await startMunshi(settings), await startMunshi(settings)]
    const [first] = instances as [MunshiProcess]
    const database = new pg.Client({ connectionString: postgres.url })
    await database.connect()
    opened.push(() => database.end())
    await database.query(
      `insert into subscribers (id, email, address_hash, state, state_since, origin)
        select gen_random_uuid(), e, address_hash(e), 'subscribed', now(), 'form'
        from (select 'reader' || n || '@example.pk' as e from generate_series(1, $1) n) s`,
      [recipients],
    )
    const token = await signInOperator(first)
    const made = await first.call('POST', '/api/admin/mailings', token, {
      audience: { user_type: 'subscribers' },
      subject: 'What is new',
      body: 'Dear {{first_name|reader}}',
    })
    const { id } = made.body.results
    const sent = await first.call('POST', `/api/admin/mailings/${id}/send`, token, {}, { 'if-match': '"v1"' })
    expect(sent.status).toBe(200)
    const done = async () => {
      const { rows } = await database.query(
        'select status, recipient_count, sent_count + failed_count + unknown_count as n from mailings where id = $1',
        [id],
      )
      return rows[0] as { status: string; recipient_count: number; n: number }
    }
    for (let kill = 0; kill < kills; kill += 1) {
      const target = ((kill + 0.3 + 0.5 * next()) * recipients) / (kills + 1)
      for (;;) {
        const { status, n } = await done()
        if (status === 'sent' || n >= target) break
        await pause(5)
      }
      const victim = kill % 2
      instances[victim]?.signal('SIGKILL')
      expect(await instances[victim]?.ended).toBe('SIGKILL')
      const again = await startMunshi(settings)
      instances = instances.map((one, index) => (index === victim ? again : one))
    }
    // Leases end after two minutes, and a mail that was put off waits for its time.
    for (;;) {
      const { status } = await done()
      if (status === 'sent') break
      await database.query(
        "update mailing_recipients set send_at = now() where mailing_id = $1 and status = 'queued' and send_at > now()",
        [id],
      )
      const { rows } = await database.query(
        "select count(*)::int as n from mailing_recipients where mailing_id = $1 and status = 'queued'",
        [id],
      )
      if (rows[0].n === 0) {
        await pause(2_000)
        await database.query(
          "update mailing_recipients set send_at = now() where mailing_id = $1 and status = 'sending'",
          [id],
        )
      }
      await pause(200)
    }
    for (const instance of instances) expect(await instance.stop()).toBe(0)

    const { rows } = await database.query(
      `select m.recipient_count, m.sent_count, m.failed_count, m.unknown_count, m.skipped_count,
        (select json_object_agg(status, n) from (
          select status, count(*)::int as n from mailing_recipients where mailing_id = m.id group by 1) s) as counted,
        (select json_agg(address) from mailing_recipients where mailing_id = m.id and status = 'sent') as sent,
        (select json_agg(address) from mailing_recipients where mailing_id = m.id and status = 'failed') as failed
      from mailings m where m.id = $1`,
      [id],
    )
    const [total] = rows
    const { sent: sentNow = 0, failed = 0, unknown = 0 } = total.counted
    expect([total.sent_count, total.failed_count, total.unknown_count, total.skipped_count]).toEqual([
      sentNow,
      failed,
      unknown,
      0,
    ])
    expect(sentNow + failed + unknown).toBe(recipients)
    expect(total.recipient_count).toBe(recipients)
    const arrived = new Map<string, number>()
    for (const { to } of peer.received) arrived.set(to, (arrived.get(to) ?? 0) + 1)
    expect([...arrived].filter(([, n]) => n > 1)).toEqual([])
    expect((total.sent as string[]).filter((to) => !arrived.has(to))).toEqual([])
    expect(((total.failed ?? []) as string[]).filter((to) => arrived.has(to))).toEqual([])
    process.stdout.write(
      `${kills} kills in a mail to ${recipients}: ${sentNow} sent, ${failed} failed, ${unknown} unknown, ${arrived.size} arrived, none twice\n`,
    )
  },
  3_000_000,
)
