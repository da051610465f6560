import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { parse } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'

/** Compresses once, at the build, what would otherwise be compressed for every visitor: the files that it puts into `output`/assets. */
export function compressed(output: string): Plugin {
  return {
    name: 'munshi-compressed',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      if (!isOf(output, dir)) return
      for (const name of Object.keys(bundle).filter((one) => /^assets\/.*\.(js|css)$/.test(one))) {
        const bytes = readFileSync(join(output, name))
        writeFileSync(join(output, `${name}.gz`), gzipSync(bytes, { level: 9 }))
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
        writeFileSync(join(output, `${name}.br`), brotliCompressSync(bytes, { params }))
      }
    },
  }
}

/** A build for browsers and one for the server can share their plugins: this tells the one that goes into `output`. */
function isOf(output: string, dir: string | undefined): boolean {
  return dir !== undefined && resolve(dir) === resolve(output)
}

/** So many builds before the newest keep their files. */
const keptBuilds = 4

/**
 * Keeps the files of the last builds in `output`/assets: until it is restarted, an instance goes on naming those of the build that
 * it was started with, and an open page asks for them later. The build must not empty `output`.
 */
export function keepsLastBuilds(output: string): Plugin {
  return {
    name: 'munshi-keeps-last-builds',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      if (isOf(output, dir)) forgetOldBuilds(output, Object.keys(bundle))
    },
  }
}

/**
 * Deletes from `output`/assets what neither this build nor one of the four before has made, with its compressed forms. Which build
 * made which files is noted in `output`/.vite/builds.json; what lies there without a note counts as the build before. `made` are the
 * paths that this build has written, from `output`.
 */
export function forgetOldBuilds(output: string, made: readonly string[]): void {
  const notes = join(output, '.vite', 'builds.json')
  const present = readdirSync(join(output, 'assets')).map((name) => `assets/${name}`)
  const plainOf = (file: string) => file.replace(/\.(?:gz|br)$/, '')
  const newest = made.filter((file) => file.startsWith('assets/')).sort()
  const noted: string[][] = existsSync(notes)
    ? JSON.parse(readFileSync(notes, 'utf8'))
    : [present.filter((file) => plainOf(file) === file && !newest.includes(file))]
  // The same build once more takes the place of no other one.
  const before = noted.filter((build) => JSON.stringify(build) !== JSON.stringify(newest))
  const builds = [newest, ...before].slice(0, 1 + keptBuilds)
  const kept = new Set(builds.flat())
  for (const file of present) if (!kept.has(plainOf(file))) rmSync(join(output, file))
  writeFileSync(notes, JSON.stringify(builds))
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
