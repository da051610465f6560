import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The runtime that the lockfile pins; where the registry has none for this machine, its own Node 24 or newer. */
export function runtime() {
  const isWindows = process.platform === 'win32'
  const packages = join(import.meta.dirname, 'node_modules')
  const direct = join(packages, `node-${isWindows ? 'win' : process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(direct)) return direct
  const linked = join(packages, '.bin', 'node')
  if (existsSync(linked) && !isWindows) return linked
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new Error(
    'no Node 24 comes with the packages for this machine: install Node 24 or newer and start again',
  )
}
