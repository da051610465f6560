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
 * Mounts, beside each path of the calls, a refusal (wrong-method) for the usual methods that the path does not support.
 */
export function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  const methodsOfShape = new Map<string, Set<string>>()
  for (const { endpoint } of routes) {
    const shape = endpoint.path.replace(/:\w+/g, ':x')
    methodsOfShape.set(shape, (methodsOfShape.get(shape) ?? new Set()).add(endpoint.method))
  }
  const paths = new Map(routes.map(({ endpoint }) => [endpoint.path.replace(/:\w+/g, ':x'), endpoint.path]))
  for (const [shape, path] of paths) {
    const allow = [...(methodsOfShape.get(shape) ?? [])]
    const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      (method) => !allow.includes(method),
    )
    app.route({
      method: others,
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
    const fits =
      parts.length === asked.length && parts.every((part, at) => part === ':' || part === asked[at])
    if (fits && (!best || isMoreExact(parts, best.parts))) best = path
  }
  return best && [...best.methods]
}

function isMoreExact(parts: string[], others: string[]): boolean {
  const at = parts.findIndex((part, index) => part !== others[index])
  return parts[at] !== ':'
}
