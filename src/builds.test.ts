import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { forgetOldBuilds } from '../vite-plugins.ts'

let output: string
beforeEach(() => {
  output = mkdtempSync(join(tmpdir(), 'munshi-builds-'))
  mkdirSync(join(output, 'assets'))
  mkdirSync(join(output, '.vite'))
  onTestFinished(() => rmSync(output, { recursive: true, force: true }))
})

function write(names: readonly string[]): void {
  for (const name of names) {
    const forms = /\.(js|css)$/.test(name) ? ['', '.gz', '.br'] : ['']
    for (const form of forms) writeFileSync(join(output, 'assets', name + form), name)
  }
}

/** A build as Vite makes one: files with a hash in their names, and a document without. */
function build(...names: string[]): void {
  write(names)
  forgetOldBuilds(output, ['index.html', '.vite/manifest.json', ...names.map((name) => `assets/${name}`)])
}

const left = () => readdirSync(join(output, 'assets')).sort()
const plain = () => left().filter((name) => !/\.(gz|br)$/.test(name))

describe('the files of a build', () => {
  test('stay while the four builds after it are made, and are then deleted with their compressed forms', () => {
    for (const number of [1, 2, 3, 4, 5]) build(`start-${number}.js`, 'font.woff2', 'shared.css')
    expect(plain()).toEqual([
      ...['font.woff2', 'shared.css'],
      ...[1, 2, 3, 4, 5].map((number) => `start-${number}.js`),
    ])
    build('start-6.js', 'font.woff2', 'shared.css')
    expect(plain()).toEqual([
      ...['font.woff2', 'shared.css'],
      ...[2, 3, 4, 5, 6].map((number) => `start-${number}.js`),
    ])
    expect(left().filter((name) => name.startsWith('start-1'))).toEqual([])
    expect(left()).toContain('shared.css.br')
    expect(left()).toContain('start-2.js.gz')
  })

  test('are not pushed out by the same build made several times', () => {
    build('start-1.js')
    for (let times = 0; times < 8; times += 1) build('start-2.js')
    expect(plain()).toEqual(['start-1.js', 'start-2.js'])
  })

  test('are kept again by a build that goes back to them', () => {
    for (const number of [1, 2, 3, 4, 1, 5, 6, 7]) build(`start-${number}.js`)
    expect(plain()).toEqual([1, 4, 5, 6, 7].map((number) => `start-${number}.js`))
  })

  test('count as those of the build before where no build was noted yet', () => {
    write(['from-before.js'])
    for (const number of [1, 2, 3, 4]) build(`start-${number}.js`)
    expect(plain()).toContain('from-before.js')
    build('start-5.js')
    expect(left().filter((name) => name.startsWith('from-before'))).toEqual([])
  })

  test('are deleted by the next build where theirs was interrupted', () => {
    build('start-1.js')
    write(['interrupted.js'])
    build('start-2.js')
    expect(plain()).toEqual(['start-1.js', 'start-2.js'])
  })

  test.each(['vite.config.ts', 'vite.window.config.ts'])('are not emptied away by %s', (config) => {
    const text = readFileSync(new URL(`../${config}`, import.meta.url), 'utf8')
    expect(text).toMatch(/outDir: output,\s+emptyOutDir: false,/)
    expect(text).toContain('keepsLastBuilds(output)')
  })
})
