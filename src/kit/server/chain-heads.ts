import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Where a chain stood at a moment: its number, and the hash that stands for everything up to it. */
export interface ChainHead {
  number: bigint
  mac: string
}

/** Keeps heads where the database cannot reach: who rewrites its tables cannot rewrite what was noted here. */
export interface ChainHeads {
  append(head: ChainHead): Promise<void>
  read(): Promise<ChainHead[]>
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
      return text.split('\n').flatMap((line) => {
        const [, number, mac] = /^(\d+) ([0-9a-f]{64}) /.exec(line) ?? []
        return number && mac ? [{ number: BigInt(number), mac }] : []
      })
    },
  }
}
