import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const styles = globSync('src/**/*.css', { cwd: root })
const screens = globSync('src/**/web/**/*.tsx', { cwd: root }).filter((path) => !path.endsWith('.test.tsx'))

/** What of a style sheet holds only where lines run from left to right. */
function physicalIn(css: string): string[] {
  const named =
    /(?:^|[\s;{])((?:(?:scroll-)?(?:margin|padding)|border)-(?:left|right)[\w-]*|left|right|border-(?:top|bottom)-(?:left|right)-radius|(?:text-align|float|clear):\s*(?:left|right))\b\s*(?=[:;])/g
  const found = [...css.matchAll(named)].map(([, name]) => name ?? '')
  for (const [, name, value = ''] of css.matchAll(
    /(?:^|[\s;{])((?:scroll-)?(?:margin|padding)|inset):\s*([^;{}]+);/g,
  )) {
    // Four values are top, right, bottom and left: all four alike belong into one.
    if (
      value
        .replace(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '()')
        .trim()
        .split(/\s+/).length > 3
    )
      found.push(`${name}: ${value}`)
  }
  const moved =
    /\btranslateX\((?![^;]*--forward)[^;]*;|\brotate:?\(?(?![^;]*(?:--forward|360deg))[^;]*deg[^;]*;/g
  return [...found, ...[...css.matchAll(moved)].map(([text]) => text)]
}

/** The same of a screen: Mantine's short names, and styles written at an element. */
function physicalOf(tsx: string): string[] {
  const names =
    /\s(?:ml|mr|pl|pr)=|\b(?:margin|padding|border)(?:Left|Right)\w*:|textAlign: '(?:left|right)'/g
  const edges = [...tsx.matchAll(/style=\{\{([^}]*)\}\}/g)].flatMap(([, text = '']) =>
    [...text.matchAll(/\b(?:left|right):/g)].map(([edge]) => `style ${edge}`),
  )
  return [...[...tsx.matchAll(names)].map(([name]) => name.trim()), ...edges]
}

describe('a language that is read from right to left', () => {
  test('finds no edge of a style sheet or screen named left or right', () => {
    expect(styles.length).toBeGreaterThan(50)
    expect(styles.flatMap((path) => physicalIn(textOf(path)).map((what) => `${path}: ${what}`))).toEqual([])
    expect(screens.flatMap((path) => physicalOf(textOf(path)).map((what) => `${path}: ${what}`))).toEqual([])
  })

  test.each([
    '.a { margin-left: 4px; }',
    '.a { left: 0; }',
    '.a { text-align: right; }',
    '.a { border-right-color: red; }',
    '.a { border-top-left-radius: 4px; }',
    '.a { padding: 0 8px 0 4px; }',
    '.a { inset: calc(100% + 6px) 0 auto auto; }',
    '.a { transform: translateX(18px); }',
    '.a { rotate: 90deg; }',
  ])('a planted %s is seen', (css) => {
    expect(physicalIn(css)).not.toEqual([])
  })

  test.each([
    '<Group ml="xs" />',
    '<p style={{ left: 4 }} />',
    "<p style={{ textAlign: 'left' }} />",
    '<p style={{ paddingRight: 4 }} />',
  ])('a planted %s is seen', (tsx) => {
    expect(physicalOf(tsx)).not.toEqual([])
  })

  test('sees no fault where there is none', () => {
    const css =
      '.a { inset: auto 0 calc(var(--foot, 0px) + 16px); margin-inline-start: 4px; padding: 1px 2px 3px; }'
    expect(physicalIn(`${css} .left { transform: translateX(calc(-1px * var(--forward))); }`)).toEqual([])
    expect(physicalOf('<Group ms="xs" style={{ insetInlineStart: left }} />')).toEqual([])
  })

  test('finds every icon mirrored that points along the line', () => {
    const mirrored = textOf('src/kit/web/base.css')
    const pointing = (text: string) =>
      [...text.matchAll(/\bIcon((?:[A-Z][a-z]+)*(?:Left|Right|List|Logout|Login)(?:[A-Z][a-z]+)*)\b/g)].map(
        ([, name = '']) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      )
    const used = new Set(screens.flatMap((path) => pointing(textOf(path))))
    expect(used.size).toBeGreaterThan(3)
    expect([...used].filter((name) => !new RegExp(`tabler-icon${name}[,\\s]`).test(mirrored))).toEqual([])
    expect(pointing('<IconArrowBackLeft />')).toEqual(['-arrow-back-left'])
  })
})
