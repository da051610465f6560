import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
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

export default defineConfig({
  root: 'src/app/web',
  publicDir: fileURLToPath(new URL('src/app/web/public', import.meta.url)),
  plugins: [react(), withoutJsonSchema(), withoutUnusedColours(), compressed()],
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
          ],
        },
      },
    },
  },
})
