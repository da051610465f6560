import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** Seals sensitive fields and compares them without opening them. */
export interface FieldKeys {
  /** AES-256-GCM under the newest key: `<key id>.<nonce, tag and text in base64url>`. */
  seal(text: string): string
  /** The original text. Throws on an unknown key id or a tampered value. */
  open(sealed: string): string
  /** The same for the bytes of a file. */
  sealBytes(bytes: Uint8Array): Buffer
  openBytes(sealed: Buffer): Buffer
  /** A keyed hash for comparing values across records. The same text gives a different hash for another purpose. */
  blind(purpose: string, text: string): Buffer
  /** Identifies a set of keys without revealing the keys; stored with the database. */
  fingerprint: string
  /** The names of the sealing keys, the newest last. */
  readonly ids: readonly string[]
  /** Loads keys that were added to the source since the last read. Throws a RangeError if the source cannot be read. */
  refresh(): void
}

/**
 * Reads `index:<base64>,k1:<base64>[,k2:<base64>…]`, each of 32 bytes: the key of the blind indexes first,
 * then the sealing keys, the newest last. Throws a RangeError with a clear line on anything else.
 */
export function parseFieldKeys(text: string): FieldKeys {
  const entries = text.split(',').map((entry) => {
    const [id = '', encoded = ''] = entry.trim().split(':')
    const key = Buffer.from(encoded, 'base64')
    if (!/^[a-z0-9]{1,16}$/.test(id) || key.length !== 32) {
      throw new RangeError('FIELD_KEYS must be index:<32 bytes in base64>,k1:<32 bytes in base64>')
    }
    return [id, key] as const
  })
  const indexKey = entries.find(([id]) => id === 'index')?.[1]
  const sealing = new Map(entries.filter(([id]) => id !== 'index'))
  const newest = entries.at(-1)
  if (!indexKey || !newest || newest[0] === 'index') {
    throw new RangeError('FIELD_KEYS needs a key named index and at least one sealing key after it')
  }
  return fieldKeys(indexKey, sealing, newest)
}

/** When several instances start at once, one creates the file atomically and the others use that file. */
function makeKeys(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  const fresh = `index:${randomBytes(32).toString('base64')},k1:${randomBytes(32).toString('base64')}`
  const own = `${path}.${process.pid}`
  // On the disk before anything is sealed under them: without its keys nothing that was sealed can be read.
  writeFileSync(own, `${fresh}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(own, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(own)
  }
  const folder = openSync(dirname(path), 'r')
  fsyncSync(folder)
  closeSync(folder)
}

/**
 * The keys in the file. A missing file is created with mode 600. A key added later is loaded by `refresh`, or when a
 * value sealed under that key is opened.
 */
export function fieldKeysOfFile(path: string): FieldKeys {
  if (!existsSync(path)) makeKeys(path)
  const read = () => readFileSync(path, 'utf8').trim()
  let text = read()
  let keys = parseFieldKeys(text)
  const refresh = () => {
    const now = read()
    if (now === text) return
    keys = parseFieldKeys(now)
    text = now
  }
  const knowing = (id: string) => {
    if (!keys.ids.includes(id)) refresh()
    return keys
  }
  return {
    seal: (given) => keys.seal(given),
    open: (sealed) => knowing(idOf(sealed)).open(sealed),
    sealBytes: (bytes) => keys.sealBytes(bytes),
    openBytes: (sealed) => knowing(idOfBytes(sealed)).openBytes(sealed),
    blind: (purpose, given) => keys.blind(purpose, given),
    get ids() {
      return keys.ids
    },
    fingerprint: keys.fingerprint,
    refresh,
  }
}

/**
 * Adds a new key to the file, as the newest, and returns its name. The file is replaced atomically, so a concurrent
 * reader sees either the old or the new file. Throws a RangeError while another command adds a key.
 */
export function addKeyToFile(path: string): string {
  const lock = `${path}.lock`
  try {
    closeSync(openSync(lock, 'wx', 0o600))
  } catch {
    throw new RangeError(`Another command adds a key to ${path}. If none does, remove ${lock}`)
  }
  try {
    return addKey(path)
  } finally {
    rmSync(lock)
  }
}

function addKey(path: string): string {
  const text = readFileSync(path, 'utf8').trim()
  const { ids } = parseFieldKeys(text)
  const highest = Math.max(...ids.map((id) => Number(/^k(\d+)$/.exec(id)?.[1] ?? 0)))
  const id = `k${highest + 1}`
  const draft = `${path}.part`
  rmSync(draft, { force: true })
  writeFileSync(draft, `${text},${id}:${randomBytes(32).toString('base64')}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  })
  // The new file keeps the owner of the old file, so the service can read it even if another user runs the command.
  const { uid, gid } = statSync(path)
  chownSync(draft, uid, gid)
  renameSync(draft, path)
  return id
}

/** The name of the key that a value is sealed under. */
export function idOf(sealed: string): string {
  return sealed.slice(0, Math.max(sealed.indexOf('.'), 0))
}

function idOfBytes(sealed: Buffer): string {
  return sealed.subarray(0, Math.max(sealed.indexOf('.'), 0)).toString('latin1')
}

function fieldKeys(
  indexKey: Buffer,
  sealing: Map<string, Buffer>,
  newest: readonly [string, Buffer],
): FieldKeys {
  const purposeKeys = new Map<string, KeyObject>()
  const purposeKey = (purpose: string) => {
    const known = purposeKeys.get(purpose)
    if (known) return known
    const derived = Buffer.from(hkdfSync('sha256', indexKey, '', `munshi blind index ${purpose}`, 32))
    // Node would turn bytes into a key for each hash, which takes longer than the hash.
    const key = createSecretKey(derived)
    purposeKeys.set(purpose, key)
    return key
  }
  const encrypt = (bytes: Uint8Array) => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', newest[1], nonce)
    const body = Buffer.concat([cipher.update(bytes), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), body])
  }
  const decrypt = (id: string, bytes: Buffer) => {
    const key = sealing.get(id)
    if (!key) throw new Error(`no field key named ${JSON.stringify(id)}`)
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
  }
  return {
    seal: (text) => `${newest[0]}.${encrypt(Buffer.from(text, 'utf8')).toString('base64url')}`,
    open(sealed) {
      const [id = '', encoded = ''] = sealed.split('.')
      return decrypt(id, Buffer.from(encoded, 'base64url')).toString('utf8')
    },
    sealBytes: (bytes) => Buffer.concat([Buffer.from(`${newest[0]}.`), encrypt(bytes)]),
    openBytes: (sealed) => decrypt(idOfBytes(sealed), sealed.subarray(sealed.indexOf('.') + 1)),
    refresh() {},
    ids: [...sealing.keys()],
    blind: (purpose, text) => createHmac('sha256', purposeKey(purpose)).update(text).digest(),
    fingerprint: createHmac('sha256', purposeKey('fingerprint')).update('munshi').digest('hex').slice(0, 16),
  }
}
