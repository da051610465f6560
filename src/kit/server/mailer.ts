import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Mail {
  /** The source of the Message-ID. It is the same at every attempt, so that a mail sent twice is recognised as one. */
  id: string
  to: string
  /** The name beside the address of the sender, instead of the configured one. */
  from_name?: string
  /** The address that an answer goes to, instead of the sender's. */
  reply_to?: string
  subject: string
  text: string
  html: string
  attachments?: { name: string; media_type: string; content: Buffer }[]
}

export interface Mailer {
  /** Where mail goes, shown to people: a server, or a folder of .eml files. */
  description: string
  /** Resolves when the mail server has accepted the mail. Rejects on failure, after which the mail may be retried. */
  send(mail: Mail): Promise<void>
  close(): void
}

/** Sends by SMTP; a server that does not answer within 20 seconds has failed. */
export function smtpMailer(url: string, from: string): Mailer {
  const parsed = new URL(url)
  const secure = parsed.protocol === 'smtps:'
  const open = once(async () =>
    (await import('nodemailer')).createTransport({
      host: parsed.hostname,
      port: Number(parsed.port || (secure ? 465 : 587)),
      secure,
      ...(parsed.username
        ? { auth: { user: decodeURIComponent(parsed.username), pass: decodeURIComponent(parsed.password) } }
        : {}),
      pool: true,
      maxConnections: 3,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
    }),
  )
  return {
    description: `SMTP at ${parsed.hostname}`,
    send: async (mail) => {
      await (await open()).sendMail(envelope(mail, from))
    },
    close: () => {
      if (open.wasAsked()) void open().then((transport) => transport.close())
    },
  }
}

/** Writes each mail as an .eml file, for a machine without a mail server. */
export function folderMailer(directory: string, from: string): Mailer {
  const open = once(async () =>
    (await import('nodemailer')).createTransport({ streamTransport: true, buffer: true, newline: 'unix' }),
  )
  return {
    description: `files in ${directory}`,
    send: async (mail) => {
      const { message } = await (await open()).sendMail(envelope(mail, from))
      await mkdir(directory, { recursive: true })
      await writeFile(join(directory, `${mail.id}.eml`), message as Buffer)
    },
    close: () => {},
  }
}

/** Created on first use, so that a server starts a tenth sooner without the mail library. */
function once<T>(make: () => Promise<T>): { (): Promise<T>; wasAsked(): boolean } {
  let made: Promise<T> | undefined
  const ask = () => {
    made ??= make()
    return made
  }
  return Object.assign(ask, { wasAsked: () => made !== undefined })
}

/** The parts of the configured sender: `Shop <mail@shop.example>`. */
export function senderOf(from: string): { name: string; address: string; host: string } {
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()
  return {
    name: /^(.*?)\s*<[^<>]+>\s*$/.exec(from)?.[1]?.replace(/^"(.*)"$/, '$1') ?? '',
    address,
    host: /@([\w.-]+)$/.exec(address)?.[1] ?? 'localhost',
  }
}

function envelope(mail: Mail, from: string) {
  const { address, host } = senderOf(from)
  return {
    from: mail.from_name ? { name: mail.from_name, address } : from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${host}>`,
    ...(mail.reply_to ? { replyTo: { name: '', address: mail.reply_to } } : {}),
    ...(mail.attachments
      ? {
          attachments: mail.attachments.map(({ name, media_type, content }) => ({
            filename: name,
            contentType: media_type,
            content,
          })),
        }
      : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
