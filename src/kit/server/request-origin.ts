import type { IncomingHttpHeaders } from 'node:http'

const speculative = /prefetch|prerender|preview/i

/**
 * True for a request that a browser makes without a deliberate act of its user in our own screens: a navigation, a
 * picture, another site, a prefetch. An Origin that is neither our own nor allowed (including `null`) is foreign
 * regardless of the Sec-Fetch headers. A request without any of these headers (curl, servers) passes, because the
 * credential is a header that only our client sends.
 */
export function isForeignOrSpeculative(
  headers: IncomingHttpHeaders,
  origins: { own: string; allowed: readonly string[] },
): boolean {
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']]
  if (purposes.some((purpose) => speculative.test(String(purpose ?? '')))) return true
  const { origin } = headers
  const isAllowedOrigin = origin !== undefined && origins.allowed.includes(origin)
  if (origin !== undefined && origin !== origins.own && !isAllowedOrigin) return true
  const site = headers['sec-fetch-site']
  const mode = headers['sec-fetch-mode']
  const dest = headers['sec-fetch-dest']
  if (site !== undefined && site !== 'same-origin' && !isAllowedOrigin) return true
  if (mode !== undefined && mode !== 'cors' && mode !== 'same-origin') return true
  return dest !== undefined && dest !== 'empty'
}
