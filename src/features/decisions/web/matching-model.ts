import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Everything } from '#kit/web/list/select-all.tsx'
import { texts } from '../texts.ts'

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

/** A verb of a job, and the call that begins the job. */
export interface MatchingVerb {
  verb: keyof typeof verbLabels
  begin: Endpoint
}

export interface MatchingCalls {
  countMatching: Endpoint
  tryMatching: Endpoint
}

/** The selected records: those that the filters leave, without the exceptions, or those with these ids. */
export interface MatchingSelection extends Omit<Everything, 'filter'> {
  filter: Record<string, string | string[]>
}
