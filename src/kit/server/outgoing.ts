import { lookup as systemLookup } from 'node:dns'
import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** HTTP calls to addresses that people entered. They can never reach this machine's own network. */
export interface Outgoing {
  /** The reason why this address is never called, shown to people; null if the form of the address is acceptable. */
  whyNot(url: string): string | null
  /**
   * Sends a POST without following redirects and returns the status. Throws if the address is refused or no answer
   * came.
   */
  post(url: string, headers: Record<string, string>, body: string): Promise<number>
  /**
   * The reason why this address cannot be read when only these hosts are allowed, shown to people; null if the address
   * is acceptable.
   */
  whyNotFrom(url: string, hosts: readonly string[]): string | null
  /**
   * Reads an https address on one of these hosts without following redirects and returns its bytes. Throws, with a
   * message for people, if the address is refused, the status is not 200, the answer exceeds `maxBytes`, or the answer
   * does not come in time.
   */
  get(url: string, limits: { hosts: readonly string[]; maxBytes: number }): Promise<Buffer>
  /** Why a link to this address leads nowhere, in words; null if something answers there, a redirect included. */
  whyDead(url: string): Promise<string | null>
}

const longestMs = 10_000
const mostRead = 1_024
const globalIpv6 = ipaddr.parseCIDR('2000::/3')
const notPublic = 'This address is not public'

/**
 * Guarded outgoing calls. The connection's own DNS lookup checks each address that a name resolves to, so that a name
 * that resolves differently the second time gains nothing. `privateHosts` are exempt, given as `host:port`, and
 * `namedIn` is the setting that lists them, for the refusal.
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
    if (url.username || url.password) return 'An address must not contain a user name or password'
    if (!/^https?:$/.test(url.protocol)) return 'Write an address that begins with https://'
    if (isExempt(url)) return null
    if (url.protocol !== 'https:') return `Only https is called, except for hosts named in ${namedIn}`
    const port = portOf(url)
    if (port < 1_024 && port !== 443 && port !== 80) return 'This port belongs to another service'
    // An IP address in place of a name is never looked up.
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
    async whyDead(text) {
      if (!URL.canParse(text)) return 'This is not an address'
      const url = new URL(text)
      const why = whyNotUrl(url)
      if (why) return url.protocol === 'http:' ? 'It does not begin with https://' : why
      try {
        const status = await look(url, isExempt(url) ? lookup : onlyPublic(lookup))
        return status === 404 || status === 410 || status >= 500 ? `It answered ${status}` : null
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    },
  }
}

/**
 * True if the host, including a non-default port, is on the list; `*.` before a name matches every host below that
 * name.
 */
function isNamed({ host, hostname }: URL, hosts: readonly string[]): boolean {
  return hosts.some((allowed) =>
    allowed.startsWith('*.') ? hostname.endsWith(allowed.slice(1)) : host === allowed,
  )
}

/** True only for an address of the public internet. An IPv4 address inside an IPv6 address is judged as IPv4. */
function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(globalIpv6)
}

/** The same lookup, which fails if any of the addresses is not public. */
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
        // Uses a new connection, because a reused connection was checked for another name or at another time.
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

/** Downloads the bytes at an address. Never reads more than the allowed bytes, and no body unless the status is 200. */
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
      if (status >= 300 && status < 400) return give('The address redirects to another address. Use that one')
      if (status !== 200) return give(`The address answered ${status}`)
      const pieces: Buffer[] = []
      let read = 0
      response.on('data', (piece: Buffer) => {
        read += piece.length
        if (read > maxBytes) give(`The file has more than ${Math.floor(maxBytes / 1024 / 1024)} MB`)
        else pieces.push(piece)
      })
      response.on('end', () => resolve(Buffer.concat(pieces)))
    })
    asked.on('error', fail)
    asked.end()
  })
}

/** The status that an address answers with, redirects among them. No body is read. */
function look(url: URL, lookup: LookupFunction): Promise<number> {
  const request = url.protocol === 'https:' ? tlsRequest : plainRequest
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(longestMs)
    const asked = request(url, { method: 'GET', lookup, signal, agent: false }, (response) => {
      resolve(response.statusCode ?? 0)
      response.on('error', () => {})
      response.destroy()
    })
    asked.on('error', (error) =>
      reject(signal.aborted ? new Error(`No answer within ${longestMs / 1_000} seconds`) : error),
    )
    asked.end()
  })
}

function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
}
