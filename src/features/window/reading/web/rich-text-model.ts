/** A piece of a text: words, or an element with only those attributes that may be shown. */
export type Piece = string | RichElement
export interface RichElement {
  tag: string
  attributes: Readonly<Record<string, string>>
  pieces: Piece[]
}

/** Every element that a text may have. What it names otherwise is left out, and its words stay. */
const shown = new Set(
  'p h2 h3 h4 ul ol li blockquote strong b em i u s code pre a table thead tbody tr th td figure figcaption img br hr sub sup'.split(
    ' ',
  ),
)
const alone = new Set(['br', 'hr', 'img'])
/** Elements whose content is no words. */
const silent =
  /^(?:script|style|template|iframe|object|svg|math|noscript|textarea|title|xmp|noembed|noframes)$/
/** What closes by itself where the next of it, or what is around it, begins or ends. */
const closedBy: Readonly<Record<string, RegExp>> = {
  p: /^(?:p|h[2-4]|ul|ol|blockquote|table|figure|pre|hr)$/,
  li: /^li$/,
  tr: /^tr$/,
  td: /^(?:td|th|tr)$/,
  th: /^(?:td|th|tr)$/,
}
const deepest = 40

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
}

/** The text that HTML writes; an entity that is not known stays as it is. */
function wordsOf(html: string): string {
  return html.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(\w{2,8}));/g, (all, decimal, hex, name) => {
    if (name) return entities[name] ?? all
    const code = Number.parseInt(decimal ?? hex, decimal ? 10 : 16)
    const isLetter = code > 31 && code < 0x110000 && !(code >= 0xd800 && code < 0xe000)
    return isLetter || code === 10 ? String.fromCodePoint(code) : ''
  })
}

function attributesOf(tag: string, written: string): Record<string, string> | null {
  const given: Record<string, string> = {}
  for (const [, name = '', double, single, bare] of written.matchAll(
    /([a-zA-Z][\w-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g,
  ))
    given[name.toLowerCase()] = wordsOf(double ?? single ?? bare ?? '')
  const pick = (name: string, form: RegExp) =>
    form.test(given[name] ?? '') ? { [name]: given[name] ?? '' } : {}
  if (tag === 'a')
    return pick('href', /^(?:https:\/\/[^\s\\]+|mailto:[^\s]+|tel:[+\d\s-]+|\/(?![/\\])[^\s\\]*|#[\w-]+)$/)
  if (tag === 'th' || tag === 'td')
    return {
      ...pick('colspan', /^[1-9]\d?$/),
      ...pick('rowspan', /^[1-9]\d?$/),
      ...pick('scope', /^(?:col|row)$/),
    }
  if (tag === 'ol') return pick('start', /^\d{1,4}$/)
  if (tag !== 'img') return {}
  // Pictures come from the library alone.
  const source = pick('src', /^\/media\/[0-9a-f]{64}(?:-\d{2,4})?\.webp$/)
  if (!source.src) return null
  return { ...source, alt: given.alt ?? '', ...pick('width', /^\d{1,5}$/), ...pick('height', /^\d{1,5}$/) }
}

/**
 * Reads HTML into pieces of which each element and attribute is known to be harmless: the window never writes HTML, it
 * draws what it has read. What the server has cleaned comes out as it is; anything else loses what it must not have.
 */
export function readRichText(html: string): Piece[] {
  const root: RichElement = { tag: '', attributes: {}, pieces: [] }
  const open: RichElement[] = [root]
  const last = () => open.at(-1) ?? root
  let silentUntil: string | null = null
  const token = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-zA-Z][a-zA-Z0-9-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>|[^<]+|</g
  for (const [all, close, name, written = ''] of html.matchAll(token)) {
    const tag = name?.toLowerCase()
    if (silentUntil !== null) {
      if (tag === silentUntil && close) silentUntil = null
      continue
    }
    if (all.startsWith('<!--')) continue
    if (tag === undefined) {
      const words = wordsOf(all)
      if (words) last().pieces.push(words)
      continue
    }
    if (silent.test(tag)) {
      if (!close && !written.endsWith('/')) silentUntil = tag
      continue
    }
    if (!shown.has(tag)) continue
    if (close) {
      const at = open.findLastIndex((element) => element.tag === tag)
      if (at > 0) open.length = at
      continue
    }
    if (closedBy[last().tag]?.test(tag) && open.length > 1) open.pop()
    const attributes = attributesOf(tag, written)
    if (!attributes) continue
    const element: RichElement = { tag, attributes, pieces: [] }
    last().pieces.push(element)
    if (!alone.has(tag) && !written.endsWith('/') && open.length < deepest) open.push(element)
  }
  return root.pieces
}

/** The words of a text without its elements, for descriptions. */
export function plainOf(html: string): string {
  const words = (pieces: readonly Piece[]): string =>
    pieces.map((piece) => (typeof piece === 'string' ? piece : ` ${words(piece.pieces)} `)).join('')
  return words(readRichText(html)).replaceAll(/\s+/g, ' ').trim()
}
