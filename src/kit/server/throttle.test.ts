import { expect, test } from 'vitest'
import { networkOf } from './throttle.ts'

test('the addresses of one IPv6 network are one, however they are written, and others are others', () => {
  for (const [addresses, network] of [
    [['2001:db8::a:b:c:d', '2001:db8::1:b:c:d', '2001:db8::2', '2001:DB8:0:0:9::'], '2001:db8:0:0::/64'],
    [['2001:db8:1::2', '2001:db8:1:0:9:9:9:9', '2001:0db8:0001:0000:1::'], '2001:db8:1:0::/64'],
    [['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::', '2001:db8:1:2::6%eth0'], '2001:db8:1:2::/64'],
    [['::1', '::2:3'], '0:0:0:0::/64'],
  ] as const) {
    expect([...new Set(addresses.map(networkOf))]).toEqual([network])
  }
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
})

test('an IPv4 address is one, also written as IPv6, and with the port that some proxies put behind it', () => {
  for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:203.0.113.7', '203.0.113.7:50123'])
    expect(networkOf(address)).toBe('203.0.113.7')
  expect(networkOf('[2001:db8:1:2::6]:50123')).toBe('2001:db8:1:2::/64')
  expect(networkOf('x'.repeat(5_000)).length).toBeLessThan(100)
})
