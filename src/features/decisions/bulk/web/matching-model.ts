import type { CheckedRecord } from '#features/decisions/contract.ts'
import type { Trial } from '#features/decisions/matching-contract.ts'
import type { LetterOf } from '#features/decisions/reasons/web/saying-panel.tsx'
import { texts } from '#features/decisions/texts.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Everything } from '#kit/web/list/select-all.tsx'

/** The verbs of jobs on all that match, as the screens name them. */
export const verbLabels = {
  approve: texts.approve,
  reject: texts.reject,
  request_update: texts.requestUpdate,
  disable: texts.disable,
  enable: texts.enable,
  switch_on: texts.switchOn,
  switch_off: texts.switchOff,
} as const

/** What the records of a job have become, by its verb. */
const pastOf: Readonly<Record<keyof typeof verbLabels, string>> = {
  approve: texts.approved,
  reject: texts.rejected,
  request_update: texts.askedAgain,
  disable: texts.disabled,
  enable: texts.enabled,
  switch_on: texts.switchedOn,
  switch_off: texts.switchedOff,
}

/** What the records of a job have become, by its kind: the verb and the noun. */
export function pastOfKind(kind: string): string {
  const verb = (Object.keys(pastOf) as (keyof typeof verbLabels)[]).find((one) => kind.startsWith(`${one}_`))
  return verb ? pastOf[verb] : texts.changed
}

/** What is decided on: a record, or the edit that waits beside an approved product. */
export type DecidedOn = 'vendor' | 'product' | 'customer' | 'edit'

/** What is done to so many records: the question of the dialog and its button. */
export function actionOf(verb: keyof typeof verbLabels, noun: DecidedOn, count: number): string {
  if (verb === 'request_update' && noun === 'vendor') return texts.requestVendors({ count })
  if (verb === 'request_update' && noun === 'product') return texts.requestProducts({ count })
  const say = {
    vendor: texts.actionVendors,
    product: texts.actionProducts,
    customer: texts.actionCustomers,
    edit: texts.actionEdits,
  }
  return say[noun]({ action: verbLabels[verb], count })
}

/** A verb of a job, and the call that begins the job. */
export interface MatchingVerb {
  verb: keyof typeof verbLabels
  begin: Endpoint
  /** What it is decided on with its calls, in a list whose other verbs are for the records themselves. */
  on?: { noun: DecidedOn; calls: MatchingCalls }
}

/** The letter of a decision; of a rejected change it is made otherwise than that of a rejected record. */
export interface LetterCalls {
  letter?: Endpoint
  rejection?: 'decline'
}

export interface MatchingCalls extends LetterCalls {
  countMatching: Endpoint
  tryMatching: Endpoint
  choices: Endpoint
}

/** The selected records: those that the filters leave, without the exceptions, or those with these ids. */
export interface MatchingSelection extends Omit<Everything, 'filter'> {
  filter: Record<string, string | string[]>
}

/** The dry run of a bulk decision as a trial: the same reasons and warnings are counted together. */
export function trialOf(checked: readonly CheckedRecord[]): Trial {
  const possible = checked.filter(({ message }) => message === '')
  const warned = possible.filter(({ warnings }) => warnings.length > 0)
  const [first = null] = possible
  return {
    held: possible.flatMap(({ id, held_by }) => (held_by ? [{ id, by: held_by }] : [])),
    total: checked.length,
    possible: possible.length,
    obstacles: counted(checked.flatMap(({ message }) => (message ? [message] : []))),
    first: first && { id: first.id, name: first.name },
    warned: warned.length,
    warnings: counted(warned.flatMap(({ warnings }) => warnings)),
    not_looked_into: 0,
  }
}

function counted(words: readonly string[]): Trial['obstacles'] {
  const counts = new Map<string, number>()
  for (const message of words) counts.set(message, (counts.get(message) ?? 0) + 1)
  return [...counts].map(([message, count]) => ({ message, count })).sort((a, b) => b.count - a.count)
}

/** The letter to the first of several records, as an example of all; none where the decision sends no letter. */
export function letterOf(
  { letter, rejection }: LetterCalls,
  verb: string,
  record: { id: string; name: string } | null,
): LetterOf | undefined {
  if (!letter || !record || (verb !== 'reject' && verb !== 'request_update' && verb !== 'disable')) return
  const { id, name } = record
  return { call: letter, verb: verb === 'reject' ? (rejection ?? verb) : verb, id, name }
}
