import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[]; code: string | null } | null
}

/** Files that only hand on what others export, by the name that they are imported by. */
const barrels = [
  { name: '@mantine/core', id: /@mantine.core.esm.index\.mjs$/ },
  { name: '@mantine/hooks', id: /@mantine.hooks.esm.index\.mjs$/ },
  { name: '@tabler/icons-react', id: /tabler-icons-react\.mjs$/ },
]
const barrelOf = (id: string) => barrels.find((one) => one.id.test(id))
const namedImports = /(?:import|export) \{([^}]*)\} from ["']([^"']+)["']/g

/** Where each name of a barrel is declared. */
const declared = new Map<string, ReadonlyMap<string, string>>()
function readBarrel(name: string, id: string) {
  const known = declared.get(name)
  if (known) return known
  const read = new Map<string, string>()
  for (const [, names = '', from = ''] of readFileSync(id, 'utf8').matchAll(namedImports))
    for (const one of names.split(','))
      read.set(one.trim().split(' as ').at(-1) ?? '', join(dirname(id), from))
  declared.set(name, read)
  return read
}

/** What a module imports, and of a barrel only what it names: the bundler leaves the rest out as well. */
function importsOf(id: string, modules: Modules): readonly string[] {
  const { importedIds = [], code } = modules.getModuleInfo(id) ?? {}
  const found = importedIds.filter((imported) => !barrelOf(imported))
  for (const barrel of importedIds.filter((imported) => barrelOf(imported))) {
    const { name = '' } = barrelOf(barrel) ?? {}
    const known = readBarrel(name, barrel)
    for (const [, names = '', from] of (code ?? '').matchAll(namedImports))
      if (from === name)
        for (const one of names.split(',')) {
          const at = known.get(one.trim().split(' as ')[0] ?? '')
          if (at) found.push(at)
        }
  }
  return found
}

function takeAll(id: string, modules: Modules, taken: Set<string>) {
  if (taken.has(id)) return
  taken.add(id)
  if (!barrelOf(id)) for (const imported of importsOf(id, modules)) takeAll(imported, modules, taken)
}

const atRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const entry = atRoot('src/app/web/index.html')
const login = atRoot('src/features/identity/session/web/login-page.tsx')
const start = new Set<string>()
const door = new Set<string>()
const lists = new Map<string, number>()

/** Whether the sign-in needs a module. What a module imports is needed wherever the module is. */
export function isOfDoor(id: string, modules: Modules): boolean {
  if (door.size === 0) takeAll(login, modules, door)
  return door.has(id)
}

/**
 * Whether every screen starts with a module: the product needs it before any of them, or the sign-in as well as lists do.
 * Hooks are small, and records need them as well.
 */
export function isOfStart(id: string, modules: Modules): boolean {
  if (start.size === 0) takeAll(entry, modules, start)
  return start.has(id) || (isOfDoor(id, modules) && (listsOf(id, modules) > 0 || /@mantine.hooks/.test(id)))
}

/** How many lists need a module before their rows. What a module imports is needed by at least as many. */
export function listsOf(id: string, modules: Modules): number {
  if (lists.size === 0)
    for (const list of globSync(atRoot('src/features/**/*list-page.tsx'))) {
      const taken = new Set<string>()
      takeAll(list, modules, taken)
      for (const one of taken) lists.set(one, (lists.get(one) ?? 0) + 1)
    }
  return lists.get(id) ?? 0
}
