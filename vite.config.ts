import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'
import { isOfDoor, isOfStart, listsOf, type Modules } from './vite-chunks.ts'
import { helpArticles } from './vite-help.ts'
import { compressed, keepsLastBuilds, readTexts, withoutSummaries } from './vite-plugins.ts'

const output = fileURLToPath(new URL('dist/web', import.meta.url))

/**
 * Leaves zod's writer of JSON schemas out of the screens, where each schema would carry it: the OpenAPI document is
 * written by the server. What it exports stays, and throws when it is called. That is 5.7 kB (gzip) less in every first load.
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

/** Leaves out the variables of Mantine's colours that no screen uses: 1.7 kB (gzip) of every first load. */
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
 * The name of a class in the build: its file by a hash, and its place in it. A name in full is in the styles and in each script
 * that uses it, and compresses badly: 1.3 kB (gzip) of every first load.
 */
function shortName(name: string, file: string, styles: string): string {
  const hash = createHash('sha256')
    .update(relative(import.meta.dirname, file))
    .digest('base64url')
  const names = [...new Set([...styles.matchAll(/\.([a-z][\w-]*)/gi)].map(([, one]) => one))]
  const place = names.indexOf(name)
  return `_${hash.slice(0, 4)}${place < 0 ? name : place.toString(36)}`
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

/**
 * Writes what runs first into the document (`first.ts`), and puts the product's styles after the outline, which is painted
 * without them. In development it is a script of its own, which asks for nothing early.
 */
function firstInDocument(): Plugin {
  const asWritten = '<script data-first="" src="/first.ts"></script>'
  return {
    name: 'munshi-first-in-document',
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { server }) {
        if (server) return html.replace(asWritten, '<script type="module" src="/first.ts"></script>')
        const input = fileURLToPath(new URL('src/app/web/first.ts', import.meta.url))
        const built = await build({
          configFile: false,
          logLevel: 'warn',
          build: { write: false, target: 'es2023', rolldownOptions: { input, output: { format: 'iife' } } },
        })
        if (!('output' in built)) throw new Error('first.ts is not one script')
        return html.replace(asWritten, () => `<script data-first="">${built.output[0].code.trim()}</script>`)
      },
    },
  }
}

/** Lets the document's own styles stand alone in its head, so that its outline is painted before the product's arrive. */
function stylesAfterOutline(): Plugin {
  return {
    name: 'munshi-styles-after-outline',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const styles = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? []
        const without = styles.reduce((text, style) => text.replace(style, ''), html)
        return without.replace(/ *<div id="root">/, (root) => `${styles.join('')}${root}`)
      },
    },
  }
}

/** What is read here of a declared screen. */
interface DeclaredScreen {
  path: string
  access: { kind: string }
  isBare?: boolean
  first?: { rows?: string; calls?: readonly string[] }
  load: () => unknown
}

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
}

/**
 * Writes down what the screen at each path loads and asks for first, for the server to say it in the document: otherwise the
 * browser learns of a screen's files when the product runs, and of its rows when the screen does.
 */
function firstLoads(): Plugin {
  return {
    name: 'munshi-first-loads',
    apply: 'build',
    async closeBundle() {
      const manifest: Record<string, Chunk> = JSON.parse(
        readFileSync(join(output, '.vite', 'manifest.json'), 'utf8'),
      )
      const filesOf = (key: string, seen = new Set<string>()): Set<string> => {
        const { file, css = [], imports = [] } = manifest[key] ?? {}
        if (file === undefined) throw new Error(`nothing was built of ${key}`)
        if (seen.has(`/${file}`)) return seen
        for (const name of [file, ...css]) seen.add(`/${name}`)
        for (const imported of imports) filesOf(imported, seen)
        return seen
      }
      const start = filesOf(Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? '')
      const own = (...keys: string[]) =>
        [...new Set(keys.flatMap((key) => [...filesOf(key)]))].filter((file) => !start.has(file))
      const features = '../../features'
      const door = {
        files: own(`${features}/identity/session/web/login-page.tsx`),
        calls: {},
        outline: 'door',
      }
      const loads: Record<string, object> = { '/login': { screen: door, door } }
      for (const file of globSync('src/features/**/web/pages.ts')) {
        const folder = relative('src/features', dirname(file))
        const declared: Record<string, unknown> = await import(pathToFileURL(file).href)
        // Beside its screens a noun can declare a section of another noun's page, which has no address of its own.
        const screens: DeclaredScreen[] = Object.values(declared).filter(Array.isArray).flat()
        for (const page of screens) {
          const screen = /import\('\.\/([^']+)'\)/.exec(page.load.toString())?.[1]
          const isPublic = page.access.kind === 'public'
          const { rows, calls = [] } = page.first ?? {}
          const views = `/api/admin/views?list=${encodeURIComponent(page.path)}`
          const isList = screen?.endsWith('list-page.tsx')
          const first = {
            files: own(
              `${features}/${folder}/${screen}`,
              ...(isList ? [`${features}/views/web/views-panel.tsx`] : []),
            ),
            calls: {
              ...(rows ? { rows } : {}),
              calls: isPublic ? [] : ['/api/account/me', ...calls, ...(isList ? [views] : [])],
            },
            outline: page.isBare ? '' : isPublic ? 'door' : 'shell',
          }
          loads[page.path] = { screen: first, door: isPublic ? first : door }
        }
      }
      writeFileSync(join(output, '.vite', 'first-loads.json'), JSON.stringify(loads))
    },
  }
}

