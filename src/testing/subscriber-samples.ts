import { v7 as uuidv7 } from 'uuid'
import { suppressAddress } from '#features/subscribers/server/commands.ts'
import { confirmToken, unsubscribeToken } from '#features/subscribers/server/rules.ts'
import { answerSubscriptionRequest } from '#features/subscribers/storefront/server/commands.ts'
import '#features/subscribers/server/tables.ts'
import type { TestApp, TestPerson } from './app.ts'
import type { MakeSample } from './samples.ts'

const path = '/api/admin/subscribers'
const shop = '/api/storefront/subscribers'
const reason = { reason: 'Asked by phone' }
let made = 0

type By = { app: TestApp; admin: TestPerson }

export interface MadeSubscriber {
  id: string
  email: string
}

/** An address that nobody has used yet. */
export function newAddress(): string {
  made += 1
  return `reader${made}@mail.example`
}

/** The subscriber of an address, as the list shows them; undefined if the address is unknown. */
export async function subscriberBy({ app, admin }: By, email: string) {
  const found = await app.call('GET', `${path}?q=${encodeURIComponent(email)}`, { as: admin })
  return found.body.results.find((row: MadeSubscriber) => row.email === email)
}

/** Answers every request to subscribe, as the job does each second. */
export async function answerRequests(app: TestApp): Promise<void> {
  while (await app.transact(answerSubscriptionRequest));
}

/** Somebody who was imported, and so is subscribed. */
export async function importedSubscriber(by: By, email = newAddress()): Promise<MadeSubscriber> {
  const body = { source: 'Stall at the Lahore fair', list: email, is_dry_run: false }
  const answer = await by.app.call('POST', `${path}/import`, { as: by.admin, body })
  if (answer.status !== 200) throw new Error(`POST ${path}/import: ${answer.status} ${answer.body.message}`)
  return subscriberBy(by, email)
}

/** Somebody who asked in the shop and has not confirmed yet. The form counts requests, so this does not use it. */
export async function unconfirmedSubscriber(by: By, email = newAddress()): Promise<MadeSubscriber> {
  await by.app.transact(async (ctx) => {
    ctx.unchanged()
    const email_sealed = ctx.services.keys.seal(email)
    await ctx.db
      .insertInto('subscription_requests')
      .values({ id: uuidv7(), email_sealed, consent_version: 1, place: 'footer', requested_at: ctx.now() })
      .execute()
  })
  await answerRequests(by.app)
  return subscriberBy(by, email)
}

export async function blockedSubscriber({ app, admin }: By, email = newAddress()): Promise<MadeSubscriber> {
  const answer = await app.call('POST', `${path}/block`, { as: admin, body: { email, ...reason } })
  if (answer.status !== 200) throw new Error(`POST ${path}/block: ${answer.status} ${answer.body.message}`)
  return answer.body.results
}

/** Somebody who was subscribed, and whose mail server rejected the address for good. */
export async function bouncedSubscriber(by: By, email = newAddress()): Promise<MadeSubscriber> {
  const made = await importedSubscriber(by, email)
  await by.app.transact((ctx) => suppressAddress(ctx, { email, reason: 'bounced', detail: '550 listed' }))
  return made
}

const newestConsent = async ({ app, admin }: By): Promise<number> =>
  (await app.call('GET', `${path}/consent-texts`, { as: admin })).body.results[0].version

const tokenOf = async (by: By) => {
  const { id } = await unconfirmedSubscriber(by)
  return confirmToken(by.app.services.keys, id, by.app.clock.now(), null)
}
const unsubscribing = (by: By) => unsubscribeToken(by.app.services.keys, newAddress())
const ofImported = (verb: string, body?: unknown): MakeSample => {
  return async (stage) => ({
    path: `${path}/${(await importedSubscriber(stage)).id}${verb}`,
    ...(body ? { body } : {}),
  })
}
const ofBlocked = (verb: string, body?: unknown): MakeSample => {
  return async (stage) => ({
    path: `${path}/${(await blockedSubscriber(stage)).id}${verb}`,
    ...(body ? { body } : {}),
  })
}

