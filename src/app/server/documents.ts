import type { FastifyInstance } from 'fastify'
import { events, testEvent, testKind } from '#features/webhooks/events-contract.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { FileStore } from '#kit/server/files.ts'
import { narrowWidths, readNarrow } from '#kit/server/images.ts'
import type { Route } from '#kit/server/implement.ts'
import { openApiOf } from '#kit/server/openapi.ts'
import { docsPage, docsStyle } from './docs-page.ts'

const eventRules =
  'Sent as Standard Webhooks 1.0 to each endpoint that subscribes to the kind of event: at least once, with the same webhook-id ' +
  'in each attempt, and in no promised order. The data has ids and statuses; more is answered by the calls of the intake. What ' +
  'these calls name seller_id is vendor_id in the events about vendors. A decision that can be undone is reported when it no longer can.'

/** Paths that are neither calls nor screens: the OpenAPI document, its readable page, and public pictures. */
export function mountDocuments(app: FastifyInstance, routes: readonly Route[], files: FileStore): void {
  // Generated on the first request, because generating it at startup would make every start a tenth longer.
  // The texts are kept, because anybody may ask for them and writing some megabytes again holds up everybody else.
  let made: { json: string; page: string } | null = null
  const texts = () => {
    if (made) return made
    const kinds = { ...events, [testKind]: testEvent }
    const document = openApiOf(routes, 'Munshi', '0.1.0', { rules: eventRules, kinds })
    made = { json: JSON.stringify(document), page: docsPage(document) }
    return made
  }
  app.get('/api/openapi.json', { exposeHeadRoute: false }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(texts().json),
  )
  app.get('/api/docs', { exposeHeadRoute: false }, async (_request, reply) =>
    reply
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'",
      )
      .type('text/html; charset=utf-8')
      .send(texts().page),
  )
  app.get('/api/docs.css', { exposeHeadRoute: false }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(docsStyle),
  )
  app.get<{ Params: { name: string } }>(
    '/media/:name',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { name } = request.params
      // The name is a content hash, so no other file can be reached, and the content never changes.
      const [, media, width] = /^([0-9a-f]{64})(?:-(\d{2,4}))?\.webp$/.exec(name) ?? []
      const narrow = narrowWidths.find((one) => String(one) === width)
      const isKept = media && (width === undefined || width === '96')
      const file =
        media && narrow
          ? await readNarrow(files, media, narrow)
          : isKept
            ? await files.read(`media/${name}`)
            : null
      if (!file) throw new Refusal('not-found', 'There is no such picture')
      return (
        reply
          .type('image/webp')
          .header('cache-control', 'public, max-age=31536000, immutable')
          .header('content-length', file.bytes)
          // A sandboxed preview of the shop shows them too, and has an origin of its own.
          .header('cross-origin-resource-policy', 'cross-origin')
          .send(file.stream)
      )
    },
  )
}
