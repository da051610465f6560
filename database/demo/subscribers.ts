import { addressHash } from '#features/subscribers/server/rules.ts'
import { type Chance, seededChance } from './random.ts'
import { before, day, hour } from './times.ts'

type Row = Record<string, unknown>
type State = 'subscribed' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'blocked'

/** How many subscribers stand in which state. */
const counts: Readonly<Record<State, number>> = {
  subscribed: 46,
  unconfirmed: 7,
  unsubscribed: 6,
  bounced: 3,
  blocked: 2,
}
const reasons: Readonly<Record<State, readonly string[]>> = {
  subscribed: [''],
  unconfirmed: [''],
  unsubscribed: ['By the link in a mail', 'Asked by phone'],
  bounced: ['550 5.1.1 The mailbox does not exist'],
  blocked: ['Asked us to delete everything and never write again'],
}
const names = ['sana', 'bilal', 'hina', 'usman', 'marvi', 'gulalai', 'zainab', 'asad', 'nadia', 'owais']
const families = ['malik', 'soomro', 'cheema', 'abbasi', 'khan', 'memon', 'durrani']
const hosts = ['inbox.example', 'post.example', 'mail.example']

/** The subscribers of the demo in every state, and what holds mail back from some of them. */
export function makeSubscribers(now: Date): { subscribers: Row[]; suppressions: Row[] } {
  const chance = seededChance(11)
  const states = Object.entries(counts).flatMap(([state, n]) => Array<State>(n).fill(state as State))
  const subscribers = states.map((state, at) => subscriberRow(chance, now, state, at))
  const suppressions = subscribers
    .filter(({ state }) => state === 'unsubscribed' || state === 'bounced' || state === 'blocked')
    .map(({ address_hash, state, email, state_since, state_reason }) => ({
      ...{ address_hash, reason: state, address: email, since: state_since, detail: state_reason },
    }))
  return { subscribers, suppressions }
}

function subscriberRow(chance: Chance, now: Date, state: State, at: number): Row {
  const asked = before(now, (state === 'unconfirmed' ? 3 : 4 + at * 2) * day + chance.int(0, 20) * hour)
  const confirmed = new Date(asked.getTime() + hour)
  const email = `${chance.pick(names)}.${chance.pick(families)}${at}@${chance.pick(hosts)}`
  const isImported = at % 9 === 8 && state === 'subscribed'
  const since =
    state === 'unconfirmed' ? asked : state === 'subscribed' ? confirmed : new Date(asked.getTime() + 3 * day)
  return {
    id: chance.idAt(asked),
    email,
    address_hash: `\\x${addressHash(email).toString('hex')}`,
    state,
    state_since: since.toISOString(),
    state_reason: chance.pick(reasons[state]),
    origin: isImported ? 'import' : 'form',
    place: isImported ? '' : 'footer',
    consent_version: isImported ? null : 1,
    consent_source: isImported ? 'Stall at the Lahore fair, paper forms of March' : '',
    asked_at: isImported ? null : asked.toISOString(),
    confirmed_at: state === 'unconfirmed' ? null : confirmed.toISOString(),
    confirmation_sent_at: isImported ? null : asked.toISOString(),
    version: 1,
    created_at: asked.toISOString(),
    updated_at: since.toISOString(),
  }
}