/** One accepted call for every endpoint of the subscribers. */
export const subscriberSamples: Readonly<Record<string, MakeSample>> = {
  [`GET ${path}`]: () => ({ path: `${path}?list=subscribed&sort=email&limit=5` }),
  [`GET ${path}/counts`]: () => ({ path: `${path}/counts` }),
  [`GET ${path}/export`]: () => ({ path: `${path}/export?list=all&fields=email,state` }),
  [`GET ${path}/consent-texts`]: () => ({ path: `${path}/consent-texts` }),
  [`POST ${path}/consent-texts`]: async (stage) => {
    made += 1
    const text = `Send me news about new shops by e-mail. ${made}`
    return { path: `${path}/consent-texts`, body: { text, follows: await newestConsent(stage) } }
  },
  [`POST ${path}/import`]: () => ({
    path: `${path}/import`,
    body: { source: 'Stall at the Lahore fair', list: newAddress() },
  }),
  [`POST ${path}/block`]: () => ({ path: `${path}/block`, body: { email: newAddress(), ...reason } }),
  [`POST ${path}/bulk/erase`]: async (stage) => ({
    path: `${path}/bulk/erase`,
    body: { ids: [(await importedSubscriber(stage)).id], is_dry_run: false },
  }),
  [`GET ${path}/:id`]: ofImported(''),
  [`POST ${path}/:id/block`]: ofImported('/block', reason),
  [`POST ${path}/:id/unblock`]: ofBlocked('/unblock'),
  [`POST ${path}/:id/mail-again`]: async (stage) => ({
    path: `${path}/${(await bouncedSubscriber(stage)).id}/mail-again`,
    body: reason,
  }),
  [`POST ${path}/:id/unsubscribe`]: ofImported('/unsubscribe', reason),
  [`POST ${path}/:id/resend`]: async (stage) => {
    const { id } = await unconfirmedSubscriber(stage)
    await stage.app.database.pool.query('update subscribers set confirmation_sent_at = null where id = $1', [
      id,
    ])
    return { path: `${path}/${id}/resend` }
  },
  [`POST ${path}/:id/erase`]: ofImported('/erase'),
  [`GET ${shop}/consent`]: () => ({ path: `${shop}/consent` }),
  [`POST ${shop}`]: () => ({ path: shop, body: { email: newAddress(), consent_version: 1 } }),
  [`POST ${shop}/confirm`]: async (stage) => ({
    path: `${shop}/confirm`,
    body: { token: await tokenOf(stage) },
  }),
  [`POST ${shop}/unsubscribe`]: (stage) => ({
    path: `${shop}/unsubscribe`,
    body: { token: unsubscribing(stage) },
  }),
  'POST /api/mail/unsubscribe/:token': (stage) => ({
    path: `/api/mail/unsubscribe/${unsubscribing(stage)}`,
    body: { 'List-Unsubscribe': 'One-Click' },
  }),
  'POST /api/intake/subscribers': () => ({
    path: '/api/intake/subscribers',
    body: { email: newAddress(), consent_version: 1, place: 'footer' },
  }),
}

/** The same calls where the state of the subscriber refuses them (409). */
export const subscriberConflicts: Readonly<Record<string, MakeSample>> = {
  [`POST ${path}/consent-texts`]: async (stage) => ({
    path: `${path}/consent-texts`,
    body: { text: 'Written after another text', follows: (await newestConsent(stage)) + 1 },
  }),
  [`POST ${path}/block`]: async (stage) => {
    const { email } = await blockedSubscriber(stage)
    return { path: `${path}/block`, body: { email, ...reason } }
  },
  [`POST ${path}/:id/block`]: ofBlocked('/block', reason),
  [`POST ${path}/:id/unblock`]: ofImported('/unblock'),
  [`POST ${path}/:id/mail-again`]: ofImported('/mail-again', reason),
  [`POST ${path}/:id/unsubscribe`]: ofBlocked('/unsubscribe', reason),
  [`POST ${path}/:id/resend`]: ofImported('/resend'),
}
