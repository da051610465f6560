import type { DecisionLetter } from '#features/messages/kinds-contract.ts'
import { originalLetter } from '#features/messages/server/letters.ts'
import type { SignedAuditRow } from '#kit/server/audit.ts'
import type { Chance } from './random.ts'
import { minute } from './times.ts'

/** Something that happened to a record. The steps of a record, in order, are its story. */
export type Step =
  | { kind: 'came'; at: Date; action: string; before?: Fields; after: Fields }
  | { kind: 'decided'; at: Date; verb: Verb; by: Person; reason: string }
  | { kind: 'switched off'; at: Date; by: Person }
export type Fields = Record<string, string | boolean>
export type Verb = 'approve' | 'reject' | 'request_update' | 'disable'

export interface Person {
  id: string
  username: string
}

export interface Subject {
  type: 'vendor' | 'product'
  id: string
  name: string
  vendorName: string
  recipient: string
}

/** The state of a record after its steps. */
export interface Standing {
  status: string
  version: number
  since: Date
  updated: Date
  reason: string
}

/** The rows that past steps have left, ready for their tables. */
export interface Past {
  decisions: Record<string, unknown>[]
  audit: SignedAuditRow[]
  messages: Record<string, unknown>[]
}

const outcomes = {
  approve: 'approved',
  reject: 'rejected',
  request_update: 'changes_requested',
  disable: 'disabled',
} as const
const undoSeconds = 60
/** Letters of earlier decisions are not kept. */
const keptLetters = 60 * 24 * 60 * minute

/** Tells the steps of one record into the past, and answers its current state. */
export function tell(
  past: Past,
  chance: Chance,
  now: Date,
  subject: Subject,
  steps: readonly Step[],
): Standing {
  const first = steps[0]
  if (!first) throw new Error('a record without a beginning')
  const standing: Standing = {
    status: 'submitted',
    version: 0,
    since: first.at,
    updated: first.at,
    reason: '',
  }
  for (const step of steps) {
    standing.version += 1
    standing.updated = step.at
    if (step.kind === 'came') {
      if (standing.status !== 'approved' && standing.status !== 'submitted') standing.since = step.at
      if (standing.status !== 'approved') Object.assign(standing, { status: 'submitted', reason: '' })
      past.audit.push(
        auditRow(chance, subject, step, {
          action: step.action,
          before: step.before ?? null,
          after: step.after,
        }),
      )
    } else if (step.kind === 'switched off') {
      standing.since = step.at
      const change = { before: { available: true }, after: { available: false } }
      past.audit.push(auditRow(chance, subject, step, { action: 'switch off', ...change }))
    } else {
      decide(past, chance, now, subject, standing, step)
    }
  }
  return standing
}

function decide(
  past: Past,
  chance: Chance,
  now: Date,
  subject: Subject,
  standing: Standing,
  step: Extract<Step, { kind: 'decided' }>,
): void {
  const { verb, at, by, reason } = step
  const [from, to] = [standing.status, outcomes[verb]]
  Object.assign(standing, { status: to, since: at, reason })
  const until = new Date(at.getTime() + undoSeconds * 1000)
  const decision = {
    id: chance.idAt(at),
    subject_type: subject.type,
    subject_id: subject.id,
    subject_name: subject.name,
    action: verb,
    reason,
    from_status: from,
    to_status: to,
    subject_version: standing.version,
    decided_by: by.id,
    decided_at: at,
    undo_until: until,
  }
  past.decisions.push(decision)
  const change = { action: verb, before: { status: from }, after: { status: to }, reason: reason || null }
  past.audit.push(auditRow(chance, subject, step, change))
  if (now.getTime() - at.getTime() < keptLetters) {
    past.messages.push(letterRow(chance, subject, verb, reason, { id: decision.id, at, until }))
  }
}

function letterRow(
  chance: Chance,
  subject: Subject,
  verb: Verb,
  reason: string,
  decision: { id: string; at: Date; until: Date },
): Record<string, unknown> {
  const ending = {
    approve: 'approved',
    reject: 'rejected',
    request_update: 'update requested',
    disable: 'disabled',
  }[verb]
  const kind = `${subject.type} ${ending}` as DecisionLetter
  const values = {
    vendor_name: subject.vendorName,
    reason,
    ...(subject.type === 'product' ? { product_name: subject.name } : {}),
  }
  const { subject: line, text, html } = originalLetter(kind, values)
  return {
    id: chance.idAt(decision.at),
    kind,
    recipient: subject.recipient,
    subject: line,
    body_text: text,
    body_html: html,
    field_values: values,
    status: 'sent',
    subject_type: subject.type,
    subject_id: subject.id,
    decision_id: decision.id,
    send_at: decision.until,
    attempts: 1,
    last_error: '',
    sent_at: new Date(decision.until.getTime() + chance.int(200, 4000)),
    created_at: decision.at,
  }
}

const senders = { vendor: 'Vendor app', product: 'Shop front' }

function auditRow(
  chance: Chance,
  subject: Subject,
  step: Step,
  change: { action: string; before: Fields | null; after: Fields; reason?: string | null },
): SignedAuditRow {
  const by = step.kind === 'came' ? null : step.by
  return {
    id: chance.idAt(step.at),
    at: step.at,
    actor_kind: by ? 'person' : 'integrator',
    actor_id: by?.id ?? null,
    actor_name: by?.username ?? senders[subject.type],
    action: change.action,
    subject_type: subject.type,
    subject_id: subject.id,
    subject_name: subject.name,
    before: change.before,
    after: change.after,
    reason: change.reason ?? null,
    request_id: chance.idAt(step.at),
  }
}

/** Marks two letters as failed, as the sender does after its last attempt. */
export function failSomeLetters(past: Past): void {
  const refused = [...past.messages].filter(
    ({ kind }) => kind === 'vendor update requested' || kind === 'vendor rejected',
  )
  for (const letter of refused.slice(-2)) {
    Object.assign(letter, {
      status: 'failed',
      attempts: 8,
      sent_at: null,
      last_error: '550 5.1.1 mailbox unavailable',
    })
  }
}
