import { lookup as systemLookup } from 'node:dns'
import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Calls to addresses that people typed: nothing of this machine's own network is reached through them. */
export interface Outgoing {
  /** Why this address is never called, for a person to read; null where its form says nothing against it. */
  whyNot(url: string): string | null
  /** Posts, follows nothing, and answers the status. Throws where the address is refused or no answer came. */
  post(url: string, headers: Record<string, string>, body: string): Promise<number>
}

const longestMs = 10_000
const mostRead = 1_024
const globalIpv6 = ipaddr.parseCIDR('2000::/3')
const notPublic = 'This address is not a public one'

/**
 * Outgoing calls with a guard. Each address that a name resolves to is tested by the look-up of the connection itself, so
 * that a name that answers otherwise the second time gains nothing. `privateHosts` are `host:port` that are exempt.
 */
export function guardedOutgoing(
  privateHosts: readonly string[],
  lookup: LookupFunction = systemLookup as LookupFunction,
): Outgoing {
  const isExempt = (url: URL) => privateHosts.includes(`${url.hostname}:${portOf(url)}`)
  const whyNotUrl = (url: URL): string | null => {
    if (url.username || url.password) return 'An address must not hold a name or a password'
    if (!/^https?:$/.test(url.protocol)) return 'Write an address that begins with https://'
    if (isExempt(url)) return null
    if (url.protocol !== 'https:')
      return 'Only https is called, except for hosts named in WEBHOOK_PRIVATE_HOSTS'
    const port = portOf(url)
    if (port < 1_024 && port !== 443 && port !== 80) return 'This port belongs to another service'
    // A number in place of a name is never looked up.
    const host = url.hostname.replace(/^\[|\]$/g, '')
    return ipaddr.isValid(host) && !isPublic(host) ? notPublic : null
  }
  return {
    whyNot: (text) => (URL.canParse(text) ? whyNotUrl(new URL(text)) : 'This is not an address'),
    async post(text, headers, body) {
      const url = new URL(text)
      const why = whyNotUrl(url)
      if (why) throw new Error(why)
      return send(url, headers, body, isExempt(url) ? lookup : onlyPublic(lookup))
    },
  }
}

/** True for an address of the public internet alone; an IPv4 address inside of an IPv6 one counts as what it is. */
function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(globalIpv6)
}

/** The same look-up, refused as a whole when one of its addresses is not public. */
function onlyPublic(lookup: LookupFunction): LookupFunction {
  return (name, options, callback) =>
    lookup(name, options, (error, found, family) => {
      if (error) return callback(error, found, family)
      const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found]
      const isFit = addresses.length > 0 && addresses.every((one) => ipaddr.isValid(one) && isPublic(one))
      if (isFit) callback(null, found, family)
      else callback(new Error(notPublic), found, family)
    })
}

function send(
  url: URL,
  headers: Record<string, string>,
  body: string,
  lookup: LookupFunction,
): Promise<number> {
  const request = url.protocol === 'https:' ? tlsRequest : plainRequest
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(longestMs)
    const sent = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        lookup,
        signal,
        // A connection of its own: one that was kept open was tested for another name or time.
        agent: false,
      },
      (response) => {
        resolve(response.statusCode ?? 0)
        let read = 0
        response.on('error', () => {})
        response.on('data', (chunk: Buffer) => {
          read += chunk.length
          if (read > mostRead) response.destroy()
        })
      },
    )
    sent.on('error', (error) =>
      reject(signal.aborted ? new Error(`No answer within ${longestMs / 1_000} seconds`) : error),
    )
    sent.end(body)
  })
}

function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
}
