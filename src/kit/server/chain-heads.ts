import { appendFile, type FileHandle, mkdir, open } from 'node:fs/promises'
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
  /**
   * The recorded heads after one number and up to another, in the order in which they were recorded, and the highest number of
   * all. The heads outside of the range are not kept in memory.
   */
  read(range: { after: bigint; until: bigint | null }): Promise<{ heads: ChainHead[]; highest: bigint }>
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
    async read({ after, until }) {
      const heads: ChainHead[] = []
      let highest = 0n
      const file = await openIfThere(path)
      if (!file) return { heads, highest }
      try {
        for await (const line of file.readLines()) {
          for (const head of headsOf(line)) {
            if (head.number > highest) highest = head.number
            if (head.number > after && (until === null || head.number <= until)) heads.push(head)
          }
        }
        return { heads, highest }
      } finally {
        await file.close()
      }
    },
    async latest() {
      const file = await openIfThere(path)
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

function openIfThere(path: string): Promise<FileHandle | null> {
  return open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

/** Enough for the last line plus an unfinished line that a crash left after it. */
const tailBytes = 1024

function headsOf(text: string): ChainHead[] {
  return text.split('\n').flatMap((line) => {
    const [, number, mac] = /^(\d+) ([0-9a-f]{64}) /.exec(line) ?? []
    return number && mac ? [{ number: BigInt(number), mac }] : []
  })
}
