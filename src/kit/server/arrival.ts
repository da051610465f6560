import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file, which may take longer to arrive as long as it keeps arriving. */
    takesFile?: boolean
  }
}

/** How long a request may take to arrive, in milliseconds. */
export interface ArrivalLimits {
  /** The head of a request, from the opening of its connection or the end of the request before. */
  headMs: number
  /** A whole body that is not a file. */
  bodyMs: number
  /** What a file must bring in each window: a sheet of 50 MB passes on the slowest line that still is one. */
  file: { windowMs: number; bytesPerSecond: number }
  /** How often requests that are still arriving are looked at. */
  lookEveryMs: number
}

export const arrivalLimits: ArrivalLimits = {
  headMs: 20_000,
  bodyMs: 55_000,
  file: { windowMs: 30_000, bytesPerSecond: 8 * 1024 },
  lookEveryMs: 2_500,
}

/**
 * Ends requests whose body drips or stands still: `end` gets the socket of one that was not answered. Node's own limit
 * for a whole request is one time for all, and must be as long as the largest file on the slowest line.
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
      // Who was answered before the body had arrived has no reason to go on sending, file or not.
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
      // The answer has a second to leave; a caller who never reads it must not keep the connection.
      setTimeout(() => socket.destroy(), 1_000).unref()
      return true
    })
  })
  const timer = setInterval(() => {
    for (const hasEnded of arriving) if (hasEnded()) arriving.delete(hasEnded)
  }, limits.lookEveryMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
