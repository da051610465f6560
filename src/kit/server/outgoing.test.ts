import { createServer, type Server } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { guardedOutgoing } from './outgoing.ts'

let receiver: Server
let connections = 0
let received: string[] = []
let answer: { status: number; headers?: Record<string, string>; body?: Buffer } = { status: 204 }

beforeAll(async () => {
  receiver = createServer((request, response) => {
    received.push(request.url ?? '')
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  receiver.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => receiver.close(resolve)))
beforeEach(() => {
  connections = 0
  received = []
  answer = { status: 204 }
})

describe('a name', () => {
  const answering = (...addresses: string[]): LookupFunction =>
    ((_name: string, options: { all?: boolean }, callback: (...given: unknown[]) => void) => {
      if (!options.all) return callback(null, addresses[0], addresses[0]?.includes(':') ? 6 : 4)
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    }) as never

  test.each([
    [['127.0.0.1']],
    [['10.1.2.3']],
    [['169.254.169.254']],
    [['fd00:ec2::254']],
    [['::ffff:127.0.0.1']],
    [['93.184.215.14', '127.0.0.1']],
  ])('that resolves to %j is not connected to', async (addresses) => {
    const { port } = receiver.address() as AddressInfo
    const outgoing = guardedOutgoing([], { lookup: answering(...addresses) })
    const url = `https://inside.example:${port}/hooks`
    expect(outgoing.whyNot(url)).toBeNull()
    await expect(outgoing.post(url, {}, '{}')).rejects.toThrow('This address is not public')
    expect(connections).toBe(0)
  })

  test('that answers differently the second time gains nothing: each connection looks the name up and tests the address it uses', async () => {
    const { port } = receiver.address() as AddressInfo
    let asked = 0
    const outgoing = guardedOutgoing([], {
      lookup: (name, options, callback) => {
        asked += 1
        answering('127.0.0.1')(name, options, callback)
      },
    })
    for (let n = 0; n < 2; n += 1) {
      await expect(outgoing.post(`https://inside.example:${port}/`, {}, '{}')).rejects.toThrow('public')
    }
    expect(asked).toBe(2)
    expect(connections).toBe(0)
  })

  test('that is exempt with its port is called, and with another port is not', async () => {
    const { port } = receiver.address() as AddressInfo
    const outgoing = guardedOutgoing([`shop.example:${port}`], { lookup: answering('127.0.0.1') })
    expect(await outgoing.post(`http://shop.example:${port}/hooks`, {}, '{}')).toBe(204)
    expect(outgoing.whyNot(`http://shop.example:${port + 1}/hooks`)).toContain('Only https')
  })
})

describe('an address in place of a name', () => {
  test.each([
    '10.0.0.5',
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '169.254.169.254',
    '192.168.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '[::1]',
    '[::7f00:1]',
    '[::ffff:10.0.0.1]',
    '[64:ff9b::a00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fd00:ec2::254]',
  ])('is refused where it is not public: %s', async (host) => {
    const { port } = receiver.address() as AddressInfo
    const outgoing = guardedOutgoing([])
    expect(outgoing.whyNot(`https://${host}:${port}/`)).toBe('This address is not public')
    await expect(outgoing.post(`https://${host}:${port}/`, {}, '{}')).rejects.toThrow('public')
    expect(connections).toBe(0)
  })

  test('passes where it is public', () => {
    const outgoing = guardedOutgoing([])
    for (const url of [
      'https://93.184.215.14/hooks',
      'https://[2606:2800:21f:cb07::1]/',
      'https://a.example:8443',
    ])
      expect(outgoing.whyNot(url)).toBeNull()
  })

  test('never holds a name or a password, and leaves ports of other services alone', () => {
    const outgoing = guardedOutgoing(['shop.example:22'])
    expect(outgoing.whyNot('https://user:secret@shop.example:22/')).toContain('password')
    expect(outgoing.whyNot('https://other.example:22/')).toContain('port')
    expect(outgoing.whyNot('http://other.example/')).toContain('https')
    expect(outgoing.whyNot('ftp://other.example/')).toContain('https')
  })
})

describe('an answer', () => {
  const post = () => {
    const { port } = receiver.address() as AddressInfo
    return guardedOutgoing([`127.0.0.1:${port}`]).post(`http://127.0.0.1:${port}/hooks`, {}, '{}')
  }

  test('that leads elsewhere is not followed', async () => {
    answer = { status: 302, headers: { location: '/elsewhere' } }
    expect(await post()).toBe(302)
    expect(received).toEqual(['/hooks'])
  })

  test('is its status, however much follows', async () => {
    answer = { status: 200, body: Buffer.alloc(5_000_000) }
    expect(await post()).toBe(200)
  })
})
