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

export default defineConfig({
  root: 'src/app/web',
  publicDir: fileURLToPath(new URL('src/app/web/public', import.meta.url)),
  plugins: [react(), compressed()],
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
        // What tells zod to try no eval runs with zod itself: a chunk of contracts would otherwise run before it.
        codeSplitting: { groups: [{ name: 'zod', test: /node_modules[\\/]zod[\\/]|before-schemas/ }] },
      },
    },
  },
})
