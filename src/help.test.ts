import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findArticles } from '#features/help/contract.ts'
import { files, textOf } from '#testing/source-tree.ts'
import { textsIn } from '#testing/wording.ts'
import { helpFolder, type ReadArticle, readArticle, readArticles } from '../vite-help.ts'
import { ties } from './permitted-ties.ts'

/** The feature of each screen. The sign-in is outside of the route table. */
const featureOfScreen = new Map<string, string>([['/login', 'identity']])
/** The features that show a section on the page of another noun's record, by that noun: sections have no address of their own. */
const sectionsOn = new Map<string, string[]>()
/** The screens with a search of their own, which the key `/` goes to. */
const searchedScreens = new Set<string>()
for (const path of files.filter((one) => /^src\/features\/.*\/web\/pages\.ts$/.test(one))) {
  const feature = /^src\/features\/([\w-]+)/.exec(path)?.[1] ?? ''
  type Declared = Record<string, { path: string; load: () => unknown }[] | object>
  const declared: Declared = await import(/* @vite-ignore */ `../${path}`)
  for (const [name, one] of Object.entries(declared)) {
    for (const page of Array.isArray(one) ? one : []) {
      featureOfScreen.set(page.path, feature)
      const [code = ''] = /src\/features\/[\w/-]+\.tsx/.exec(page.load.toString()) ?? []
      if (/searchLabel=|'\/':/.test(textOf(code))) searchedScreens.add(page.path)
    }
    const noun = Array.isArray(one) ? undefined : /Of([A-Z]\w*)$/.exec(name)?.[1]
    if (noun)
      sectionsOn.set(`${noun.toLowerCase()}s`, [...(sectionsOn.get(`${noun.toLowerCase()}s`) ?? []), feature])
  }
}

