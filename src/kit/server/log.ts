import { type DestinationStream, type Logger, pino } from 'pino'
import { scrub } from './scrub.ts'

/** A fault as it may be logged: no statement parameters, no detail line of the database (it quotes values). */
function faultOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: scrub(String(error)) }
  const code = 'code' in error ? { code: String(error.code) } : {}
  const cause = error.cause === undefined ? {} : { cause: faultOf(error.cause) }
  return {
    type: error.name,
    message: scrub(error.message),
    ...code,
    stack: scrub(error.stack ?? ''),
    ...cause,
  }
}

/** JSON lines on standard output, or where they are told to go. */
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
