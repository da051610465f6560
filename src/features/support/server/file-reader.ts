import { extname } from 'node:path'
import { fileTypeFromBuffer } from 'file-type'
import { Refusal } from '#kit/contract/refusal.ts'
import { cut } from '#kit/contract/text.ts'
import { cleanImage } from '#kit/server/images.ts'

/** A file as it is kept. */
export interface ReadFile {
  bytes: Buffer
  name: string
  mediaType: string
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const kept = new Map([
  ['application/pdf', '.pdf'],
  [xlsxType, '.xlsx'],
])
const textTypes = new Map([
  ['.csv', 'text/csv; charset=utf-8'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.log', 'text/plain; charset=utf-8'],
])

/**
 * A file by its content, whatever its name says: a picture is encoded again without metadata, PDF and XLSX are kept as they
 * are, and text must be UTF-8. Refuses (wrong-type) every other content, and (too-large) pictures beyond the limits.
 */
export async function readSupportFile(bytes: Buffer, name: string): Promise<ReadFile> {
  const type = await fileTypeFromBuffer(bytes)
  if (type?.mime.startsWith('image/')) {
    const picture = await cleanImage(bytes)
    return { bytes: picture.bytes, name: named(name, '.webp'), mediaType: picture.mediaType }
  }
  const ending = type && kept.get(type.mime)
  if (ending) return { bytes, name: named(name, ending), mediaType: type.mime }
  const textType = textTypes.get(extname(name).toLowerCase())
  if (!type && textType && isText(bytes)) return { bytes, name: cut(name, 200), mediaType: textType }
  throw new Refusal('wrong-type', 'Only pictures, PDF, XLSX, CSV and text files in UTF-8 are accepted')
}

function isText(bytes: Buffer): boolean {
  if (bytes.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** The name with the ending that belongs to the content. */
function named(name: string, ending: string): string {
  const bare = name.slice(0, name.length - extname(name).length).trim() || 'file'
  return `${cut(bare, 190)}${ending}`
}
