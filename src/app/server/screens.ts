import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '#kit/contract/refusal.ts'

/** Files that the document references without a hash, with their types. */
const unhashed = { 'icon.png': 'image/png', 'look.js': 'text/javascript; charset=utf-8' }

/**
 * Serves the built screens: hashed files are cached forever, and every other path that a browser navigates to gets the
 * one document; any other request is refused (not-found). Without a build, only the calls are served.
 */
export async function mountScreens(app: FastifyInstance, directory: string): Promise<void> {
  const path = join(directory, 'index.html')
  const document = existsSync(path) ? readFileSync(path, 'utf8') : null
  if (document) {
    await app.register(serveStatic, {
      root: join(directory, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '365d',
      preCompressed: true,
      index: false,
      decorateReply: false,
    })
    for (const [name, type] of Object.entries(unhashed)) {
      app.get(`/${name}`, { exposeHeadRoute: false }, async (_request, reply) =>
        reply
          .type(type)
          .header('cache-control', 'public, max-age=86400')
          .send(readFileSync(join(directory, name))),
      )
    }
  }
  app.setNotFoundHandler((request, reply) => {
    const wanted = request.url.split('?', 1)[0] ?? ''
    const isScreen =
      request.method === 'GET' && !/^\/(api|assets|media)(\/|$)/.test(wanted) && !/\.\w+$/.test(wanted)
    if (!document || !isScreen) throw new Refusal('not-found', 'There is nothing at this path')
    return sendDocument(reply, document)
  })
}

/**
 * Sends the document with a new nonce per answer. Mantine writes style elements at run time, and a strict policy allows
 * only those with the nonce. Scripts come only from our own files, and everything written as HTML passes a sanitising
 * policy.
 */
function sendDocument(reply: FastifyReply, document: string) {
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' blob:",
    "connect-src 'self'",
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
    .send(document.replace('__CSP_NONCE__', nonce))
}
