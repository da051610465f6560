import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system of a few megabytes, to be filled: what a write meets there is what it meets on any full disk. */
export interface SmallDisk {
  path: string
  /** Leaves at most so many kilobytes of room. */
  fill(kilobytesLeft?: number): void
  /** Gives the room back that was filled. */
  free(): void
  /** The files on it, in paths below it; what fills it is none of them. */
  files(): string[]
  remove(): void
}

/** Mounts one. Null where this account may not mount. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), 'munshi-disk-'))
  const run = (command: string, ...args: string[]) => {
    const [first = command, ...rest] = [...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), command, ...args]
    execFileSync(first, rest, { stdio: 'ignore' })
  }
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=1777`, 'tmpfs', path)
  } catch {
    rmSync(path, { recursive: true, force: true })
    return null
  }
  chmodSync(path, 0o777)
  const filler = join(path, 'filler')
  return {
    path,
    fill(kilobytesLeft = 0) {
      const block = Buffer.alloc(4096)
      const handle = openSync(filler, 'a')
      try {
        for (;;) {
          const { bavail, bsize } = statfsSync(path)
          if (bavail * bsize <= kilobytesLeft * 1024) break
          writeSync(handle, block)
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        closeSync(handle)
      }
    },
    free: () => rmSync(filler, { force: true }),
    files: () =>
      readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
        .filter((name) => name !== 'filler')
        .sort(),
    remove() {
      run('umount', '-l', path)
      rmSync(path, { recursive: true, force: true })
    },
  }
}
