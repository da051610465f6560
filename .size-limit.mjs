import { readFileSync } from 'node:fs'

// Kilobytes of script and style, gzip: what is loaded before the first rows, and what each further screen adds.
const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8'))

/** The files that a chunk needs before it runs, styles among them. */
function filesOf(key, seen = new Set()) {
  const chunk = manifest[key]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const style of chunk.css ?? []) seen.add(style)
  for (const imported of chunk.imports ?? []) filesOf(imported, seen)
  return seen
}

const base = filesOf(Object.keys(manifest).find((key) => manifest[key].isEntry))
const line = (name, files, limit) => ({
  name,
  path: [...files].map((file) => `dist/web/${file}`),
  limit,
  gzip: true,
  brotli: false,
})
const screens = Object.keys(manifest).filter((key) => key.endsWith('-page.tsx'))

// biome-ignore lint/style/noDefaultExport: size-limit reads its configuration from the default export
export default [
  line(
    'sign-in',
    new Set([...base, ...filesOf(screens.find((key) => key.endsWith('/login-page.tsx')))]),
    '200 kB',
  ),
  ...screens.flatMap((key) => {
    const all = new Set([...base, ...filesOf(key)])
    const name = key.replace(/^.*features\//, '').replace('/web/', ': ')
    const added = [...all].filter((file) => !base.has(file))
    const isList = key.endsWith('list-page.tsx')
    return [
      ...(isList ? [line(`first load of ${name}`, all, '200 kB')] : []),
      line(`added by ${name}`, added, '60 kB'),
    ]
  }),
]
