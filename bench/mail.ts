// npm run bench:mail: how many group e-mails leave in a second, beside the mail library's own pool with as many connections to
// the same server and the same text. On PostgreSQL; --count mails.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createTransport } from 'nodemailer'
import { withClient } from '#testing/client.ts'
import { startMailPeer } from '#testing/mail-peer.ts'
import { startPostgres } from '#testing/postgres.ts'
import { signInOperator, startMunshi } from '#testing/process.ts'

const { values: options } = parseArgs({
  options: { count: { type: 'string' }, connections: { type: 'string' } },
})
const count = Number(options.count ?? 5_000)
const connections = Number(options.connections ?? 5)
const directory = mkdtempSync(join(tmpdir(), 'munshi-mail-'))
const postgres = await startPostgres({ fsync: 'on' })
const peer = await startMailPeer({ keepsText: true })
try {
  const ours = await sendOurs()
  const [sample] = peer.received
  peer.received.length = 0
  const bare = await sendBare(sample?.text ?? '')
  console.log(
    `${count.toLocaleString('en')} mails over ${connections} connections: ${Math.round(ours)} a second, the bare library ${Math.round(bare)}, ratio ${(ours / bare).toFixed(2)}`,
  )
} finally {
  await peer.close()
  await postgres.stop()
  rmSync(directory, { recursive: true, force: true })
}

/** From the first mail that arrives to the end of the mailing, as the marketplace counts it. */
async function sendOurs(): Promise<number> {
  const munshi = await startMunshi({
    DATA_DIR: directory,
    DATABASE_URL: postgres.url,
    SMTP_URL: peer.url,
    MAIL_CONNECTIONS: String(connections),
    MAIL_PER_SECOND: '0',
    SECOND_PERSON_FOR_MAIL_OVER: '10000000',
  })
  const ask = (text: string, values: unknown[]) =>
    withClient(postgres.url, (client) => client.query(text, values))
  await ask(
    `insert into subscribers (id, email, address_hash, state, state_since, origin)
      select gen_random_uuid(), e, address_hash(e), 'subscribed', now(), 'form'
      from (select 'reader' || n || '@example.pk' as e from generate_series(1, $1) n) s`,
    [count],
  )
  const token = await signInOperator(munshi)
  const body = 'Dear {{first_name|reader}}\n\n'.concat(
    'The new lawn of this summer is in the shop. '.repeat(20),
  )
  const made = await munshi.call('POST', '/api/admin/mailings', token, {
    audience: { user_type: 'subscribers' },
    subject: 'What is new',
    body,
  })
  const { id } = made.body.results
  await munshi.call('POST', `/api/admin/mailings/${id}/send`, token, {}, { 'if-match': '"v1"' })
  while (peer.received.length === 0) await pause(1)
  const begun = performance.now()
  for (;;) {
    const { rows } = await ask('select status from mailings where id = $1', [id])
    if (rows[0].status === 'sent') break
    await pause(20)
  }
  const speed = count / ((performance.now() - begun) / 1000)
  await munshi.stop()
  return speed
}

/** The library builds each mail from the same parts, in a process that does nothing else. */
async function sendBare(text: string): Promise<number> {
  const { hostname, port } = new URL(peer.url)
  const transport = createTransport({
    host: hostname,
    port: Number(port),
    pool: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
  })
  const html = `<html><body>${text.slice(text.indexOf('<body')).replace(/=\r?\n/g, '')}</body></html>`
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: count }, (_, n) =>
      transport.sendMail({
        from: 'Shop <shop@munshi.example>',
        to: `reader${n}@example.pk`,
        subject: 'What is new',
        text: text.slice(0, 1_200),
        html,
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    ),
  )
  const speed = count / ((performance.now() - begun) / 1000)
  transport.close()
  return speed
}
