import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { senderOf } from './mailer.ts'

/** One mail of many that have the same content. */
export interface BulkMail {
  /** The source of the Message-ID: the same at every attempt. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** The name beside the address of the sender; empty for the configured one. */
  fromName: string
  headers: Readonly<Record<string, string>>
}

/**
 * What became of one attempt. `away`: the server was not reached, and nothing was said of this mail. `ended`: the server ended
 * the connection or fell silent when it was told of this mail, or said that it closes (421), and has not taken it. `unknown`: the connection ended after the mail was handed
 * over and before the server answered, so that it may have arrived. `no sender`: the server takes no mail of our address.
 */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'refused'; code: number; message: string; isOfAddress: boolean }
  | { kind: 'unknown'; message: string }
  | { kind: 'ended'; message: string }
  | { kind: 'away'; message: string }
  | { kind: 'no sender'; message: string }

export interface BulkMailer {
  /** How many mails are under way at once. */
  connections: number
  /** Sends over the connection of this number, from 0, which is opened when it is needed. Never rejects. */
  send(connection: number, mail: BulkMail): Promise<Outcome>
  /** Ends the connections; the next mail opens them again. */
  rest(): Promise<void>
  close(): void
}

/** The name of the environment's return path for bounces, with an `@`: `bounce@example.pk` becomes `bounce+ID@example.pk`. */
export type ReturnPath = string | null

const connectMs = 10_000
const silenceMs = 20_000
/** A server that answers a little at a time has failed too. It is shorter than any lease of a mail. */
const longestMs = 60_000

/**
 * Connections of their own to the mail server, so that many mails never keep a letter waiting. Nothing is ever sent again
 * here: the caller decides, knowing what is certain.
 */
export function smtpBulkMailer(
  url: string,
  from: string,
  { connections, returnPath = null }: { connections: number; returnPath?: ReturnPath },
): BulkMailer {
  const lines = Array.from({ length: connections }, () => new Line(url))
  const makers = compose(from)
  return {
    connections,
    async send(connection, mail) {
      const line = lines[connection]
      if (!line) throw new Error(`there is no connection ${connection}`)
      const bytes = await (await makers()).bytesOf(mail)
      return line.send(
        { from: returnPathOf(returnPath, mail.id) ?? senderOf(from).address, to: [mail.to] },
        bytes,
      )
    },
    async rest() {
      await Promise.all(lines.map((line) => line.end()))
    },
    close() {
      for (const line of lines) line.cut()
    },
  }
}

/** Writes each mail as an .eml file, for a machine without a mail server. */
export function folderBulkMailer(directory: string, from: string): BulkMailer {
  const makers = compose(from)
  return {
    connections: 4,
    async send(_, mail) {
      const bytes = await (await makers()).bytesOf(mail)
      await mkdir(directory, { recursive: true })
      await writeFile(join(directory, `${mail.id}.eml`), bytes)
      return { kind: 'sent' }
    },
    rest: async () => {},
    close: () => {},
  }
}

/** The address that bounces of this mail come back to; null without a setting. */
function returnPathOf(returnPath: ReturnPath, id: string): string | null {
  if (!returnPath) return null
  const at = returnPath.lastIndexOf('@')
  return `${returnPath.slice(0, at)}+${id}${returnPath.slice(at)}`
}

/** The mail library is loaded with the first mail. */
function compose(from: string) {
  const sender = senderOf(from)
  let made: Promise<{ bytesOf(mail: BulkMail): Promise<Buffer> }> | null = null
  return () => {
    made ??= import('nodemailer/lib/mail-composer').then(({ default: MailComposer }) => ({
      bytesOf: (mail: BulkMail) =>
        new MailComposer({
          from: { name: mail.fromName || sender.name, address: sender.address },
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId: `<${mail.id}@${sender.host}>`,
          headers: { ...mail.headers },
          disableFileAccess: true,
          disableUrlAccess: true,
        })
          .compile()
          .build(),
    }))
    return made
  }
}

/** One connection to the mail server, with one mail at a time. */
class Line {
  readonly #url: URL
  #connection: SMTPConnection | null = null

  constructor(url: string) {
    this.#url = new URL(url)
  }

