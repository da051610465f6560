import { createServer, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client'
import type { OpenDatabase } from '#kit/server/database.ts'
import type { CallerKind, RateLimiter } from '#kit/server/rate-limit.ts'
import { ConfigError } from './config.ts'

const requestSeconds = new Histogram({
  name: 'http_request_seconds',
  help: 'Time of a request by endpoint and status class',
  labelNames: ['endpoint', 'status'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
})

/** Counts one answered request. The endpoint is a name, never a path with an id. */
export function countRequest(endpoint: string, status: number, ms: number): void {
  const key = `${endpoint} ${Math.floor(status / 100)}xx`
  let counted = counters.get(key)
  if (!counted) {
    counted = requestSeconds.labels(endpoint, `${Math.floor(status / 100)}xx`)
    counters.set(key, counted)
  }
  counted.observe(ms / 1000)
}

/** Looking one up by its labels costs more than counting. */
const counters = new Map<string, Histogram.Internal<'endpoint' | 'status'>>()

const limitedCalls = new Counter({
  name: 'http_rate_limited_total',
  help: 'Calls refused because their session, intake key or address made too many',
  labelNames: ['caller'],
})

/** The same limiter, which also counts each refusal by the kind of caller. */
export function countingRefusals(limiter: RateLimiter): RateLimiter {
  const count = (kind: CallerKind, caller: string) => {
    const allowance = limiter.count(kind, caller)
    if (allowance.retryAfterSeconds > 0) limitedCalls.labels(kind).inc()
    return allowance
  }
  return { ...limiter, count }
}

/** Serves /metrics on a separate port, so that metrics are not public. Throws a ConfigError if the port is taken. */
export function serveMetrics(
  port: number,
  host: string,
  { measure }: Pick<OpenDatabase, 'measure'>,
): Promise<Server> {
  collectDefaultMetrics()
  if (measure) gaugeEngine(measure)
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': register.contentType }).end(await register.metrics())
  })
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new ConfigError('The port is already in use. Set METRICS_PORT to another one')
          : error,
      ),
    )
    server.listen(port, host, () => resolve(server))
  })
}

/** Reports the share of the embedded engine in the memory of this process. */
function gaugeEngine(measure: NonNullable<OpenDatabase['measure']>): void {
  const heap = new Gauge({
    name: 'embedded_engine_heap_bytes',
    help: 'JavaScript heap of the thread of the embedded engine',
  })
  new Gauge({
    name: 'embedded_engine_memory_bytes',
    help: 'Memory of the embedded engine with its buffers; it never shrinks',
    async collect() {
      const memory = await measure()
      this.set(memory.engine)
      heap.set(memory.heap)
    },
  })
}
