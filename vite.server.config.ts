import http from 'node:http'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const output = `${root}dist/server`

/** Files beside a source, such as the migrations and the embedded engine's thread, are found where the source is. */
function placesOfSources(): Plugin {
  return {
    name: 'munshi-places-of-sources',
    transform(code, id) {
      if (!id.startsWith(`${root}src/`) || !code.includes('import.meta.url')) return null
      const place = `new URL(${JSON.stringify(relative(output, id))}, import.meta.url).href`
      return { code: code.replaceAll('import.meta.url', place), map: null }
    },
  }
}

/**
 * `node:http` without what it loads when it is looked at (WebSocket, and the whole of undici with it): an import of it
 * looks at everything, a twentieth of a start.
 */
function withoutUndici(): Plugin {
  const plain = Object.entries(Object.getOwnPropertyDescriptors(http)).filter(([, { get }]) => !get)
  const names = plain.map(([name]) => name)
  return {
    name: 'munshi-without-undici',
    enforce: 'pre',
    resolveId: (id) => (/^(?:node:)?http$/.test(id) ? '\0http' : null),
    load: (id) =>
      id === '\0http'
        ? `const http = process.getBuiltinModule('node:http')
           export default http
           export const { ${names.join(', ')} } = http`
        : null,
  }
}

/** Leaves the packages out of the maps, which are for the places of faults in the product's own code. */
function mapsOfSourcesAlone(): Plugin {
  return {
    name: 'munshi-maps-of-sources-alone',
    transform: (code, id) => (id.includes('/node_modules/') ? { code, map: { mappings: '' } } : null),
  }
}

/**
 * The server in a few files, readable as they are: Node loads these in half the time of a thousand small ones. Packages
 * with native code, and the one that the embedded engine's thread loads, stay where they are.
 */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [withoutUndici(), placesOfSources(), mapsOfSourcesAlone()],
  ssr: { noExternal: true, external: ['sharp', '@node-rs/argon2', '@electric-sql/pglite', 'pg-native'] },
  build: {
    ssr: true,
    outDir: output,
    sourcemap: 'hidden',
    minify: false,
    target: 'node24',
    rolldownOptions: {
      input: `${root}src/app/server/main.ts`,
      output: { chunkFileNames: '[name]-[hash].js', sourcemapExcludeSources: true },
    },
  },
})
