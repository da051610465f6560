/** What a report about a mail says (RFC 3464). */
export interface Bounce {
  /** The id of the recipient, from the return path or the Message-ID of the mail. */
  recipientId: string
  action: 'failed' | 'delayed' | 'other'
  /** The enhanced status code: 5.1.1. Empty if the report has none. */
  status: string
  /** What the other server said, or else an empty text. */
  diagnostic: string
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/**
 * Reads a delivery status report. `to` are the addresses that the report was sent to, `parts` its texts: the report itself and
 * the mail or the head that comes with it. Null for a mail that is no such report or names no mail of ours.
 */
export function readBounce(to: readonly string[], parts: readonly string[]): Bounce | null {
  const text = parts.join('\n')
  const action = /^Action:\s*(\w+)/im.exec(text)?.[1]?.toLowerCase()
  const status = /^Status:\s*(\d\.\d{1,3}\.\d{1,3})/im.exec(text)?.[1] ?? ''
  if (!action && !status) return null
  const returned = to.map((one) => new RegExp(`\\+(${uuid})@`, 'i').exec(one)?.[1]).find(Boolean)
  const named = new RegExp(`^(?:X-Entity-Ref-ID:\\s*|Message-ID:\\s*<)(${uuid})(?=[@\\s])`, 'im').exec(
    text,
  )?.[1]
  const recipientId = (returned ?? named)?.toLowerCase()
  if (!recipientId) return null
  return {
    recipientId,
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
