import { folded } from '#kit/contract/search-words.ts'

/** Hashes of a name, in bands of three: names that share eight tenths of their trigrams share a band in 99.7 of 100 cases. */
const bands = 8
const rowsOfBand = 3
const seeds = Array.from({ length: bands * rowsOfBand }, (_, n) => Math.imul(n + 1, 0x9e3779b1) >>> 0)

/** Words that say nothing of the product. */
const noise = new Set(
  [
    'new',
    'original',
    'sale',
    'best',
    'premium',
    'quality',
    'free',
    'delivery',
    'offer',
    'for',
    'the',
    'and',
    'with',
    'of',
  ].concat(['in', 'by', 'a', 'high', 'latest', 'pakistan', 'hot', '100', '%', 'imported']),
)

/** A name as it is compared: folded, without signs and without words that say nothing. */
export function plainName(name: string): string {
  const words = folded(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const telling = words.filter((word) => !noise.has(word))
  return (telling.length > 0 ? telling : words).join(' ')
}

/** The trigrams of a plain name, word by word, so that the order of the words does not matter. */
function trigramsOf(plain: string): Set<string> {
  const found = new Set<string>()
  for (const word of plain.split(' ')) {
    const padded = `  ${word} `
    for (let at = 0; at + 3 <= padded.length; at += 1) found.add(padded.slice(at, at + 3))
  }
  return found
}

/** Words that make a variant of a product: sizes, models and colours. */
const variantWords = new Set(
  (
    'small medium large extra mini midi maxi big kids junior king queen single double xs s m l xl xxl xxxl ' +
    'pro lite max plus ultra neo standard basic deluxe men women boys girls ' +
    'black white red blue green yellow orange purple pink brown grey gray silver gold golden beige maroon navy ' +
    'teal mustard emerald cobalt tan rose amber ivory cream turquoise peach mint lilac'
  ).split(' '),
)

/** The share of trigrams that two plain names have in common, from 0 to 1. Other numbers, sizes or colours are variants: 0. */
export function likenessOf(one: string, other: string): number {
  return likenessTo(one)(other)
}

/** The same for one name that is compared with many. */
export function likenessTo(one: string): (other: string) => number {
  const [variant, own] = [variantOf(one), trigramsOf(one)]
  return (other) => {
    if (variantOf(other) !== variant) return 0
    const others = trigramsOf(other)
    let common = 0
    for (const trigram of others) if (own.has(trigram)) common += 1
    return common === 0 ? 0 : common / (own.size + others.size - common)
  }
}

function variantOf(plain: string): string {
  const words = plain.split(' ').filter((word) => variantWords.has(word))
  return [...(plain.match(/\d+/g) ?? []), ...new Set(words)].sort().join(' ')
}

function mixed(text: string, seed: number): number {
  let hash = seed ^ 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** The key of a SKU, whatever its signs and capitals; null for a SKU that is too short or has no digit and says nothing. */
export function skuKey(sku: string): string | null {
  const plain = folded(sku).replace(/[^\p{L}\p{N}]+/gu, '')
  return plain.length >= 5 && /\d/.test(plain) ? `s${plain}` : null
}

/** The keys under which listings with a like name, the same SKU or a like picture are found. */
export function keysOf({
  plain,
  sku,
  pictures,
}: {
  plain: string
  sku: string
  pictures: readonly string[]
}): string[] {
  const least = seeds.map(() => 0xffffffff)
  for (const trigram of trigramsOf(plain)) {
    seeds.forEach((seed, n) => {
      const hash = mixed(trigram, seed)
      if (hash < (least[n] ?? 0)) least[n] = hash
    })
  }
  // Variants are never alike, and comparing them would be useless.
  const variant = variantOf(plain)
  const named = Array.from({ length: bands }, (_, n) => {
    const rows = `${least.slice(n * rowsOfBand, (n + 1) * rowsOfBand).join('.')} ${variant}`
    return `n${n}${mixed(rows, 7).toString(36)}`
  })
  return [...named, skuKey(sku) ?? [], ...new Set(pictures.flatMap(pictureKeys))].flat()
}

const pictureParts = 5

/**
 * Every fifth bit of the hash each, so that all have something of the whole picture: two hashes that differ in four bits
 * at most have one of them in common.
 */
export function pictureKeys(hash: string): string[] {
  if (isPlain(hash)) return []
  const bits = BigInt(`0x${hash}`).toString(2).padStart(128, '0')
  return Array.from({ length: pictureParts }, (_, part) => {
    let own = ''
    for (let at = part; at < bits.length; at += pictureParts) own += bits[at]
    return `p${part}${Number.parseInt(own, 2).toString(36)}`
  })
}

/** A picture without any drawing, as a plain ground, looks like every other such picture. */
function isPlain(hash: string): boolean {
  const set = differingBits(hash, '0'.repeat(hash.length))
  return set < 12 || set > 116
}

/** In how many of 128 bits two hashes of pictures differ. */
export function differingBits(one: string, other: string): number {
  if (one === other) return 0
  let bits = 0
  for (let at = 0; at < one.length; at += 8) {
    let left = Number.parseInt(one.slice(at, at + 8), 16) ^ Number.parseInt(other.slice(at, at + 8), 16)
    for (; left !== 0; left &= left - 1) bits += 1
  }
  return bits
}

/** A pixel is darker only by more than so much of 255: what differs less changes whenever a picture is saved again. */
const darkerBy = 4

/**
 * The hash of a picture of 9 by 9 grey pixels, in 32 hexadecimal digits: whether each pixel is darker than the one beside it,
 * and than the one below. Each four digits hold a line of both. It survives resizing and saving again.
 */
export function pictureHash(grey: ArrayLike<number>): string {
  const at = (x: number, y: number) => grey[y * 9 + x] ?? 0
  const lines = Array.from({ length: 8 }, (_, y) => {
    let across = 0
    let down = 0
    for (let x = 0; x < 8; x += 1) {
      across = across * 2 + (at(x, y) + darkerBy < at(x + 1, y) ? 1 : 0)
      down = down * 2 + (at(x, y) + darkerBy < at(x, y + 1) ? 1 : 0)
    }
    return across.toString(16).padStart(2, '0') + down.toString(16).padStart(2, '0')
  })
  return lines.join('')
}

/** A step between two pixels beside each other counts from so much of 255. */
const strongStep = 32
/** Lines of a band, and of what is above and below it, in a picture of 96 lines: writing is at least so high. */
const [bandLines, gapLines, aroundLines] = [8, 2, 10]

/**
 * How much a grey picture looks as if words were written across it: how many more strong changes of light, up and down, the
 * lines of one band have than those around it. A pattern has them in all lines, and an edge has one or two.
 */
export function writingIn(grey: ArrayLike<number>, width: number, height: number): number {
  const changes = Array.from({ length: height }, (_, y) => {
    let count = 0
    let way = 0
    for (let x = 1; x < width; x += 1) {
      const step = (grey[y * width + x] ?? 0) - (grey[y * width + x - 1] ?? 0)
      if (Math.abs(step) < strongStep || Math.sign(step) === way) continue
      way = Math.sign(step)
      count += 1
    }
    return count
  })
  let most = 0
  for (let y = gapLines + 1; y + bandLines + gapLines < height; y += 1) {
    const end = y + bandLines
    const above = changes.slice(Math.max(0, y - gapLines - aroundLines), y - gapLines)
    const around = [...above, ...changes.slice(end + gapLines, end + gapLines + aroundLines)]
    most = Math.max(most, quantile(changes.slice(y, end), 0.25) - quantile(around, 0.75))
  }
  return most
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.round(share * (sorted.length - 1))] ?? 0
}
