// Whether every server test has passed on the embedded engine as it is: decided by what is in the folder and not by what
// git knows, as a clone may be shallow. Plain JavaScript, like what uses it.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const recordIn = (root) => join(root, 'database', 'embedded-pass')

/** What can make the two engines differ: the code that opens them, the schema, and their versions. */
export function inputsIn(root) {
  const kit = join('src', 'kit', 'server')
  const code = readdirSync(join(root, kit)).filter(
    (name) => /database|embedded/.test(name) && !name.endsWith('.test.ts'),
  )
  const migrations = readdirSync(join(root, 'database', 'migrations'))
  return [
    ...code.sort().map((name) => join(kit, name)),
    ...migrations.sort().map((name) => join('database', 'migrations', name)),
    'package-lock.json',
  ]
}

function hashIn(root) {
  const hash = createHash('sha256')
  for (const path of inputsIn(root))
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

/** True when these very inputs have passed before. A missing or unreadable record is no pass. */
export function hasPassed(root) {
  return existsSync(recordIn(root)) && readFileSync(recordIn(root), 'utf8').trim() === hashIn(root)
}

/** Writes down that every server test has passed on the embedded engine with these inputs. */
export function recordPass(root) {
  writeFileSync(recordIn(root), `${hashIn(root)}\n`)
}
