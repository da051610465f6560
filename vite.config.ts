import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { parse } from '@formatjs/icu-messageformat-parser'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const output = fileURLToPath(new URL('dist/web', import.meta.url))

/** Compresses once, at the build, what would otherwise be compressed for every visitor. */
function compressed(): Plugin {
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
 * Leaves zod's writer of JSON schemas out of the screens, where each schema would carry it: the OpenAPI document is
 * written by the server. What it exports stays, and throws when it is called.
 */
function withoutJsonSchema(): Plugin {
  return {
    name: 'munshi-without-json-schema',
    apply: 'build',
    transform(code, id) {
      if (!/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)) return null
      const names = [...code.matchAll(/^export (?:const|function|\{ \w+ as) (\w+)/gm)].map(([, name]) => name)
      if (names.length === 0) throw new Error(`${id} exports nothing that is known here`)
      const none = "function none() { throw new Error('JSON schemas are written by the server') }"
      const makers = /^create/
      return {
        code: [
          none,
          ...names.map((name) => `export const ${name} = ${makers.test(name ?? '') ? '() => none' : 'none'}`),
        ].join('\n'),
        map: null,
      }
    },
  }
}

/** Leaves out the variables of Mantine's colours that no screen uses. */
function withoutUnusedColours(): Plugin {
  const line = /^\s*--mantine-color-(?:blue|pink|grape|violet|indigo|cyan|teal|lime|orange)-[^;]*;$/gm
  return {
    name: 'munshi-without-unused-colours',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('default-css-variables.css')) return null
      return { code: code.replace(line, ''), map: null }
    },
  }
}

/**
 * Reads the texts of the catalogues at the build, so that the reader of their syntax stays out of the screens: a text
 * that takes values becomes what the reader makes of it. Development and tests read them when they are first shown.
 */
function readTexts(): Plugin {
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

/** Loads the pseudo-language before the product, in development alone: `?locale=pseudo` shows every text in it. */
function pseudoLanguage(): Plugin {
  const attrs = { type: 'module', src: '/pseudo-language.ts' }
  return {
    name: 'munshi-pseudo-language',
    apply: 'serve',
    transformIndexHtml: () => [{ tag: 'script', attrs, injectTo: 'head-prepend' }],
  }
}

export default defineConfig({
  root: 'src/app/web',
  publicDir: fileURLToPath(new URL('src/app/web/public', import.meta.url)),
  plugins: [
    react(),
    withoutJsonSchema(),
    withoutUnusedColours(),
    readTexts(),
    pseudoLanguage(),
    compressed(),
  ],
  server: { proxy: { '/api': 'http://localhost:3000', '/media': 'http://localhost:3000' } },
  build: {
    outDir: output,
    emptyOutDir: true,
    target: 'es2023',
    // A strict policy admits no data: script or style, and inlined pictures only cost their readers.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    sourcemap: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // zod with its settings in a chunk of its own: every chunk that makes a schema runs after both.
            { name: 'schemas', test: /before-schemas/, priority: 1 },
            // What every screen starts with stays together, however many screens share parts of it.
            { name: 'start', tags: ['$initial'] },
            // A request for 1 kB costs as much as one for 30: what many screens share is in three chunks, and the small
            // parts that the screens of one noun share are in one each.
            { name: 'styles', test: /\.module\.css$/, minShareCount: 3 },
            { name: 'records', test: /kit.web.(?:record|fields|pictures)/, minShareCount: 8 },
            {
              name: 'kit',
              test: /src.kit|node_modules/,
              minShareCount: 12,
              entriesAware: true,
              entriesAwareMergeThreshold: 40_000,
            },
            {
              name: 'nouns',
              test: /src.features/,
              minShareCount: 12,
              entriesAware: true,
              entriesAwareMergeThreshold: 20_000,
            },
            {
              name: (id) => /src.features.((?!identity)[a-z-]+)/.exec(id)?.[1] ?? null,
              debugName: 'one noun',
              minShareCount: 2,
              maxModuleSize: 5_000,
              entriesAware: true,
              entriesAwareMergeThreshold: 6_000,
            },
          ],
        },
      },
    },
  },
})
