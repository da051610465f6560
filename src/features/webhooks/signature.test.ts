import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { faultWords, makeSecret, signedHeaders, waitAfter } from './server/rules.ts'

test('a delivery is signed like the example of Standard Webhooks', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const body = '{"test": 2432232314}'
  const headers = signedHeaders([secret], 'msg_p5jXN8AQM9LWM0D4loKWxJek', new Date(1_614_265_330_000), body)
  expect(headers['webhook-timestamp']).toBe('1614265330')
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('a secret is 32 random bytes, and a receiver computes the same signature', () => {
  const [one, other] = [makeSecret(), makeSecret()]
  expect(one).not.toBe(other)
  expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const headers = signedHeaders([one], 'id', new Date(5_000), '{}')
  const mac = createHmac('sha256', Buffer.from(one.slice(6), 'base64'))
    .update('id.5.{}')
    .digest('base64')
  expect(headers['webhook-signature']).toBe(`v1,${mac}`)
})

test('with two secrets a delivery is signed with each, as the standard defines', () => {
  const [one, other] = [makeSecret(), makeSecret()]
  const alone = (secret: string) => signedHeaders([secret], 'id', new Date(5_000), '{}')['webhook-signature']
  const both = signedHeaders([one, other], 'id', new Date(5_000), '{}')['webhook-signature']
  expect(both).toBe(`${alone(one)} ${alone(other)}`)
})

test('a delivery is attempted ten times, with growing intervals', () => {
  const waits = Array.from({ length: 10 }, (_, index) => waitAfter(index + 1))
  expect(waits).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, null])
})

test('an error is described in words, with its code', () => {
  const fault = Object.assign(new Error('getaddrinfo ENOTFOUND hooks.invalid'), { code: 'ENOTFOUND' })
  expect(faultWords(fault)).toBe('The host name does not exist (ENOTFOUND)')
  expect(faultWords(new Error('No answer within 10 seconds'))).toBe('No answer within 10 seconds')
})
