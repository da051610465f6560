import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { parse } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'

/** Compresses once, at the build, what would otherwise be compressed for every visitor: the files in `output`/assets. */
export function compressed(output: string): Plugin {
  return {
    name: 'munshi-compressed',
    apply: 'build',
    closeBundle() {
      const assets = join(output, 'assets')
      for (const name of readdirSync(assets)) {
        if (!/\.(js|css)$/.test(name)) continue
        const bytes = readFileSync(join(assets, name))
        writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }))
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
        writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes, { params }))
      }
    },
  }
}

/**
 * Reads the texts of the catalogues at the build, so that the reader of their syntax stays out of the screens: a text
 * that takes values becomes what the reader makes of it. Development and tests read them when they are first shown.
 */
export function readTexts(): Plugin {
  const reader = '@formatjs/icu-messageformat-parser'
  return {
    name: 'munshi-read-texts',
    apply: 'build',
    enforce: 'pre',
    config: () => ({ resolve: { alias: [{ find: reader, replacement: `${reader}/no-parser.js` }] } }),
    transform(code, id) {
      if (!/\/src\/(?:features|kit\/web|app)\/.*texts(?:-[a-z]{2})?\.ts$/.test(id)) return null
      let read = code
      for (const text of textsWithValues(this.parse(code, { lang: 'ts' })).toReversed()) {
        read = read.slice(0, text.start) + JSON.stringify(parse(text.value)) + read.slice(text.end)
      }
      return { code: read, map: null }
    },
  }
}

/** The texts of a catalogue that take values, in the order of the file. */
function textsWithValues(node: unknown): { value: string; start: number; end: number }[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, value } = node as { type?: string; value?: { type?: string; value?: unknown } }
  const text = type === 'Property' && value?.type === 'Literal' ? value : null
  if (typeof text?.value === 'string')
    return /[{<]/.test(text.value) ? [text as ReturnType<typeof textsWithValues>[number]] : []
  return Object.values(node).flatMap(textsWithValues)
}

/**
 * Leaves out of the screens what each endpoint says of itself: only the documents that the server writes have it. Several kB
 * (gzip) of every first load, as each list loads the contracts of what it leads to.
 */
export function withoutSummaries(): Plugin {
  return {
    name: 'munshi-without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/src\/.*contract\.ts$/.test(id)) return null
      let short = code
      for (const { start, end } of summariesOf(this.parse(code, { lang: 'ts' })).toReversed())
        short = `${short.slice(0, start)}''${short.slice(end)}`
      return { code: short, map: null }
    },
  }
}

/** Where the summaries of a contract's endpoints are written, in the order of the file; those that are handed in stay. */
function summariesOf(node: unknown): { start: number; end: number }[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, key, value } = node as Written & { key?: { name?: string }; value?: Written }
  const isWritten = value?.type === 'Literal' || value?.type === 'TemplateLiteral'
  if (type === 'Property' && key?.name === 'summary' && isWritten) return [value]
  return Object.values(node).flatMap(summariesOf)
}

interface Written {
  type: string
  start: number
  end: number
}
