import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type IconFile, readIcon, readManifest, readOwnIcon } from '#features/branding/server/icon-reader.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { type Context, readingContext, type Services } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'

interface Parts {
  db: Database
  services: Services
}

const yearSeconds = 31_536_000
/** What has no hash in its path is looked at again after a minute, as all public answers are. */
const freshSeconds = 60

/** The icons and the web manifest of the shop, made of its favicon, and the logo that mails show. */
export function mountIcons(app: FastifyInstance, parts: Parts): void {
  const contextOf = (request: FastifyRequest): Context =>
    readingContext({ ...parts, actor: { kind: 'nobody' }, requestId: request.id })
  for (const path of ['/favicon-:name', '/logo-:name']) {
    app.get(path, { exposeHeadRoute: false }, async (request, reply) => {
      const file = await readIcon(contextOf(request), request.url.split('?', 1)[0] ?? '')
      if (!file) throw new Refusal('not-found', 'There is no such picture')
      return sendIcon(request, reply, file)
    })
  }
  app.get('/shop/manifest.webmanifest', { exposeHeadRoute: false }, async (request, reply) => {
    const file = await readManifest(contextOf(request))
    if (!file) throw new Refusal('not-found', 'The address of the shop is not known')
    return sendIcon(request, reply, file)
  })
}

/** Sends the favicon of the shop as the icon of the back office; false if the shop has none. */
export async function sendOwnIcon(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Parts,
): Promise<boolean> {
  const file = await readOwnIcon(
    readingContext({ ...parts, actor: { kind: 'nobody' }, requestId: request.id }),
  )
  if (file) sendIcon(request, reply, file)
  return file !== null
}

function sendIcon(request: FastifyRequest, reply: FastifyReply, file: IconFile): FastifyReply {
  const etag = `"${createHash('sha256').update(file.bytes).digest('base64url')}"`
  void reply
    .header('etag', etag)
    .header(
      'cache-control',
      file.isImmutable
        ? `public, max-age=${yearSeconds}, immutable`
        : `public, max-age=${freshSeconds}, stale-while-revalidate=86400`,
    )
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  return reply.type(file.mediaType).send(file.bytes)
}
