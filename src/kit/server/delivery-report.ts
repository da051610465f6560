import { scrub } from './scrub.ts'

/** A mail that arrived, as far as a report is read from it. */
export interface ReceivedMail {
  to: readonly string[]
  text: string
  attachments: readonly { media_type: string; content: string }[]
}

/** What a report about a mail says (RFC 3464). */
export interface DeliveryReport {
  /** The id of the mail, from the return path or its Message-ID. */
  mailId: string
  action: 'failed' | 'delayed' | 'other'
  /** The enhanced status code: 5.1.1. Empty if the report has none. */
  status: string
  /** What the other server said, or else an empty text. */
  diagnostic: string
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** How much of a report and of each of its parts is read. */
const readCharacters = 100_000

/**
 * Reads a delivery status report: the text of the mail, and the report and the mail or the head that come with it as files.
 * Null for a mail that is no such report or names no mail of ours.
 */
export function readDeliveryReport({ to, text, attachments }: ReceivedMail): DeliveryReport | null {
  const files = attachments
    .filter(({ media_type }) => /^(?:message\/|text\/)/i.test(media_type))
    .map(({ content }) => Buffer.from(content, 'base64').toString('utf8').slice(0, readCharacters))
  return readParts(to, [text.slice(0, readCharacters), ...files].join('\n'))
}

/** Why the mail came back, in the words of the report without personal data; at most so many characters. */
export function reasonOf({ status, diagnostic }: DeliveryReport, mostCharacters: number): string {
  const said = scrub([status, diagnostic].filter(Boolean).join(' ')).slice(0, mostCharacters)
  return said || 'The mail came back'
}

function readParts(to: readonly string[], text: string): DeliveryReport | null {
  const action = /^Action:\s*(\w+)/im.exec(text)?.[1]?.toLowerCase()
  const status = /^Status:\s*(\d\.\d{1,3}\.\d{1,3})/im.exec(text)?.[1] ?? ''
  if (!action && !status) return null
  const returned = to.map((one) => new RegExp(`\\+(${uuid})@`, 'i').exec(one)?.[1]).find(Boolean)
  const named = new RegExp(`^(?:X-Entity-Ref-ID:\\s*|Message-ID:\\s*<)(${uuid})(?=[@\\s])`, 'im').exec(
    text,
  )?.[1]
  const mailId = (returned ?? named)?.toLowerCase()
  if (!mailId) return null
  return {
    mailId,
    action:
      action === 'failed' || action === 'delayed'
        ? action
        : action
          ? 'other'
          : status.startsWith('5')
            ? 'failed'
            : 'other',
    status,
    diagnostic: (/^Diagnostic-Code:\s*(.+(?:\r?\n[ \t].+)*)/im.exec(text)?.[1] ?? '')
      .replace(/\s+/g, ' ')
      .trim(),
  }
}