const catalogues = files.filter((path) => /texts\.ts$/.test(path) && textOf(path).includes('= catalogue({'))
/** What each text of a catalogue shows: the whole, and of a text with values the part before the first of them. */
const wordsOf = new Map(
  catalogues.map((path) => [
    path,
    textsIn(path, textOf(path)).map(({ text }) => text.replace(/<[^>]*>/g, '').replace(/[ :,]*[{“].*$/s, '')),
  ]),
)
const pictures = new Map(
  readdirSync(join(helpFolder, 'pictures')).map((file) => [
    file,
    statSync(join(helpFolder, 'pictures', file)).size,
  ]),
)
const mostBytes = { picture: 30_000, together: 350_000 }

/** What the screens of an article may show: texts of their features, of those that these know, and of the frame of each list. */
function wordsShownOn(article: ReadArticle): ReadonlySet<string> {
  const own = article.screens.map((path) => featureOfScreen.get(path) ?? '')
  const features = own.flatMap((feature) => [
    feature,
    ...(ties[feature] ?? []),
    ...(sectionsOn.get(feature) ?? []),
  ])
  const shown = catalogues.filter(
    (path) =>
      /^src\/(kit|app|features\/views)\//.test(path) ||
      features.some((one) => path.startsWith(`src/features/${one}/`)),
  )
  return new Set(shown.flatMap((path) => wordsOf.get(path) ?? []))
}

function partsOf({ blocks }: ReadArticle) {
  return blocks.flatMap((block) =>
    block.kind === 'text' ? block.words : 'items' in block ? block.items.flat() : [],
  )
}

/** What is wrong with these articles, in words. */
function faultsOf(
  articles: readonly ReadArticle[],
  screens: readonly string[] = [...featureOfScreen.keys()],
  sizes: ReadonlyMap<string, number> = pictures,
): string[] {
  const names = new Map(articles.map((article) => [article.name, article]))
  const explained = articles.flatMap((article) => article.screens)
  const used = new Set<string>()
  const faults = screens
    .filter((path) => !explained.includes(path))
    .map((path) => `${path} has no article in docs/help`)
  faults.push(
    ...explained
      .filter((path, at) => explained.indexOf(path) !== at)
      .map((path) => `${path} has two articles`),
  )
  for (const article of articles) {
    const say = (fault: string) => faults.push(`${article.name}.md ${fault}`)
    for (const path of article.screens) if (!screens.includes(path)) say(`explains ${path}, which is gone`)
    const shown = wordsShownOn(article)
    for (const part of partsOf(article)) {
      if (typeof part === 'string') continue
      if (part.kind === 'shown' && !shown.has(part.text)) say(`quotes “${part.text}”, which no text says`)
      const isSearchKey = part.kind === 'key' && part.text === '/'
      if (isSearchKey && !article.screens.some((path) => searchedScreens.has(path)))
        say('names the key “/” of a search, which its screen has not')
      if (part.kind === 'article' && !names.has(part.to)) say(`links to ${part.to}.md, which is not there`)
      if (part.kind !== 'screen') continue
      if (!screens.includes(part.to)) say(`links to ${part.to}, which is not there`)
      if (articles.some((one) => one.isRecord && one.screens.includes(part.to)))
        say(`links to ${part.to}, which shows nothing without a record`)
    }
    for (const block of article.blocks) {
      if (block.kind !== 'picture') continue
      used.add(block.source)
      const bytes = sizes.get(block.source)
      if (bytes === undefined) say(`shows ${block.source}, which is not there`)
      else if (bytes > mostBytes.picture) say(`shows ${block.source}, which has ${bytes} bytes`)
    }
  }
  faults.push(
    ...[...sizes.keys()].filter((file) => !used.has(file)).map((file) => `${file} is in no article`),
  )
  const together = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
  if (together > mostBytes.together) faults.push(`the pictures have ${together} bytes together`)
  return faults
}

const articles = readArticles()
const article = (body: string, head = 'screens: /planted', name = 'planted') =>
  readArticle(name, `---\ntitle: Planted\n${head}\n---\n\n${body}\n`)

describe('the help', () => {
  test('has an article for every screen, and says nothing that the screens do not show', () => {
    expect(featureOfScreen.size).toBeGreaterThan(90)
    expect(searchedScreens.size).toBeGreaterThan(35)
    expect(faultsOf(articles)).toEqual([])
  })

  test('is short, and its articles have a task or more each', () => {
    const lengths = articles.map(({ name }) => {
      const text = readFileSync(join(helpFolder, `${name}.md`), 'utf8')
      return { name, words: text.split('---')[2]?.split(/\s+/).length ?? 0 }
    })
    expect(lengths.filter(({ words }) => words < 60 || words > 330)).toEqual([])
    expect(articles.filter(({ headings }) => headings.length === 0)).toEqual([])
  })

  test.each([
    ['no article', [], 'has no article'],
    ['a screen that is gone', [article('Text.', 'screens: /gone')], 'explains /gone'],
    ['a screen twice', [article('Text.'), article('Text.')], 'has two articles'],
    ['a button that is gone', [article('Choose **Aprove everything**.')], 'quotes “Aprove everything”'],
    ['a link to no article', [article('See [there](nowhere.md).')], 'links to nowhere.md'],
    ['a link to no screen', [article('Open [there](/nowhere).')], 'links to /nowhere'],
    [
      'a link to a record',
      [article('Open [it](/planted).', 'screens: /planted\nrecord: yes')],
      'shows nothing without a record',
    ],
    ['the key of a search that is not there', [article('Press `/`.')], 'names the key “/”'],
    ['a missing picture', [article('![A list](pictures/none.webp)')], 'shows none.webp'],
    ['a heavy picture', [article('![A list](pictures/heavy.webp)')], 'heavy.webp, which has 30001 bytes'],
    ['a picture that no article shows', [article('Text.')], 'heavy.webp is in no article'],
  ])('planted with %s is refused', (_, planted, fault) => {
    const sizes = new Map([['heavy.webp', 30_001]])
    expect(faultsOf(planted, ['/planted'], sizes).join('\n')).toContain(fault)
  })

  test('planted with a button of another feature is refused, and with one of its own it is not', () => {
    const quoting = (words: string) =>
      faultsOf([article(`**${words}**`, 'screens: /webhooks')], ['/webhooks'])
    expect(quoting('Add Endpoint').join()).not.toContain('quotes')
    expect(quoting('Record attempt').join()).toContain('quotes “Record attempt”')
  })

  test('planted with more pictures than a reader should load is refused', () => {
    const sizes = new Map(Array.from({ length: 12 }, (_, at) => [`${at}.webp`, 29_900] as const))
    expect(faultsOf([], [], sizes)).toContain('the pictures have 358800 bytes together')
  })

  test.each(['<b>bold</b>', '# A title', '| a | table |', '> a quote', '```\ncode\n```'])(
    'planted with %s is not built',
    (text) => expect(() => article(text)).toThrow('is not known here'),
  )

  test('planted without a title, or with a fact that nobody knows, is not built', () => {
    expect(() => readArticle('planted', 'Text.')).toThrow('does not begin with its title')
    expect(() => article('Text.', 'screen: /planted')).toThrow('is not known here')
  })
})

describe('a search of the help', () => {
  const names = (q: string) => findArticles(q, articles).map(({ article: found }) => found.name)

  test('finds words in any order, by their beginning, and with a typo', () => {
    expect(names('verification pending')[0]).toBe('pending-verification')
    expect(names('pend verif')).toContain('pending-verification')
    expect(names('verfication pending')).toContain('pending-verification')
    expect(names('verification pending xyzzy')).toEqual([])
    expect(names(' ')).toEqual([])
  })

  test('names the task that was searched', () => {
    const [found] = findArticles('print packing slip', articles)
    expect(found?.heading).toMatch(/packing slip/i)
  })

  test('finds each article by its own title first', () => {
    const titles = articles.map(({ title }) => title)
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
    expect(
      articles
        .filter(({ title }) => findArticles(title, articles)[0]?.article.title !== title)
        .map(({ title }) => title),
    ).toEqual([])
  })
})