  async send(envelope: { from: string; to: string[] }, bytes: Buffer): Promise<Outcome> {
    let connection: SMTPConnection
    try {
      connection = this.#connection ?? (await this.#open())
    } catch (error) {
      this.cut()
      return { kind: 'away', message: messageOf(error) }
    }
    // The library pipes the message only after the server has asked for it: until then, nothing of the mail has left.
    let isHandedOver = false
    const message = Readable.from([bytes])
    const pipe = message.pipe.bind(message)
    message.pipe = (target, options) => {
      isHandedOver = true
      return pipe(target, options)
    }
    try {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error('The mail server took more than a minute')),
          longestMs,
        )
        connection.send(envelope, message, (error) => {
          clearTimeout(timer)
          if (error) reject(error)
          else resolve()
        })
      })
      return { kind: 'sent' }
    } catch (error) {
      const outcome = this.#judged(error, isHandedOver)
      if (outcome.kind === 'refused') await this.#startOver(connection)
      return outcome
    }
  }

  /** After a refusal the server still has a sender, and would take no other. */
  async #startOver(connection: SMTPConnection): Promise<void> {
    await step(connection, (done) => connection.reset(done)).catch(() => this.cut())
  }

  #judged(error: unknown, isHandedOver: boolean): Outcome {
    const { responseCode: code, command } = error as { responseCode?: number; command?: string }
    const message = messageOf(error)
    // 421 ends the session whatever it answers; any other answer belongs to this mail alone.
    if (code !== undefined && code >= 400 && code !== 421) {
      // A server that refuses the sender says nothing of this recipient, and would say the same of every other one.
      if (command === 'MAIL FROM' && code >= 500) {
        this.cut()
        return { kind: 'no sender', message }
      }
      return { kind: 'refused', code, message, isOfAddress: isOfAddress(code, command, message) }
    }
    this.cut()
    return { kind: isHandedOver && code === undefined ? 'unknown' : 'ended', message }
  }

  async #open(): Promise<SMTPConnection> {
    const { default: Connection } = await import('nodemailer/lib/smtp-connection')
    const secure = this.#url.protocol === 'smtps:'
    const connection = new Connection({
      host: this.#url.hostname,
      port: Number(this.#url.port || (secure ? 465 : 587)),
      secure,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: silenceMs,
    })
    this.#connection = connection
    const forget = () => {
      if (this.#connection === connection) this.#connection = null
    }
    connection.on('end', forget)
    // Also told while a mail is under way, where its own answer says the same.
    connection.on('error', forget)
    await step(connection, (done) => connection.connect(done))
    const { username, password } = this.#url
    if (username) {
      const credentials = { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
      await step(connection, (done) => connection.login({ credentials } as never, done))
    }
    return connection
  }

  async end(): Promise<void> {
    const connection = this.#connection
    this.#connection = null
    connection?.quit()
  }

  cut(): void {
    const connection = this.#connection
    this.#connection = null
    connection?.close()
  }
}

/**
 * One step of a connection. The library tells nobody who waits for a step when the connection ends or falls silent, so a step
 * ends with its connection.
 */
function step(
  connection: SMTPConnection,
  start: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = (error?: Error | null) => {
      clearTimeout(timer)
      connection.off('end', ended)
      connection.off('error', over)
      if (error) reject(error)
      else resolve()
    }
    const ended = () => over(new Error('The mail server ended the connection'))
    const timer = setTimeout(() => over(new Error('The mail server does not answer')), silenceMs)
    connection.once('end', ended)
    connection.once('error', over)
    start(over)
  })
}

/**
 * True if the server said that the address itself is dead. Its detailed status (RFC 3463) decides where it has one: what is
 * against a relay, a policy or a full mailbox is not the fault of the address. Without one, only what RFC 5321 means by a
 * mailbox that is not there counts.
 */
function isOfAddress(code: number, command: string | undefined, message: string): boolean {
  const [, detail] = /\b5\.(\d{1,3}\.\d{1,3})\b/.exec(message) ?? []
  if (detail) return code >= 500 && ['1.1', '1.2', '1.3', '1.6', '1.10', '2.1'].includes(detail)
  return command === 'RCPT TO' && (code === 550 || code === 551 || code === 553)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
