import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file, which may take longer to arrive as long as bytes keep coming. */
    takesFile?: boolean
  }
}

/** How long a request may take to arrive, in milliseconds. */
export interface ArrivalLimits {
  /** The request head, counted from the opening of the connection or the end of the previous request. */
  headMs: number
  /** The whole body, unless it is a file. */
  bodyMs: number
  /** The minimum rate of a file upload in each window, low enough for a sheet of 50 MB on the slowest usable line. */
  file: { windowMs: number; bytesPerSecond: number }
  /** How often requests that are still arriving are checked. */
  lookEveryMs: number
}

export const arrivalLimits: ArrivalLimits = {
  headMs: 20_000,
  bodyMs: 55_000,
  file: { windowMs: 30_000, bytesPerSecond: 8 * 1024 },
  lookEveryMs: 2_500,
}

/**
 * Ends requests whose body trickles or stalls. `end` receives the socket of a request that was not answered. Node has
 * only one timeout for all requests, which would have to allow for the largest file on the slowest line.
 */
export function limitArrival(
  app: FastifyInstance,
  limits: ArrivalLimits,
  end: (socket: Socket) => void,
): void {
  const arriving = new Set<() => boolean>()
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    const { socket } = raw
    const hasBody =
      Number(raw.headers['content-length']) > 0 || raw.headers['transfer-encoding'] !== undefined
    if (!hasBody) return
    const begun = performance.now()
    let windowBegun = begun
    let bytesBefore = socket.bytesRead
    const isTooSlow = (now: number) => {
      // A caller that was answered before the body arrived has no reason to keep sending, even a file.
      if (!request.routeOptions.config.takesFile || reply.raw.writableEnded)
        return now - begun > limits.bodyMs
      if (now - windowBegun < limits.file.windowMs) return false
      const bytes = socket.bytesRead - bytesBefore
      const isSlow = bytes < (limits.file.bytesPerSecond * (now - windowBegun)) / 1000
      windowBegun = now
      bytesBefore = socket.bytesRead
      return isSlow
    }
    arriving.add(() => {
      if (raw.complete || socket.destroyed) return true
      if (!isTooSlow(performance.now())) return false
      if (!reply.raw.headersSent) end(socket)
      // The answer gets one second to be sent. A caller that never reads must not keep the connection.
      setTimeout(() => socket.destroy(), 1_000).unref()
      return true
    })
  })
  const timer = setInterval(() => {
    for (const hasEnded of arriving) if (hasEnded()) arriving.delete(hasEnded)
  }, limits.lookEveryMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
