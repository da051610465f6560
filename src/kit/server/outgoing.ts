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
  /** Why nothing is read from this address where only these hosts are allowed, for a person; null where nothing speaks against it. */
  whyNotFrom(url: string, hosts: readonly string[]): string | null
  /**
   * Reads an https address of one of these hosts, follows nothing, and answers its bytes. Throws, in words for a person,
   * where the address is refused, the answer is another than 200, has more than `maxBytes`, or does not come in time.
   */
  get(url: string, limits: { hosts: readonly string[]; maxBytes: number }): Promise<Buffer>
}

const longestMs = 10_000
const mostRead = 1_024
const globalIpv6 = ipaddr.parseCIDR('2000::/3')
const notPublic = 'This address is not a public one'

/**
 * Outgoing calls with a guard. Each address that a name resolves to is tested by the look-up of the connection itself, so
 * that a name that answers otherwise the second time gains nothing. `privateHosts` are `host:port` that are exempt, and
 * `namedIn` is the setting that names them, for the refusal.
 */
export function guardedOutgoing(
  privateHosts: readonly string[],
  {
    lookup = systemLookup as LookupFunction,
    namedIn = 'the configuration',
  }: { lookup?: LookupFunction; namedIn?: string } = {},
): Outgoing {
  const isExempt = (url: URL) => privateHosts.includes(`${url.hostname}:${portOf(url)}`)
  const whyNotUrl = (url: URL): string | null => {
    if (url.username || url.password) return 'An address must not hold a name or a password'
    if (!/^https?:$/.test(url.protocol)) return 'Write an address that begins with https://'
    if (isExempt(url)) return null
    if (url.protocol !== 'https:') return `Only https is called, except for hosts named in ${namedIn}`
    const port = portOf(url)
    if (port < 1_024 && port !== 443 && port !== 80) return 'This port belongs to another service'
    // A number in place of a name is never looked up.
    const host = url.hostname.replace(/^\[|\]$/g, '')
    return ipaddr.isValid(host) && !isPublic(host) ? notPublic : null
  }
  const whyNotFrom = (text: string, hosts: readonly string[]): string | null => {
    if (!URL.canParse(text)) return 'This is not an address'
    const url = new URL(text)
    const why = whyNotUrl(url)
    if (why) return why
    if (hosts.length === 0) return 'No host is allowed here'
    return isNamed(url, hosts) ? null : `The host ${url.hostname} is not allowed here`
  }
  return {
    whyNot: (text) => (URL.canParse(text) ? whyNotUrl(new URL(text)) : 'This is not an address'),
    async post(text, headers, body) {
      const url = new URL(text)
      const why = whyNotUrl(url)
      if (why) throw new Error(why)
      return send(url, headers, body, isExempt(url) ? lookup : onlyPublic(lookup))
    },
    whyNotFrom,
    async get(text, { hosts, maxBytes }) {
      const why = whyNotFrom(text, hosts)
      if (why) throw new Error(why)
      const url = new URL(text)
      return receive(url, isExempt(url) ? lookup : onlyPublic(lookup), maxBytes)
    },
  }
}

/** A host of the list with its port, if it has one of its own; `*.` before a name stands for every host below it. */
function isNamed({ host, hostname }: URL, hosts: readonly string[]): boolean {
  return hosts.some((allowed) =>
    allowed.startsWith('*.') ? hostname.endsWith(allowed.slice(1)) : host === allowed,
  )
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

/** The bytes behind an address: never more than were allowed are read, and none of another answer than 200. */
function receive(url: URL, lookup: LookupFunction, maxBytes: number): Promise<Buffer> {
  const request = url.protocol === 'https:' ? tlsRequest : plainRequest
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(longestMs)
    const fail = (error: Error) =>
      reject(signal.aborted ? new Error(`No answer within ${longestMs / 1_000} seconds`) : error)
    const asked = request(url, { method: 'GET', lookup, signal, agent: false }, (response) => {
      const give = (words: string) => {
        response.destroy()
        reject(new Error(words))
      }
      response.on('error', fail)
      const status = response.statusCode ?? 0
      if (status >= 300 && status < 400) return give('The address leads on to another one: write that one')
      if (status !== 200) return give(`The address answered ${status}`)
      const pieces: Buffer[] = []
      let read = 0
      response.on('data', (piece: Buffer) => {
        read += piece.length
        if (read > maxBytes) give(`What lies there has more than ${Math.floor(maxBytes / 1024 / 1024)} MB`)
        else pieces.push(piece)
      })
      response.on('end', () => resolve(Buffer.concat(pieces)))
    })
    asked.on('error', fail)
    asked.end()
  })
}

function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
}
