import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { createTestDatabase } from './app.ts'

/**
 * The settings of an installation with all migrations and nothing in it, on the engine of this run: what a first start
 * would leave after most of its time. The directory of the embedded engine must not be there yet.
 */
export async function testInstallation(
  directory: string,
): Promise<{ DATA_DIR: string; DATABASE_URL?: string }> {
  if (inject('engine') === 'server') return { DATA_DIR: directory, DATABASE_URL: await createTestDatabase() }
  const data = join(directory, 'database', 'pgdata')
  mkdirSync(data, { recursive: true })
  // Its warning about names that begin with a slash is no news; what makes it fail is in the error.
  execFileSync('tar', ['-xzf', inject('templatePath'), '-C', data], { stdio: 'pipe' })
  return { DATA_DIR: directory }
}
