import { appendFile, mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * The head of a hash chain at one moment: the number of the last entry, and the hash that covers all entries up to it.
 */
export interface ChainHead {
  number: bigint
  mac: string
}

/**
 * Keeps chain heads outside the database, so that someone who rewrites the tables cannot rewrite the recorded heads.
 */
export interface ChainHeads {
  append(head: ChainHead): Promise<void>
  read(): Promise<ChainHead[]>
  /** The last recorded head, at the cost of one small read regardless of the number of heads. */
  latest(): Promise<ChainHead | null>
}

/** A file of lines `<number> <hash> <time>`, each flushed to the disk before the answer. */
export function chainHeadsInFile(path: string): ChainHeads {
  return {
    async append({ number, mac }) {
      await mkdir(dirname(path), { recursive: true })
      await appendFile(path, `${number} ${mac} ${new Date().toISOString()}\n`, { mode: 0o600, flush: true })
    },
    async read() {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return ''
        throw error
      })
      return headsOf(text)
    },
    async latest() {
      const file = await open(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      if (!file) return null
      try {
        const { size } = await file.stat()
        const bytes = Math.min(size, tailBytes)
        const { buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, size - bytes)
        return headsOf(buffer.toString('utf8')).at(-1) ?? null
      } finally {
        await file.close()
      }
    },
  }
}

/** Enough for the last line plus an unfinished line that a crash left after it. */
const tailBytes = 1024

function headsOf(text: string): ChainHead[] {
  return text.split('\n').flatMap((line) => {
    const [, number, mac] = /^(\d+) ([0-9a-f]{64}) /.exec(line) ?? []
    return number && mac ? [{ number: BigInt(number), mac }] : []
  })
}
