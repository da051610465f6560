import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

/**
 * What the server does with one mail. `drop` ends the connection after the mail was taken and before the sender is told;
 * `refuse and hang up` after a refusal, `hang up` in place
 * of an answer to the address.
 */
export type Verdict =
  | 'take'
  | 'drop'
  | 'later'
  | 'never'
  | 'no such address'
  | 'no relay'
  | 'refuse and hang up'
  | 'hang up'

export interface Received {
  to: string
  text: string
}

/** A real SMTP server: slow if it is asked to be, and of the opinion of `judge` about each mail. */
export interface MailPeer {
  url: string
  /** Every mail whose text arrived as a whole, those that were dropped among them. */
  received: Received[]
  judge: (to: string) => Verdict
  /** False for a server that refuses mail of the shop itself. */
  takesSender: boolean
  slowMs: number
  close(): Promise<void>
}

export async function startMailPeer({ keepsText = true }: { keepsText?: boolean } = {}): Promise<MailPeer> {
  const refusal = (code: number, message: string) => Object.assign(new Error(message), { responseCode: code })
  const hangUp = (id: string) => {
    for (const connection of server.connections) {
      const { session, _socket } = connection as unknown as { session: { id: string }; _socket: Socket }
      if (session.id === id) _socket.destroy()
    }
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onMailFrom(_sender, _session, done) {
      if (peer.takesSender) done()
      else done(refusal(553, '5.7.1 Sender address rejected: not owned by user'))
    },
    onRcptTo({ address }, session, done) {
      const verdict = peer.judge(address)
      if (verdict === 'no such address') done(refusal(550, '5.1.1 There is no such mailbox'))
      else if (verdict === 'no relay') done(refusal(554, '5.7.1 Relay access denied'))
      else if (verdict === 'refuse and hang up') {
        done(refusal(550, '5.1.1 There is no such mailbox'))
        setImmediate(() => hangUp(session.id))
      } else if (verdict === 'hang up') hangUp(session.id)
      else if (verdict === 'later') done(refusal(451, '4.7.1 Try again later'))
      else done()
    },
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address).join()
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => {
        if (keepsText) chunks.push(chunk)
      })
      stream.on('end', async () => {
        if (peer.slowMs > 0) await pause(peer.slowMs)
        const verdict = peer.judge(to)
        if (verdict === 'never') return done(refusal(554, '5.7.1 The text is refused'))
        peer.received.push({ to, text: Buffer.concat(chunks).toString() })
        if (verdict !== 'drop') return done()
        hangUp(session.id)
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  const peer: MailPeer = {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    received: [],
    judge: () => 'take',
    takesSender: true,
    slowMs: 0,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return peer
}