const ofKit = /src.kit|node_modules/
const ofStyles = /\.module\.css$/
const ofContracts = /src.features.*(contract|texts|links)\.ts$/

/** What two lists need is for all of them, and of the features what a quarter of the lists need. */
const isOfLists = (id: string, modules: Modules) =>
  ofContracts.test(id)
    ? listsOf(id, modules) >= 8
    : (ofKit.test(id) || ofStyles.test(id)) && listsOf(id, modules) >= 2

/** What the screens of a noun share: contracts, texts, links, columns and how a status is shown. */
const ofNouns = /src.features.*(contract|texts|links|columns|status-panel|marks-panel|moves-panel)\.tsx?$/
const ofReview =
  /src.(kit.web.(queue|dialog.kept-keys)|features.(claims|decisions|decisions.changes).web).*\.tsx?$/
const ofHeldNouns = /src.features.(media|vendors).*(contract|texts|links)\.ts$/
const nounOf = (id: string) => /features.([\w-]+)/.exec(id)?.[1] ?? null

export default defineConfig({
  root: 'src/app/web',
  publicDir: fileURLToPath(new URL('src/app/web/public', import.meta.url)),
  plugins: [
    react(),
    withoutJsonSchema(),
    withoutUnusedColours(),
    readTexts(),
    withoutSummaries(),
    helpArticles(),
    pseudoLanguage(),
    firstInDocument(),
    stylesAfterOutline(),
    compressed(output),
    keepsLastBuilds(output),
    firstLoads(),
  ],
  server: { proxy: { '/api': 'http://localhost:3000', '/media': 'http://localhost:3000' } },
  ...(process.env.NODE_ENV === 'production' ? { css: { modules: { generateScopedName: shortName } } } : {}),
  build: {
    outDir: output,
    emptyOutDir: false,
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
            { name: 'schemas', test: /before-schemas/, priority: 11 },
            // What every screen starts with stays together, however many screens share parts of it.
            {
              name: (id, modules) => (isOfStart(id, modules) ? 'start' : null),
              debugName: 'start',
              priority: 10,
            },
            // What the sign-in shares with the screens around it.
            {
              name: (id, modules) => (isOfDoor(id, modules) ? 'door' : null),
              debugName: 'door',
              test: /src.kit|node_modules|\.module\.css$/,
              minShareCount: 2,
              priority: 9,
            },
            // A request for 1 kB costs as much as one for 30: what many screens share is in few chunks. A chunk needs nothing of
            // one that fewer lists or screens share, so that these cannot need each other in a circle; the limits of sizes look.
            { name: (id, modules) => (isOfLists(id, modules) ? 'kit' : null), debugName: 'kit', priority: 8 },
            // The rest is for records: also what a single list needs, such as the menu of a record.
            { name: 'record-styles', test: ofStyles, minShareCount: 4, priority: 7 },
            {
              name: (id, modules) => (listsOf(id, modules) > 0 ? 'parts' : null),
              debugName: 'parts',
              test: ofKit,
              minShareCount: 8,
              priority: 6,
            },
            {
              name: (id, modules) => (listsOf(id, modules) === 0 ? 'records' : null),
              debugName: 'records',
              test: ofKit,
              minShareCount: 12,
              priority: 5,
            },
            // Every review needs all of these, and they are small: what deciding shows, and how the next record is reached.
            {
              name: (id, modules) => (listsOf(id, modules) === 0 ? 'review' : null),
              debugName: 'review',
              test: ofReview,
              minShareCount: 3,
              priority: 4,
            },
            // Orders hold the fields of products, and need nothing else of them.
            {
              name: 'fields',
              test: /src.features.products.(fields-contract|texts)\.ts$/,
              minShareCount: 3,
              priority: 2,
            },
            // Other nouns hold these, and their own lists need nothing of those.
            { name: nounOf, debugName: 'held', test: ofHeldNouns, minShareCount: 3, priority: 2 },
            { name: nounOf, debugName: 'nouns', test: ofNouns, minShareCount: 3, priority: 1 },
          ],
        },
      },
    },
  },
})
