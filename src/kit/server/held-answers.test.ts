import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { HeldAnswers } from './held-answers.ts'
import { PublicCache } from './public-cache.ts'

/** Has whatever was made of it. */
class Present extends PublicCache {
  override isPresent(): boolean {
    return true
  }
}

function answersOf(mostBytes: number) {
  const answers = new HeldAnswers({
    ...{ cache: new Present(), limiter: null, trustedProxyHops: 0, mostBytes },
    ...{ isOpen: () => true, now: () => new Date(), count: () => {} },
  })
  const value = {}
  const hold = (url: string, size: number, encoding: 'identity' | 'br' = 'identity') => {
    const request = {
      method: 'GET',
      headers: {},
      raw: { url },
      routeOptions: { config: { endpoint: 'GET /x' } },
    }
    const reply = { getHeaders: () => ({}) }
    answers.hold(request as unknown as FastifyRequest, reply as unknown as FastifyReply, value, {
      ...{ encoding, etag: '"1"', bytes: Buffer.alloc(size), plainBytes: 0 },
    })
  }
  const isHeld = (url: string) => {
    const response = { writeHead: () => response, end: () => response }
    const request = { method: 'GET', url, headers: {}, socket: {} }
    return answers.answer(request as unknown as IncomingMessage, response as unknown as ServerResponse)
  }
  return { hold, isHeld }
}

test('the answer that was held first makes room for more bytes than may be held', () => {
  const { hold, isHeld } = answersOf(1_000)
  for (const url of ['/a', '/b', '/c']) hold(url, 300)
  expect(['/a', '/b', '/c'].map(isHeld)).toEqual([true, true, true])
  hold('/d', 300)
  expect(['/a', '/b', '/c', '/d'].map(isHeld)).toEqual([false, true, true, true])
  hold('/e', 650)
  expect(['/b', '/c', '/d', '/e'].map(isHeld)).toEqual([false, false, true, true])
  hold('/f', 2_000)
  expect(['/d', '/e', '/f'].map(isHeld)).toEqual([false, false, false])
})

test('an answer that is held again takes its room once, in each of its encodings', () => {
  const { hold, isHeld } = answersOf(1_000)
  hold('/a', 300)
  for (let n = 0; n < 20; n += 1) hold('/b', 300)
  expect(['/a', '/b'].map(isHeld)).toEqual([true, true])
  hold('/b', 200, 'br')
  expect(['/a', '/b'].map(isHeld)).toEqual([true, true])
  hold('/c', 300)
  expect(['/a', '/b', '/c'].map(isHeld)).toEqual([false, true, true])
})
