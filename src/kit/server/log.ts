import { type DestinationStream, type Logger, pino } from 'pino'
import { scrub } from './scrub.ts'
import { withSourcePlaces } from './source-places.ts'

/**
 * An error in a form that is safe to log: no statement parameters and no detail line of the database, which quotes
 * values.
 */
function faultOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: scrub(String(error)) }
  const code = 'code' in error ? { code: String(error.code) } : {}
  const cause = error.cause === undefined ? {} : { cause: faultOf(error.cause) }
  return {
    type: error.name,
    message: scrub(error.message),
    ...code,
    stack: scrub(withSourcePlaces(error.stack ?? '')),
    ...cause,
  }
}

/** Writes JSON lines to standard output or to the given destination. */
export function createLogger(level: string, to: DestinationStream = pino.destination(1)): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: faultOf },
    redact: {
      paths: ['password', 'token', 'authorization', '*.password', '*.token', '*.authorization'],
      remove: true,
    },
  }
  return pino(options, to)
}
