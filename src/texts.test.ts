import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import { textsIn, wordingIn } from '#testing/wording.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const read = globSync(['src/**/web/**/*.{ts,tsx}', 'src/features/**/*contract.ts'], { cwd: root }).filter(
  // What the intake refuses is read by the program that sent it.
  (path) => !/\.test\.|texts\.ts$|pseudo-language|^src\/features\/intake\//.test(path),
)
/** What may use a text: the screens, the contract, and the server where it refuses in words of the screen. */
const users = [...read, ...globSync('src/features/**/server/**/*.ts', { cwd: root })].filter(
  (path) => !path.includes('.test.'),
)
const catalogues = globSync('src/**/{,*-}texts.ts', { cwd: root }).filter((path) =>
  textOf(path).includes('= catalogue({'),
)
/** What a file writes itself, and numbers and days that it puts into words without `kit/contract/words.ts`. */
const untranslated = (path: string, text = textOf(path)) => [
  ...wordingIn(path, text).map((found) => `${path}: ${found.text.trim()}`),
  ...[...text.matchAll(/\.toLocale\w*String\(|new Intl\.(?:Number|DateTime|RelativeTime)\w+/g)].map(
    ([call]) => `${path}: ${call}`,
  ),
]

describe('the texts of the screens', () => {
  test('stand in the catalogues of their features', () => {
    expect(read.length).toBeGreaterThan(300)
    expect(read.flatMap((path) => untranslated(path))).toEqual([])
  })

  test.each([
    ['content', '<p>No orders yet.</p>'],
    ['a content beside a value', '<p>{count} left</p>'],
    ['a label', '<TextInput label="City" />'],
    ['a name for the screen reader', '<ul aria-label="orders" />'],
    ['a choice', "<Button>{isPending ? 'Loading...' : texts.approve}</Button>"],
    ['a toast', 'show({ message: `Approved: $' + '{name}` })'],
    ['a column', "const columns = [{ key: 'city', title: 'City' }]"],
    ['a map of labels', "const words = { pending: 'Pending' }"],
    ['a label by the name of a field', "const labels = { status: 'Status' }"],
    [
      'a sentence of a fact',
      '<Facts facts={[{ label: texts.orders, value: `$' + '{count}, none declined` }]} />',
    ],
    ['a value of a text', "texts.reveal({ field: isCnic ? 'CNIC' : texts.account })"],
    ['a number', '<p>{count.toLocaleString()}</p>'],
  ])('planted as %s are seen', (_, code) => {
    expect(
      untranslated('planted.tsx', `export const planted = () => ${code.replace(/^const (\w+) =/, '')}`),
    ).toHaveLength(1)
  })

  test('are not seen in what the machine reads', () => {
    const code = `
      import { texts } from '../texts.ts'
      const section = 'Customers'
      export function Row({ status, kind }: { status: 'pending' | 'Not yet'; kind: string }) {
        const may = useAllows()(grants('Vendor Verifications', 'view'))
        if (kind === 'Enter' || status === 'Not yet') return null
        return <Link className="row wide" href={\`/orders?id=\${kind}&list=all\`} style={{ inset: '0 auto' }} data-kind="Some kind">{may ? '·' : ''}{texts.open}</Link>
      }`
    expect(untranslated('planted.tsx', code)).toEqual([])
    expect(untranslated('planted.ts', "const headings = { title: 'product_name' }")).toEqual([])
  })
})

describe('the catalogues', () => {
  const named = (texts: readonly { name: string }[], users: string) =>
    texts.filter(({ name }) => !new RegExp(`[tT]exts\\.${name}\\b`).test(users)).map(({ name }) => name)

  test('hold texts that can be read, each under one name and used', () => {
    expect(catalogues.length).toBeGreaterThan(3)
    for (const path of catalogues) {
      const texts = textsIn(path, textOf(path))
      const folder = path.replace(/[^/]*$/, '')
      const using = users
        .filter((file) => file.startsWith(folder))
        .map(textOf)
        .join('\n')
      for (const { text } of texts) expect(() => parse(text), `${path}: ${text}`).not.toThrow()
      expect({ path, unused: named(texts, using) }).toEqual({ path, unused: [] })
      expect(new Set(texts.map(({ text }) => text)).size).toBe(texts.length)
    }
  })

  test('planted with a text that nobody uses, or that cannot be read, are seen', () => {
    const texts = textsIn(
      'texts.ts',
      "export const texts = catalogue({ open: '{count, plural, one {#}}', left: 'Left' })",
    )
    expect(named(texts, 'texts.open({ count })')).toEqual(['left'])
    expect(() => parse(texts[0]?.text ?? '')).toThrow()
  })
})

describe('what is said when something could not be read', () => {
  /** The texts that a screen gives for that. The words of the cause follow them, so each must be a whole sentence. */
  const given =
    /<(?:Read|Failure|ReadFailure)\b[^<]*?\bwhat=\{texts\.(\w+)|<SettingsOf\b[^<]*?\bfailed=\{texts\.(\w+)/g
  const givenIn = (screen: string) =>
    [...screen.matchAll(given)].map(([, what, failed]) => what ?? failed ?? '')
  const broken = (screen: string, texts: readonly { name: string; text: string }[]) =>
    givenIn(screen).filter((name) => !texts.find((text) => text.name === name)?.text.endsWith('.'))

  test('is a whole sentence on every screen', () => {
    const screens = read.filter((path) => path.endsWith('.tsx') && givenIn(textOf(path)).length > 0)
    expect(screens.length).toBeGreaterThan(40)
    const all = screens.flatMap((path) => {
      const from = /import \{ texts \} from '([^']+)'/.exec(textOf(path))?.[1] ?? ''
      const catalogue = from.startsWith('#') ? from.replace('#', 'src/') : join(path, '..', from)
      return broken(textOf(path), textsIn(catalogue, textOf(catalogue))).map((name) => `${path}: ${name}`)
    })
    expect(all).toEqual([])
  })

  test('planted without its verb is seen', () => {
    const texts = textsIn('texts.ts', "export const texts = catalogue({ versions: 'The versions' })")
    expect(broken('<ReadFailure of={found} what={texts.versions} />', texts)).toEqual(['versions'])
    expect(broken('<Read of={found} what={texts.versions}>', texts)).toEqual(['versions'])
    expect(broken('<SettingsOf of={rules} failed={texts.versions}>', texts)).toEqual(['versions'])
  })
})
