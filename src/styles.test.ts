import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const everywhere = readFileSync('src/app/web/styles.ts', 'utf8')
const sheets = 'node_modules/@mantine/core/styles'

/** The sheets of the components that this file takes from Mantine, without those that it or every screen loads. */
function missingSheets(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  const taken = [...text.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)].flatMap(([, names]) =>
    (names ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => existsSync(join(sheets, `${name}.css`))),
  )
  return taken
    .filter((name) => !`${text}${everywhere}`.includes(`'@mantine/core/styles/${name}.css'`))
    .map((name) => `${path.replaceAll('\\', '/')} uses ${name} without its styles`)
}

test('each screen loads the styles of the components that it draws', () => {
  const screens = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((path) => join('src', path))
    .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
  expect(screens.length).toBeGreaterThan(100)
  expect(screens.flatMap(missingSheets)).toEqual([])
})
