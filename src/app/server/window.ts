import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { confirmPath, unsubscribePath } from '#features/subscribers/screen-contract.ts'
import type { Asked, ShopRenderer } from '#features/window/contract.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { type DocumentFiles, frameDocument, shopDocument } from './window-document.ts'

export interface WindowParts {
  /** Of the build. */
  directory: string
  /** Whether shoppers get the shop, and not only staff its previews. */
  isServed: boolean
  publicUrl: string
  /** Where shoppers find the shop; null where that is not known. */
  shopUrl: string | null
}

const base = '/shop'
/** How many drawn pages are kept, each for as long as the answers that it was drawn from stay the same, the last asked for. */
const keptPages = 100

/**
 * Serves the shop window: the pages of the example shop where it is wanted, previews for holders of a link, and the
 * document in which the back office draws previews. Every page is drawn from the public calls, asked as any shop would ask
 * them, so that nothing can be shown that they do not answer. Without a build nothing is served.
 */
export async function mountWindow(app: FastifyInstance, parts: WindowParts): Promise<void> {
  const manifest = join(parts.directory, 'window', '.vite', 'manifest.json')
  if (!existsSync(manifest)) return
  const entries: Record<string, Chunk> = JSON.parse(readFileSync(manifest, 'utf8'))
  const renderer = rendererIn(parts.directory)
  await app.register(serveStatic, {
    root: join(parts.directory, 'window', 'assets'),
    prefix: `${base}/assets/`,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    index: false,
    decorateReply: false,
    // A sandboxed preview has an origin of its own, to which these files are foreign.
    setHeaders: (reply) => {
      reply.header('access-control-allow-origin', '*')
    },
  })
  const frame = frameDocument(filesOf(entries, 'preview.tsx'))
  app.get(`${base}/preview-frame`, { exposeHeadRoute: false }, async (_request, reply) =>
    reply.headers(frameHeaders).type('text/html; charset=utf-8').send(frame),
  )
  const draw = pagesOf(app, renderer, parts, filesOf(entries, 'shop.tsx'))
  const shared = async (
    request: FastifyRequest<{ Params: { token: string; '*'?: string } }>,
    reply: FastifyReply,
  ) => {
    const { token, '*': rest } = request.params
    const path = rest === undefined ? '' : `/${rest}`
    const document = await draw(request, {
      base: `${base}/preview/${encodeURIComponent(token)}`,
      path,
      token,
    })
    return send(request, reply.header('x-robots-tag', 'noindex'), document, 'no-store')
  }
  app.get(`${base}/preview/:token`, { exposeHeadRoute: false }, shared)
  app.get(`${base}/preview/:token/*`, { exposeHeadRoute: false }, shared)
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!parts.isServed) throw new Refusal('not-found', 'There is nothing at this path')
    const path = (request.url.split('?', 1)[0] ?? '').slice(base.length)
    if (path.length > 1 && path.endsWith('/')) return reply.redirect(base + path.replace(/\/+$/, ''), 301)
    const document = await draw(request, { base, path: path === '/' ? '' : path, token: null })
    return send(
      request,
      reply,
      document,
      // Pages show prices, which hold for a minute.
      document.status === 200 ? 'public, max-age=60' : 'no-store',
    )
  }
  const mailPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = (request.url.split('?', 1)[0] ?? '').slice(base.length)
    // Without an example shop the page leads to the real one.
    const at = parts.isServed ? base : (parts.shopUrl ?? base)
    const document = await draw(request, { base: at, path, token: null })
    return send(request, reply.header('x-robots-tag', 'noindex'), document, 'no-store')
  }
  for (const path of [confirmPath, unsubscribePath]) app.get(path, { exposeHeadRoute: false }, mailPage)
  // Mail programs that do not know one click open the same address as a page.
  app.get<{ Params: { token: string } }>(
    '/api/mail/unsubscribe/:token',
    { exposeHeadRoute: false },
    async (request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .redirect(`${unsubscribePath}?token=${encodeURIComponent(request.params.token)}`, 303),
  )
  app.get(base, { exposeHeadRoute: false }, page)
  app.get(`${base}/*`, { exposeHeadRoute: false }, page)
}

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}

/** The files that an entry needs before it runs; what it imports is begun with it. */
function filesOf(manifest: Record<string, Chunk>, entry: string): DocumentFiles {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const take = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`nothing was built of ${key}`)
    if (scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    for (const style of chunk.css ?? []) styles.add(style)
    for (const imported of chunk.imports ?? []) take(imported)
  }
  take(entry)
  const addresses = (files: Set<string>) => [...files].map((file) => `${base}/${file}`)
  return { scripts: addresses(scripts), styles: addresses(styles) }
}

