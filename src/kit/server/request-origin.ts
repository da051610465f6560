import type { IncomingHttpHeaders } from 'node:http'

const speculative = /prefetch|prerender|preview/i

/**
 * True for a request that a browser makes without its user's deliberate act in our own screens: a navigation, a
 * picture, another site, a prefetch. An Origin that is neither our own nor allowed counts by itself, `null` among them,
 * whatever the Sec-Fetch headers say beside it. Without any of these (curl, servers) nothing is known, and it passes: the
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
