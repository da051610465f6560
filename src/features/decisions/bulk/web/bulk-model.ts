import { Override } from '#features/decisions/contract.ts'
import { CodedReasons } from '#features/decisions/reasons/choice-contract.ts'
import { texts } from '#features/decisions/texts.ts'
import type { Saying } from '#features/decisions/web/reason-model.ts'
import { saidOf } from '#features/decisions/web/reason-model.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { NotSent } from '#kit/web/client.tsx'
import { isWithoutEffect } from '#kit/web/failure-model.ts'
import type { LetterCalls } from './matching-model.ts'

export type BulkVerb = 'approve' | 'request_update' | 'reject'

export interface BulkCalls extends LetterCalls {
  bulkApprove: Endpoint
  /** Omitted for records that cannot be rejected. */
  bulkReject?: Endpoint
  bulkRequestUpdate?: Endpoint
  bulkCheck: Endpoint
  choices: Endpoint
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

/** A record that is decided on, or the change that waits beside it as it was read. */
export interface Item {
  id: string
  name: string
  change_id?: string
}

/** How the calls name what is decided on alike: by the ids of records, or as changes beside them. */
export function namedIn(items: readonly Item[]): object {
  return items.some(({ change_id }) => change_id)
    ? { items: items.map(refOf) }
    : { ids: items.map(({ id }) => id) }
}

function refOf({ id, change_id }: Item) {
  return { id, ...(change_id ? { change_id } : {}) }
}

/** The input of the call. */
export function bodyOf(sayings: Sayings, verb: BulkVerb, items: readonly Item[], isWarned: boolean): object {
  if (verb === 'approve') return { ...namedIn(items), ...(isWarned ? { reason: sayings.all.own } : {}) }
  return { items: items.map((item) => ({ ...refOf(item), ...saidOf(sayingOf(sayings, item.id)) })) }
}

/** Enough for a hundred records on a slow line within the time to undo, and few enough for the server. */
const undoneAtOnce = 6

/**
 * Undoes several decisions, six at a time. `onSettled` receives each that is settled: '' if it was undone, or the words of the
 * refusal. After the first call without an answer no further one is sent, and that error is returned: what is not settled
 * by then can be undone again. Returns null if all are settled.
 */
export async function undoEach<T>(
  items: readonly T[],
  undo: (item: T) => Promise<unknown>,
  onSettled: (item: T, refusal: string) => void,
): Promise<Error | null> {
  const left = [...items]
  let failure: Error | null = null
  const work = async () => {
    while (!failure) {
      const item = left.shift()
      if (item === undefined) return
      try {
        await undo(item)
        onSettled(item, '')
      } catch (error) {
        const { message } = error as Error
        if (isWithoutEffect(error) && !(error instanceof NotSent)) onSettled(item, message)
        // A call that may have had an effect says more than one that was not sent.
        else if (!failure || isWithoutEffect(failure)) failure = error as Error
      }
    }
  }
  await Promise.all(Array.from({ length: undoneAtOnce }, work))
  return failure
}

/** What became of the records that `undoEach` has not settled, and what to do about them: to undo again only while that is offered. */
export function leftWords(failure: Error, left: number, isOffered: boolean): string {
  return isWithoutEffect(failure)
    ? [texts.leftNotUndone({ left }), ...(isOffered ? [texts.undoWhenConnected] : [])].join(' ')
    : `${texts.leftNotConfirmed({ left })} ${isOffered ? texts.undoAgain : texts.checkInList}`
}