/** The built renderer, loaded with the first page: a start does not wait for it. */
function rendererIn(directory: string): () => Promise<ShopRenderer> {
  let loaded: Promise<ShopRenderer> | null = null
  return () => {
    loaded ??= import(/* @vite-ignore */ pathToFileURL(join(directory, 'window-server', 'draw.js')).href)
    return loaded as Promise<ShopRenderer>
  }
}

interface ShopDocument {
  status: number
  location?: string
  html: string
  styles: string
}

interface Wanted {
  base: string
  path: string
  token: string | null
}

/**
 * Draws pages. The calls are asked within the process for the address that asks for the page, so that its caller's limit
 * counts them; a page whose answers have not changed is not drawn again.
 */
function pagesOf(
  app: FastifyInstance,
  renderer: () => Promise<ShopRenderer>,
  { publicUrl: origin, shopUrl }: WindowParts,
  files: DocumentFiles,
) {
  const kept = new Map<string, { key: string; document: ShopDocument; urls: string[] }>()
  const keep = (name: string, page: { key: string; document: ShopDocument; urls: string[] }) => {
    kept.delete(name)
    kept.set(name, page)
    const [oldest] = kept.keys()
    if (kept.size > keptPages && oldest !== undefined) kept.delete(oldest)
  }
  return async (request: FastifyRequest, wanted: Wanted): Promise<ShopDocument> => {
    const { placeOf, drawShop } = await renderer()
    const { base, path, token } = wanted
    const place = placeOf(base, path, request.url.split('?', 2)[1] ?? '')
    const asked = new Map<string, Asked>()
    const ask = async (url: string) => {
      const answer = asked.get(url) ?? (await askWithin(app, url, request.ip))
      asked.set(url, answer)
      return answer
    }
    // By the page that is meant, not by all that may stand in an address; what was searched for has no end.
    const name = token === null && !place.q ? JSON.stringify(place) : null
    const known = name === null ? undefined : kept.get(name)
    if (name !== null && known && keyOf(await Promise.all(known.urls.map(ask))) === known.key) {
      keep(name, known)
      return known.document
    }
    const shop = token === null && shopUrl !== null ? shopUrl : origin + base
    const drawn = await drawShop({ place, token, origin, shop }, ask)
    if (drawn.status === 301) return { ...drawn, html: '', styles: '' }
    const document = { status: drawn.status, html: shopDocument(drawn, files), styles: drawn.styles }
    const key = keyOf([...asked.values()])
    if (name !== null && key !== null && drawn.status === 200)
      keep(name, { key, document, urls: [...asked.keys()] })
    return document
  }
}

/** What tells answers from others; null if one of them does not say it. */
function keyOf(answers: readonly Asked[]): string | null {
  return answers.every(({ etag }) => etag) ? answers.map(({ etag }) => etag).join(' ') : null
}

async function askWithin(app: FastifyInstance, url: string, remoteAddress: string): Promise<Asked> {
  const { statusCode, headers, body } = await app.inject({
    method: 'GET',
    url,
    remoteAddress,
    headers: { accept: 'application/json', 'accept-encoding': 'identity' },
  })
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  if (statusCode >= 500 || statusCode === 429) {
    const details = { retryAfterSeconds: Number(headers['retry-after']) || 2 }
    throw new Refusal(
      statusCode === 429 ? 'too-many' : 'unavailable',
      'The shop does not answer. Try again in a moment',
      details,
    )
  }
  return {
    status: statusCode,
    etag: text(headers.etag),
    expires: text(headers.expires),
    body: JSON.parse(body),
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')

/**
 * A page may load its own scripts, styles and pictures and ask the public calls; the colours that the content gives are
 * admitted by their hash. Nothing is ever written as HTML by a script, so that no policy for it is needed.
 */
function policyOf(styles: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${styles ? ` 'sha256-${hashOf(styles)}'` : ''}`,
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

const frameHeaders = {
  'content-security-policy': [
    'sandbox allow-scripts',
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'x-frame-options': 'SAMEORIGIN',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-cache',
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, location, html, styles }: ShopDocument,
  caching: string,
) {
  if (location) return reply.header('cache-control', 'no-cache').redirect(location, status)
  // Weak, because the same page leaves in several encodings.
  const etag = `W/"${hashOf(html).slice(0, 27)}"`
  void reply
    .status(status)
    .header('content-security-policy', policyOf(styles))
    .header('cache-control', caching)
    .header('etag', etag)
  if (status === 200 && request.headers['if-none-match'] === etag) return reply.status(304).send()
  return reply.type('text/html; charset=utf-8').send(html)
}
