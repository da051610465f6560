import type { IncomingHttpHeaders } from 'node:http'

const speculative = /prefetch|prerender|preview/i

/**
 * True for a request that a browser makes without its user's deliberate act in our own screens: a navigation, a
 * picture, another site, a prefetch. Without Sec-Fetch headers (curl, servers) nothing is known, and it passes: the
 * credential is a header that only our client sends.
 */
export function isForeignOrSpeculative(
  headers: IncomingHttpHeaders,
  allowedOrigins: readonly string[],
): boolean {
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']]
  if (purposes.some((purpose) => speculative.test(String(purpose ?? '')))) return true
  const site = headers['sec-fetch-site']
  const mode = headers['sec-fetch-mode']
  const dest = headers['sec-fetch-dest']
  const isAllowedOrigin = headers.origin !== undefined && allowedOrigins.includes(headers.origin)
  if (site !== undefined && site !== 'same-origin' && !isAllowedOrigin) return true
  if (mode !== undefined && mode !== 'cors' && mode !== 'same-origin') return true
  return dest !== undefined && dest !== 'empty'
}
