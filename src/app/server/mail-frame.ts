import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** Draws the mail that the screen around it sends, tells its height, and follows no link. */
const script = `
addEventListener('message', (event) => {
  if (event.source !== parent || !event.data || event.data.type !== 'munshi:mail') return
  const shown = new DOMParser().parseFromString(event.data.html, 'text/html')
  document.replaceChild(document.adoptNode(shown.documentElement), document.documentElement)
  tell()
  for (const picture of document.images) picture.addEventListener('load', tell)
})
addEventListener('click', (event) => event.preventDefault())
addEventListener('resize', () => tell())
function tell() {
  const { body } = document
  if (body) parent.postMessage({ type: 'munshi:mail-height', height: Math.ceil(body.getBoundingClientRect().height) }, '*')
}
parent.postMessage({ type: 'munshi:mail-ready' }, '*')
`
const document = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mail</title></head><body><script>${script}</script></body></html>`
const policy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  // Mails carry their styles in their elements.
  "style-src 'unsafe-inline'",
  "img-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** The empty page in which previews of mails are drawn: it has no origin, no storage and no way out, and runs only its own script. */
export function mountMailFrame(app: FastifyInstance): void {
  app.get('/mail-frame', (_, reply) =>
    reply
      .header('content-security-policy', policy)
      .header('x-frame-options', 'SAMEORIGIN')
      .header('x-robots-tag', 'noindex')
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(document),
  )
}
