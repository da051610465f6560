import { ApiRefusal, NotSent } from './client.tsx'
import { texts } from './texts.ts'

/** The code of the specification for a list that could not be read: it is shown small, because it says nothing to a person. */
export const notRead = 'not_created'

/** A longer sentence is no heading. */
const longestHeading = 90

/** True if a failed change has certainly not happened: it was refused or not sent. Without an answer it may have. */
export function isWithoutEffect(error: unknown): boolean {
  return error instanceof NotSent || (error instanceof ApiRefusal && error.status < 500)
}

interface FailureWords {
  heading: string
  text: string
  /** The code of the specification, to be shown small; empty if the heading says it. */
  code: string
}

/**
 * The words of an error. A refusal is headed by what the server says of it, and only what the server could not do by
 * `answered`, the specification's title; `what` says what became of the call.
 */
export function failureWordsOf(error: Error, answered: string, what: string): FailureWords {
  if (error instanceof NotSent) {
    return { heading: texts.youAreOffline, text: joined(what, texts.tryWhenConnected), code: '' }
  }
  if (!(error instanceof ApiRefusal)) {
    return { heading: texts.somethingWentWrong, text: joined(what, texts.noAnswer), code: '' }
  }
  const { problem, status } = error
  const why = problem.detail === 'Something went wrong' ? '' : problem.detail
  const code = answered === notRead ? answered : ''
  if (status < 500 && why) {
    const [, first = why, rest = ''] = /^(.+?)\. (.+)$/s.exec(why) ?? []
    return first.length > longestHeading
      ? { heading: problem.title, text: joined(what, why), code }
      : { heading: first.replace(/\.$/, ''), text: joined(what, rest), code }
  }
  return code
    ? { heading: what.replace(/\.$/, ''), text: why, code }
    : { heading: answered, text: joined(what, why), code }
}

function joined(...sentences: string[]): string {
  return sentences.filter(Boolean).join(' ')
}
