import type { FastifyInstance } from 'fastify'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Route } from './implement.ts'

/** The methods of a path, given by its parts; `:id` matches any value. */
interface KnownPath {
  parts: string[]
  methods: Set<string>
}

/**
 * Answers every HTTP method that Node parses but a path does not support with 405 and Allow, on API calls and all other
 * paths. OPTIONS requests other than a browser preflight get 204 and Allow. Must be called before the routes are
 * mounted.
 */
export function answerAnyMethod(app: FastifyInstance): void {
  const known = new Map<string, KnownPath>()
  app.addHook('onRoute', ({ url, method, config }) => {
    if (url.includes('*') || config?.isOtherMethod) return
    const parts = url.split('/').map((part) => (part.startsWith(':') ? ':' : part))
    const path = known.get(parts.join('/')) ?? { parts, methods: new Set() }
    for (const one of [method].flat()) path.methods.add(one)
    known.set(parts.join('/'), path)
  })
  app.addHook('onRequest', async (request, reply) => {
    const { method, headers } = request
    const isIdle = method === 'OPTIONS' && !(headers.origin && headers['access-control-request-method'])
    if (!isIdle && !request.is404) return
    const allow = methodsOf(known, request.url.split('?', 1)[0] ?? '')
    // Refused before the body is read. A GET may still match a screen.
    if (!allow && method !== 'GET') throw new Refusal('not-found', 'There is nothing at this path')
    if (isIdle && allow) {
      return reply.status(204).header('allow', allow.join(', ')).header('cache-control', 'no-store').send()
    }
    if (allow && !allow.includes(method)) throw wrongMethod(allow)
  })
}

/**
 * Mounts a refusal (wrong-method) for a method that a spelled-out path lacks but the same path with an id in its place
 * has: the router would take the word for the id. `answerAnyMethod` refuses every other method without a route.
 */
export function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  const known = new Map<string, KnownPath & { path: string }>()
  for (const { endpoint } of routes) {
    const { path, method } = endpoint
    const parts = path.split('/').map((part) => (part.startsWith(':') ? ':' : part))
    const found = known.get(parts.join('/')) ?? { path, parts, methods: new Set() }
    found.methods.add(method)
    known.set(parts.join('/'), found)
  }
  for (const { path, parts, methods } of known.values()) {
    const taken = [...known.values()].filter((other) => other.parts !== parts && fits(other.parts, parts))
    const others = new Set(taken.flatMap((other) => [...other.methods]).filter((one) => !methods.has(one)))
    if (others.size === 0) continue
    const allow = [...methods]
    app.route({
      method: [...others],
      url: path,
      exposeHeadRoute: false,
      config: { isOtherMethod: true },
      onRequest: async () => {
        throw wrongMethod(allow)
      },
      handler: () => {},
    })
  }
}

function wrongMethod(allow: string[]): Refusal {
  return new Refusal('wrong-method', `This path answers ${allow.join(' and ')}`, { allow })
}

/** The methods of the path that matches this address. A literal part takes precedence over a parameter. */
function methodsOf(known: ReadonlyMap<string, KnownPath>, address: string): string[] | null {
  const asked = address.split('/')
  let best: KnownPath | null = null
  for (const path of known.values()) {
    const { parts } = path
    if (fits(parts, asked) && (!best || isMoreExact(parts, best.parts))) best = path
  }
  return best && [...best.methods]
}

function fits(parts: readonly string[], asked: readonly string[]): boolean {
  return parts.length === asked.length && parts.every((part, at) => part === ':' || part === asked[at])
}

function isMoreExact(parts: string[], others: string[]): boolean {
  const at = parts.findIndex((part, index) => part !== others[index])
  return parts[at] !== ':'
}
