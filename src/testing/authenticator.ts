import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { passkeyPrefix } from '#features/identity/session/contract.ts'
import { type TestApp, type TestPerson, testPassword } from './app.ts'
import type { MakeSample } from './samples.ts'

const secondFactor = '/api/account/second-factor'
const passkeys = `${secondFactor}/passkeys`

/** What a test may have an authenticator or its browser say that is not so. */
export interface Lies {
  origin?: string
  rpId?: string
  type?: string
  counter?: number
  /** Signs with another key than the one that was registered. */
  withAnotherKey?: boolean
  /** Says that nobody touched it. */
  isUntouched?: boolean
}

/** A passkey in software: a key pair of its own, a counter, and what a browser says around it. */
export class Authenticator {
  readonly credentialId = randomBytes(32).toString('base64url')
  counter = 0
  readonly #key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #home: { origin: string; rpId: string }

  constructor(publicUrl = 'https://munshi.example') {
    const { origin, hostname } = new URL(publicUrl)
    this.#home = { origin, rpId: hostname }
  }

  /** RegistrationResponseJSON with no attestation. */
  register(challenge: string, lies: Lies = {}, attestation: [string, Cbor] = ['none', new Map()]) {
    const id = Buffer.from(this.credentialId, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, id, coseOf(this.#key.publicKey)])
    const [fmt, attStmt] = attestation
    const attestationObject = cbor(
      new Map<Cbor, Cbor>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', Buffer.concat([this.#authenticatorData(0x41, lies), attested])],
      ]),
    )
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge, lies).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** What is sent in the place of a code: an answer to this challenge, the counter one further than before. */
  answer(challenge: string, lies: Lies = {}): string {
    this.counter += 1
    const authenticatorData = this.#authenticatorData(0x01, lies)
    const clientData = this.#clientData('webauthn.get', challenge, lies)
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()])
    const key = lies.withAnotherKey ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : this.#key
    const json = JSON.stringify({
      id: this.credentialId,
      rawId: this.credentialId,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, key.privateKey).toString('base64url'),
      },
    })
    return `${passkeyPrefix}${Buffer.from(json).toString('base64url')}`
  }

  #authenticatorData(flags: number, { rpId = this.#home.rpId, counter, isUntouched }: Lies): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? this.counter)
    const said = isUntouched ? flags & ~0x01 : flags
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([said]), count])
  }

  #clientData(type: string, challenge: string, lies: Lies): Buffer {
    const said = { type: lies.type ?? type, challenge, origin: lies.origin ?? this.#home.origin }
    return Buffer.from(JSON.stringify({ ...said, crossOrigin: false }))
  }
}

/** The public key as authenticators write it: COSE, for ES256 on P-256 (RFC 9053). */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cbor(
    new Map<Cbor, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

export type Cbor = number | string | Buffer | Cbor[] | Map<Cbor, Cbor>

/** As much of CBOR (RFC 8949) as an attestation needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([name, member]) => [cbor(name), cbor(member)]),
  ])
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  const bytes = Buffer.from([(major << 5) | 25, 0, 0])
  bytes.writeUInt16BE(length, 1)
  return bytes
}

/** A challenge for a passkey that exists, as the sign-in asks for it. */
export async function askChallenge(app: TestApp, url?: string): Promise<string> {
  const { body } = await app.call('GET', '/api/account/passkey-challenge', url ? { url } : {})
  return body.results.challenge
}

/** The body that adds the passkey of this authenticator for this person. */
export async function passkeyBody(
  app: TestApp,
  as: { token: string },
  authenticator: Authenticator,
  name = 'Laptop',
) {
  const { body } = await app.call('POST', `${passkeys}/start`, { as })
  return { name, credential: authenticator.register(body.results.challenge) }
}

export interface PasskeyHolder {
  person: TestPerson
  authenticator: Authenticator
  recoveryCodes: string[]
  passkeyId: string
}

/** Adds a passkey for this person, somebody new by themselves. */
export async function passkeyHolder(
  app: TestApp,
  given?: TestPerson,
  name = 'Laptop',
): Promise<PasskeyHolder> {
  const person = given ?? (await app.person())
  const authenticator = new Authenticator()
  const added = await app.call('POST', passkeys, {
    as: person,
    body: await passkeyBody(app, person, authenticator, name),
  })
  if (added.status !== 201) throw new Error(`the passkey was not taken: ${JSON.stringify(added.body)}`)
  const { body } = await app.call('GET', secondFactor, { as: person })
  return {
    person,
    authenticator,
    recoveryCodes: added.body.results.recovery_codes,
    passkeyId: body.results.passkeys.at(-1).id,
  }
}

/** Signs in with the password and an answer of this authenticator to a new challenge. */
export async function signInByPasskey(
  app: TestApp,
  email: string,
  authenticator: Authenticator,
  lies: Lies = {},
) {
  const otp = authenticator.answer(await askChallenge(app), lies)
  return app.call('POST', '/api/login', { body: { email, password: testPassword, otp } })
}

/** One accepted call for every endpoint of passkeys. */
export const passkeySamples: Readonly<Record<string, MakeSample>> = {
  'GET /api/account/passkey-challenge': () => ({ path: '/api/account/passkey-challenge' }),
  [`POST ${passkeys}/start`]: () => ({ path: `${passkeys}/start` }),
  [`POST ${passkeys}`]: async ({ app }) => {
    const person = await app.person()
    return { path: passkeys, body: await passkeyBody(app, person, new Authenticator()), as: person.token }
  },
  [`PATCH ${passkeys}/:id`]: async ({ app }) => {
    const { person, passkeyId } = await passkeyHolder(app)
    return { path: `${passkeys}/${passkeyId}`, body: { name: 'Phone' }, as: person.token }
  },
  [`DELETE ${passkeys}/:id`]: async ({ app }) => {
    const { person, passkeyId } = await passkeyHolder(app)
    return { path: `${passkeys}/${passkeyId}`, as: person.token }
  },
  'DELETE /api/admin/staff/:id/second-factor': async ({ app }) => ({
    path: `/api/admin/staff/${(await passkeyHolder(app, await app.person([]))).person.id}/second-factor`,
    body: { reason: 'The phone was stolen' },
  }),
}

/** The same calls where the current state refuses them (409). */
export const passkeyConflicts: Readonly<Record<string, MakeSample>> = {
  [`POST ${passkeys}`]: async ({ app }) => {
    const { person, authenticator } = await passkeyHolder(app)
    return { path: passkeys, body: await passkeyBody(app, person, authenticator), as: person.token }
  },
  'DELETE /api/admin/staff/:id/second-factor': async ({ app }) => ({
    path: `/api/admin/staff/${(await app.person([])).id}/second-factor`,
    body: { reason: 'The phone was stolen' },
  }),
}
