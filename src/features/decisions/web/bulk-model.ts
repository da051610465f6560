import type { Endpoint } from '#kit/contract/endpoint.ts'
import { Override } from '../contract.ts'
import { CodedReasons } from '../reasons/choice-contract.ts'
import type { Saying } from '../reasons/web/reason-model.ts'
import { saidOf } from '../reasons/web/reason-model.ts'

export type BulkVerb = 'approve' | 'request_update' | 'reject'

export interface BulkCalls {
  bulkApprove: Endpoint
  /** Omitted for records that cannot be rejected. */
  bulkReject?: Endpoint
  bulkRequestUpdate?: Endpoint
  bulkCheck: Endpoint
  choices: Endpoint
  letter?: Endpoint
  undo: Endpoint
}

/** The call that decides on several records. */
export function callOf(calls: BulkCalls, verb: BulkVerb): Endpoint {
  const own = { approve: undefined, request_update: calls.bulkRequestUpdate, reject: calls.bulkReject }[verb]
  return own ?? calls.bulkApprove
}

/** What is said about each of several records: the same about all, or each its own where it differs. */
export interface Sayings {
  isEach: boolean
  all: Saying
  own: Readonly<Record<string, Saying>>
}

/** What is said about one of the records. */
export function sayingOf({ isEach, all, own }: Sayings, id: string): Saying {
  return (isEach && own[id]) || all
}

/** Why the decision cannot be sent as it is: the words, and the record that they concern ('' for all). */
export function faultOf(
  sayings: Sayings,
  verb: BulkVerb,
  ids: readonly string[],
  isWarned: boolean,
): { id: string; words: string } | null {
  if (verb === 'approve') {
    const given = isWarned ? Override.safeParse({ reason: sayings.all.own }) : null
    return given && !given.success ? { id: '', words: given.error.issues[0]?.message ?? '' } : null
  }
  for (const id of sayings.isEach ? ids : ['']) {
    const given = CodedReasons.safeParse(saidOf(sayingOf(sayings, id)))
    if (!given.success) return { id, words: given.error.issues[0]?.message ?? '' }
  }
  return null
}

/** The input of the call. */
export function bodyOf(sayings: Sayings, verb: BulkVerb, ids: readonly string[], isWarned: boolean) {
  if (verb === 'approve') return { ids, ...(isWarned ? { reason: sayings.all.own } : {}) }
  return { items: ids.map((id) => ({ id, ...saidOf(sayingOf(sayings, id)) })) }
}
