import { type DestinationStream, type Logger, pino } from 'pino'

/**
 * The one redaction list: what looks like a number of a person (CNIC, phone, account, IBAN) or an e-mail address
 * does not reach a log line, wherever it stands in a text.
 */
const personal = [
  /[\w.+-]+@[\w-]+\.[\w.-]+/g,
  /\bPK\d{2}[A-Z]{4}[A-Z0-9]{16}\b/gi,
  /\+?\d[\d\s()-]{7,}\d/g,
  /\b(?:mk|ms|mi|mr)_[\w-]{10,}/g,
  /\bwhsec_[\w+/=-]{10,}/g,
]

/** The text without personal numbers, addresses and tokens; UUIDs and times stay readable. */
export function scrub(text: string): string {
  const kept: string[] = []
  const keep = (found: string) => `\u0000${kept.push(found) - 1}\u0000`
  let clean = text
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, keep)
    .replace(/\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?/g, keep)
  for (const pattern of personal) clean = clean.replace(pattern, '[removed]')
  return clean.replace(/\u0000(\d+)\u0000/g, (_, index) => kept[Number(index)] ?? '')
}

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
