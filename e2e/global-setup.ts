import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from './server.ts'

/** Once for all journeys: the demo marketplace, of which every worker gets a copy of its own. Making it takes longest. */
export default async function setup(): Promise<() => void> {
  const template = mkdtempSync(join(tmpdir(), 'munshi-journeys-'))
  const server = await startServer(template)
  await server.end()
  process.env.MUNSHI_JOURNEYS_TEMPLATE = template
  return () => rmSync(template, { recursive: true, force: true })
}
