import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/**
 * The balancer in front of several instances: it asks each of them whether it is ready, sends calls in turn to those that
 * are, and nothing more to one that says no, whose calls on their way it lets end.
 */
export interface Balancer {
  url: string
  /** How many calls each instance was sent. */
  sent: Record<string, number>
  /** The instances that have said last that they are ready. */
  ready: ReadonlySet<string>
  close(): Promise<void>
}

const askEveryMs = 100
/** So many looks in a row must fail, as balancers have it: one that is late says something of the machine alone. */
const fall = 3

/** Balances between the instances at these addresses. Where one refuses the connection, nothing was sent, and the next is tried. */
export async function startBalancer(instances: readonly string[]): Promise<Balancer> {
  const sent = Object.fromEntries(instances.map((instance) => [instance, 0]))
  const ready = new Set<string>()
  const agents = new Map(instances.map((instance) => [instance, new Agent({ keepAlive: true })]))
  const failed = new Map<string, number>()
  const ask = async (instance: string) => {
    const isReady = await fetch(`${instance}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
      async (response) => {
        await response.arrayBuffer()
        return response.ok
      },
      () => false,
    )
    failed.set(instance, isReady ? 0 : (failed.get(instance) ?? 0) + 1)
    if (isReady) ready.add(instance)
    else if ((failed.get(instance) ?? 0) >= fall) ready.delete(instance)
  }
  let isClosed = false
  const keepAsking = async (instance: string) => {
    while (!isClosed) {
      await ask(instance)
      await new Promise((resolve) => setTimeout(resolve, askEveryMs))
    }
  }
  await Promise.all(instances.map(ask))
  // Each by itself: one that is slow to answer does not keep the news of the other.
  const asking = Promise.all(instances.map(keepAsking))
  let turn = 0
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming)
    turn += 1
    const open = instances.filter((instance) => ready.has(instance))
    for (let tries = 0; tries < open.length; tries += 1) {
      const instance = open[(turn + tries) % open.length] ?? ''
      sent[instance] = (sent[instance] ?? 0) + 1
      const outcome = await forward(instance, agents.get(instance), incoming, body, outgoing)
      if (outcome === 'sent') return
    }
    if (!outgoing.headersSent) outgoing.writeHead(502).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    sent,
    ready,
    close: async () => {
      isClosed = true
      await asking
      for (const agent of agents.values()) agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** One try. `refused` where nobody listens; any other failure is the caller's to see. */
function forward(
  instance: string,
  agent: Agent | undefined,
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<'sent' | 'refused'> {
  const { connection: _, ...headers } = incoming.headers
  return new Promise((resolve) => {
    const call = request(
      `${instance}${incoming.url}`,
      { method: incoming.method, headers, ...(agent ? { agent } : {}) },
      (answer) => {
        const { connection: __, 'keep-alive': ___, ...given } = answer.headers
        outgoing.writeHead(answer.statusCode ?? 502, given)
        answer.pipe(outgoing)
        answer.once('end', () => resolve('sent'))
        answer.once('error', () => {
          outgoing.destroy()
          resolve('sent')
        })
      },
    )
    call.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return resolve('refused')
      if (!outgoing.headersSent) outgoing.writeHead(502).end(JSON.stringify({ error: error.code }))
      resolve('sent')
    })
    call.end(body)
  })
}
