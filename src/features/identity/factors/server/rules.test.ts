import { describe, expect, test } from 'vitest'
import {
  isUnattested,
  newRecoveryCodes,
  newSecret,
  readRecoveryCode,
  secondFactorUri,
  stepOfCode,
} from './rules.ts'

/** "12345678901234567890", the secret of the test vectors, in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (step: number, second = 0) => new Date((step * 30 + second) * 1000)

describe('a code of the authenticator app', () => {
  // RFC 4226, appendix D: the first ten values, six digits.
  test.each([
    [0, '755224'],
    [1, '287082'],
    [2, '359152'],
    [3, '969429'],
    [4, '338314'],
    [5, '254676'],
    [6, '287922'],
    [7, '162583'],
    [8, '399871'],
    [9, '520489'],
  ])('of counter %i is the value of the RFC', (step, code) => {
    expect(stepOfCode(secret, code, at(step))).toBe(step)
  })

  // RFC 6238, appendix B, SHA-1: its eight digits end in our six.
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i seconds is the value of the RFC', (seconds, code) => {
    expect(stepOfCode(secret, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
  })

  test('two steps off is refused, one step off is accepted with its step', () => {
    const code = '520489'
    expect(stepOfCode(secret, code, at(7))).toBeNull()
    expect(stepOfCode(secret, code, at(11))).toBeNull()
    expect(stepOfCode(secret, code, at(8))).toBe(9)
    expect(stepOfCode(secret, code, at(10, 29))).toBe(9)
  })

  test.each(['', '9', '52048', '5204890', '-20489', '5.2048', '٥٢٠٤٨٩', 'abcdef'])('is never %j', (code) => {
    expect(stepOfCode(secret, code, at(9))).toBeNull()
  })

  test('may be typed as the app shows it, in two groups', () => {
    expect(stepOfCode(secret, '520 489', at(9))).toBe(9)
  })
})

test('a secret has 160 bits, and its address names product and person', () => {
  const made = newSecret()
  expect(made).toMatch(/^[A-Z2-7]{32}$/)
  expect(newSecret()).not.toBe(made)
  const uri = new URL(secondFactorUri(made, 'sana@munshi.example'))
  expect(uri.protocol).toBe('otpauth:')
  expect(decodeURIComponent(uri.pathname)).toContain('Munshi:sana@munshi.example')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Munshi',
    secret: made,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

describe('recovery codes', () => {
  test('are ten different codes in groups of four', () => {
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[2-9a-hjkmnp-tv-z]{4}(-[2-9a-hjkmnp-tv-z]{4}){2}$/)
  })

  test('are accepted in capitals and with spaces, and nothing else is', () => {
    const [code = ''] = newRecoveryCodes()
    expect(readRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')} `)).toBe(code.replaceAll('-', ''))
    for (const other of ['', '123456', code.slice(1), `${code}a`, code.replace(/.$/, '0')]) {
      expect(readRecoveryCode(other)).toBeNull()
    }
  })
})

describe('a new passkey', () => {
  const text = (words: string) => `${(0x60 + words.length).toString(16)}${Buffer.from(words).toString('hex')}`
  /** CBOR of an attestation of this format with this statement. */
  const attestation = (format: string, statement: string) =>
    Buffer.from(
      `a3${text('fmt')}${text(format)}${text('attStmt')}${statement}${text('authData')}40`,
      'hex',
    ).toString('base64url')
  const signed = `${text('alg')}26${text('sig')}4100`

  test('is accepted without an attestation, and with a self-attestation', () => {
    expect(isUnattested(attestation('none', 'a0'))).toBe(true)
    expect(isUnattested(attestation('packed', `a2${signed}`))).toBe(true)
  })

  test('is not accepted with certificates or unreadable data', () => {
    expect(isUnattested(attestation('packed', `a3${signed}${text('x5c')}814100`))).toBe(false)
    for (const format of ['tpm', 'android-key', 'fido-u2f', 'apple']) {
      expect(isUnattested(attestation(format, `a2${signed}`))).toBe(false)
    }
    for (const wrong of ['', 'AAAA', '%%%', attestation('none', 'a0').slice(0, -8)]) {
      expect(isUnattested(wrong)).toBe(false)
    }
  })
})
