import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { v4 as randomId } from 'uuid'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { fileLine } from '#kit/contract/file-name.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { isOutOfRoom } from './database.ts'
import type { FileStore } from './files.ts'
import type { KeptUpload, Upload } from './implement.ts'
import { networkOf } from './throttle.ts'

/** The folder of the store for uploads that are kept. */
export const uploadFolder = 'uploads'

/**
 * How many uploads may be held in memory at a time. Where pictures arrive faster than they are decoded, the later ones
 * are refused before they are read: 24 of the largest take 240 MB.
 */
const mostInMemory = 24
let inMemory = 0
/** Of these, so many are of one caller: bytes may come slowly for minutes, and others have to find a place meanwhile. */
const mostOfCaller = 12
const ofCallers = new Map<string, number>()

/**
 * Passes the upload of a call to `work`: its bytes, or the key of the kept file. Refuses another form of the body, a
 * file that is empty or too large, (too-many) bytes beyond 12 uploads of one caller at a time, and (unavailable)
 * beyond 24 of all.
 */
export async function withUpload<R>(
  { maxBytes, isKept }: NonNullable<Endpoint['upload']>,
  files: FileStore,
  request: FastifyRequest,
  work: (upload: Upload | KeptUpload) => Promise<R>,
): Promise<R> {
  if (isKept) return work(await keepUpload(maxBytes, files, request))
  const caller = 'id' in request.actor ? request.actor.id : networkOf(request.ip)
  const own = ofCallers.get(caller) ?? 0
  const refused = whyNotInMemory(own)
  if (refused) {
    discard(request)
    throw refused
  }
  inMemory += 1
  ofCallers.set(caller, own + 1)
  try {
    const bytesOf = (bytes: Buffer) => bytes.length
    return await work({ file: await readUpload(maxBytes, request, (part) => part.toBuffer(), bytesOf) })
  } finally {
    inMemory -= 1
    const left = (ofCallers.get(caller) ?? 1) - 1
    if (left > 0) ofCallers.set(caller, left)
    else ofCallers.delete(caller)
  }
}

/** Why a caller with so many uploads in memory gets no place for another one; null if there is one. */
function whyNotInMemory(own: number): Refusal | null {
  const soon = { retryAfterSeconds: 3 }
  if (own >= mostOfCaller) return new Refusal('too-many', 'Wait until your other uploads have arrived', soon)
  if (inMemory < mostInMemory) return null
  return new Refusal('unavailable', 'Too many pictures are being uploaded. Try again in a few seconds', soon)
}

async function keepUpload(maxBytes: number, files: FileStore, request: FastifyRequest): Promise<KeptUpload> {
  const key = `${uploadFolder}/${randomId()}`
  const keep = async ({ file, filename }: MultipartFile) => {
    const bytes = await files.take(key, file)
    if (file.truncated) throw tooLarge(maxBytes)
    return { key, name: fileNameOf(filename), bytes }
  }
  try {
    return { file: await readUpload(maxBytes, request, keep, ({ bytes }) => bytes) }
  } catch (error) {
    await files.remove(key)
    throw error
  }
}

/** Reads the rest of a body without keeping it: a browser reads no answer before it has sent everything. */
function discard({ raw }: FastifyRequest): void {
  raw.unpipe()
  raw.resume()
}

/**
 * Passes the single part named `file` to `take`. Refuses another form of the body and a file that is empty or too
 * large.
 */
async function readUpload<T>(
  maxBytes: number,
  request: FastifyRequest,
  take: (part: MultipartFile) => Promise<T>,
  bytesOf: (taken: T) => number,
): Promise<T> {
  if (!request.isMultipart())
    throw new Refusal('wrong-type', 'Send the file as multipart/form-data, in a part named file')
  let taken: T | null = null
  try {
    for await (const part of request.files({
      limits: { fileSize: maxBytes, files: 1, fields: 0, parts: 1 },
    })) {
      if (part.fieldname !== 'file') throw notNamedFile()
      taken = await take(part)
    }
  } catch (error) {
    discard(request)
    throw error instanceof Refusal || isOutOfRoom(error) ? error : uploadRefusal(error, maxBytes)
  }
  if (taken === null || bytesOf(taken) === 0) throw notNamedFile()
  return taken
}

/** The file name that the browser sent, reduced to one line that the database can store. */
function fileNameOf(name: string): string {
  return fileLine(name.toWellFormed().split(/[\\/]/).at(-1) ?? '')
}

function notNamedFile(): Refusal {
  const message = 'Send one part named file'
  return new Refusal('invalid', message, { errors: [{ path: 'file', code: 'required', message }] })
}

function tooLarge(maxBytes: number): Refusal {
  return new Refusal('too-large', `One file of at most ${Math.floor(maxBytes / 1024 / 1024)} MB`)
}

function uploadRefusal(error: unknown, maxBytes: number): Refusal {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/LIMIT$|TOO_LARGE/.test(code)) return tooLarge(maxBytes)
  return new Refusal('malformed', 'The multipart body cannot be read')
}
