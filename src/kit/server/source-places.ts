import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, resolve } from 'node:path'

const maps = new Map<string, SourceMap | null>()

/**
 * A stack with the places in the sources instead of those in the files that the build makes of them. A map is read at
 * the first fault in its file, because Node's own reading of maps slows down every start and takes 60 MB.
 */
export function withSourcePlaces(stack: string): string {
  return stack.replace(/(?:file:\/\/)?(\/[^\s():]+\.js):(\d+):(\d+)/g, (place, file, line, column) => {
    const found = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!found || !('originalSource' in found) || !found.originalSource) return place
    const source = resolve(dirname(file), found.originalSource)
    return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`
  })
}

/** The map beside a built file; null for a file that was not built. */
function mapOf(file: string): SourceMap | null {
  const known = maps.get(file)
  if (known !== undefined) return known
  const path = `${file}.map`
  const map = existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : null
  maps.set(file, map)
  return map
}
