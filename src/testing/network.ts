import { connect, createServer, type Socket } from 'node:net'

/** A network between two programs of this machine that a test can break. */
export interface Network {
  port: number
  /** How many connections lead through it right now. */
  connections(): number
  /** Every connection is reset, and a new one is too, until it is restored. */
  cut(): void
  /** Bytes are swallowed in both directions and nothing is closed, until it is restored. */
  drop(): void
  /** Every piece arrives this many milliseconds later. */
  delay(ms: number): void
  /** The far side of every connection says that it sends no more; what is sent to it still arrives. */
  halfClose(): void
  /** As it was. A connection that lost bytes is reset: its two ends would wait for each other forever. */
  restore(): void
  close(): Promise<void>
}

interface Pair {
  near: Socket
  far: Socket
  hasLost: boolean
}

/** Listens on a free port of this machine and leads each connection to `farPort`. */
export function startNetwork(farPort: number): Promise<Network> {
  const pairs = new Set<Pair>()
  let mode: 'open' | 'cut' | 'drop' = 'open'
  let delayMs = 0
  const reset = ({ near, far }: Pair) => {
    near.resetAndDestroy()
    far.resetAndDestroy()
  }
  const lead = (pair: Pair, from: Socket, to: Socket) => {
    const later = (work: () => void) => (delayMs > 0 ? setTimeout(work, delayMs) : work())
    from.on('data', (bytes) => {
      if (mode === 'drop') pair.hasLost = true
      else later(() => to.writable && to.write(bytes))
    })
    from.on('end', () => {
      if (mode === 'drop') pair.hasLost = true
      else later(() => to.end())
    })
    from.on('error', () => mode !== 'drop' && to.destroy())
    from.on('close', () => {
      if (mode === 'drop') pair.hasLost = true
      else later(() => to.destroySoon())
      if (from.destroyed && to.destroyed) pairs.delete(pair)
    })
  }
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    near.on('error', () => {})
    if (mode === 'cut') return near.resetAndDestroy()
    const far = connect({ port: farPort, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    const pair = { near, far, hasLost: false }
    pairs.add(pair)
    far.on('error', () => mode !== 'drop' && near.destroy())
    lead(pair, near, far)
    lead(pair, far, near)
  })
  const network = (port: number): Network => ({
    port,
    connections: () => pairs.size,
    cut: () => {
      mode = 'cut'
      for (const pair of pairs) reset(pair)
    },
    drop: () => {
      mode = 'drop'
    },
    delay: (ms) => {
      delayMs = ms
    },
    halfClose: () => {
      for (const { near } of pairs) near.end()
    },
    restore: () => {
      mode = 'open'
      delayMs = 0
      for (const pair of pairs) if (pair.hasLost) reset(pair)
    },
    close: () => {
      for (const pair of pairs) reset(pair)
      return new Promise((resolve) => server.close(() => resolve()))
    },
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(network(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
