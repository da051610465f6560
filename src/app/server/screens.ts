import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#kit/contract/refusal.ts'

/**
 * Serves the built screens: hashed files are cached forever, and every other path that a browser navigates to gets the
 * one document; any other request is refused (not-found). Without a build, only the calls are served. `sendIcon` sends the
 * icon of the shop, and false if the shop has none.
 */
export async function mountScreens(
  app: FastifyInstance,
  directory: string,
  sendIcon: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>,
): Promise<void> {
  const path = join(directory, 'index.html')
  const documents = existsSync(path) ? documentsOf(readFileSync(path, 'utf8'), directory) : null
  if (documents) {
    // A page that was loaded before the product was updated learns of it with its next answer. Shoppers have no such page.
    app.addHook('onRequest', async ({ url }, reply) => {
      if (/^\/api\/(?!storefront\/)/.test(url)) void reply.header('x-build', documents.build)
    })
    await app.register(serveStatic, {
      root: join(directory, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '365d',
      preCompressed: true,
      index: false,
      decorateReply: false,
    })
    // The document references its icon without a hash.
    app.get('/icon.png', { exposeHeadRoute: false }, async (request, reply) => {
      if (await sendIcon(request, reply)) return reply
      return reply
        .type('image/png')
        .header('cache-control', 'public, max-age=60, stale-while-revalidate=86400')
        .send(readFileSync(join(directory, 'icon.png')))
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const wanted = request.url.split('?', 1)[0] ?? ''
    const isScreen =
      request.method === 'GET' && !/^\/(api|assets|media|shop)(\/|$)/.test(wanted) && !/\.\w+$/.test(wanted)
    if (!documents || !isScreen) throw new Refusal('not-found', 'There is nothing at this path')
    return sendDocument(reply, documents.of(wanted), documents.script)
  })
}

/**
 * The document of each screen, which names what the screen loads and asks for first, and the hash of the one script that the
 * document itself contains.
 */
function documentsOf(
  built: string,
  directory: string,
): { of(path: string): string; script: string; build: string } {
  const build = createHash('sha256').update(built).digest('hex').slice(0, 16)
  const written = built.replace('__BUILD__', build)
  const script = /<script data-first="">([\s\S]*?)<\/script>/.exec(written)?.[1] ?? ''
  const hash = createHash('sha256').update(script).digest('base64')
  const loads: Record<string, unknown> = JSON.parse(
    readFileSync(join(directory, '.vite', 'first-loads.json'), 'utf8'),
  )
  const withFirst = (first: unknown) =>
    written.replace(
      'data-first=""',
      () => `data-first="${JSON.stringify(first).replace(/&/g, '&amp;').replace(/"/g, '&quot;')}"`,
    )
  const byPath = new Map(Object.entries(loads).map(([path, first]) => [path, withFirst(first)]))
  return { of: (path) => byPath.get(path) ?? written, script: hash, build }
}

/**
 * Sends the document with a new nonce per answer. Mantine writes style elements at run time, and a strict policy allows
 * only those with the nonce. Scripts come only from our own files, and the one in the document is admitted by its hash;
 * everything written as HTML passes a sanitising policy.
 */
function sendDocument(reply: FastifyReply, document: string, scriptHash: string) {
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'sha256-${scriptHash}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    // A screenshot of the page is drawn from a data address: from a blob address the browser would not hand its pixels out.
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    // Previews of the shop window, each in a sandbox.
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types default dompurify',
  ].join('; ')
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(document.replaceAll('__CSP_NONCE__', nonce))
}
