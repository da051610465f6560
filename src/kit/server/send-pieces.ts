import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Streams pieces as they are made. The first piece is made before the head is sent, so that a refusal still becomes an
 * error answer. A later fault destroys the socket, so that a truncated answer cannot pass for a complete one.
 */
export async function sendPieces(
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Record<string, string>,
  made: AsyncGenerator<string | Buffer>,
) {
  const first = await made.next()
  async function* pieces() {
    try {
      for (let next = first; !next.done; next = await made.next()) yield next.value
    } finally {
      // Stops reading when the client disconnects.
      await made.return(undefined)
    }
  }
  const stream = Readable.from(pieces())
  stream.on('error', (error) => {
    request.log.error({ err: error }, 'an answer broke off')
    request.raw.socket.destroy()
  })
  return reply.headers(headers).send(stream)
}
