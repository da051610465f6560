import { readFileSync } from 'node:fs'

// Kilobytes of script and style, gzip, and files: what the sign-in and each list load, and what each screen adds to a list.
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
const allOf = (ending) => new Set([...base, ...filesOf(screens.find((key) => key.endsWith(ending)))])
/** People come to another screen from a list. */
const aList = allOf('vendors/web/pending-list-page.tsx')

/** Chunks that need each other run in an order in which one of them finds nothing of the other. */
function refuseCircles(key, above = []) {
  if (above.includes(key))
    throw new Error(`chunks need each other: ${[...above.slice(above.indexOf(key)), key].join(' → ')}`)
  if (free.has(key)) return
  for (const imported of manifest[key].imports ?? []) refuseCircles(imported, [...above, key])
  free.add(key)
}
const free = new Set()
for (const key of Object.keys(manifest)) refuseCircles(key)

/** A request costs a person more than a kilobyte does: what a screen needs may not come in crumbs. */
function fewEnough(name, files, most) {
  if (files.length > most) throw new Error(`${name} loads ${files.length} files, at most ${most} are allowed`)
  return files
}

/** The shop window has a build of its own, in which all entries of a page are loaded at once. */
const shop = JSON.parse(readFileSync('dist/window/.vite/manifest.json', 'utf8'))
function shopFiles(key, seen = new Set()) {
  const { file, css = [], imports = [] } = shop[key]
  if (seen.has(file)) return seen
  for (const name of [file, ...css]) seen.add(name)
  for (const imported of imports) shopFiles(imported, seen)
  return seen
}
const shopLine = (name, entry) => ({
  ...line(name, [], '90 kB'),
  path: [...shopFiles(entry)].map((file) => `dist/window/${file}`),
})

// biome-ignore lint/style/noDefaultExport: size-limit reads its configuration from the default export
export default [
  line('sign-in', allOf('/login-page.tsx'), '200 kB'),
  shopLine('shop window', 'shop.tsx'),
  shopLine('preview of the shop window', 'preview.tsx'),
  ...screens.flatMap((key) => {
    const all = new Set([...base, ...filesOf(key)])
    const name = key.replace(/^.*features\//, '').replace('/web/', ': ')
    const added = [...all].filter((file) => !aList.has(file))
    const isList = key.endsWith('list-page.tsx')
    return [
      ...(isList ? [line(`first load of ${name}`, fewEnough(name, [...all], 20), '273.5 kB')] : []),
      ...(added.length > 0 ? [line(`added by ${name}`, added, '70 kB')] : []),
    ]
  }),
]
