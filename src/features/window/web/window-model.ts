import { numberOf } from '#kit/contract/words.ts'
import type { Banner, Content, Picture, SectionKey, Sections } from '../contract.ts'
import { texts } from '../texts.ts'

/** A section of the content, each field of which may be missing. */
export function sectionOf<Name extends SectionKey>(content: Content, name: Name): Partial<Sections[Name]> {
  const section = content.sections[name]
  return typeof section === 'object' && section !== null ? (section as Partial<Sections[Name]>) : {}
}

/** Text as it is shown; anything else counts as none. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** The entries of a section that are shown: with a clock also those outside of their time are left out. */
export function itemsOf<Item extends { is_on?: boolean }>(
  items: Item[] | undefined,
  now: number | null,
): Item[] {
  if (!Array.isArray(items)) return []
  return items.filter((item) => item && typeof item === 'object' && isShown(item, now))
}

/** Whether something is on, and within its time where a clock is given: public answers hold nothing else anyway. */
export function isShown(
  item: { is_on?: boolean; from?: string | null; until?: string | null },
  now: number | null,
): boolean {
  if (item.is_on === false) return false
  if (now === null) return true
  const [from, until] = [Date.parse(item.from ?? ''), Date.parse(item.until ?? '')]
  return !(from > now) && !(until <= now)
}

const pictureName = /^[0-9a-f]{64}$/

/** The address of a picture; empty for what is none. */
export function mediaUrl(media: string | null | undefined): string {
  return typeof media === 'string' && pictureName.test(media) ? `/media/${media}.webp` : ''
}

/** The widths in which the server also has each picture. */
const narrowWidths = [480, 960, 1600]

/** The same picture in every width that it is served in, for the browser to choose from; empty for a small one. */
export function widthsOf(media: string, width: number): string {
  const narrower = narrowWidths.filter((one) => one < width)
  const whole = mediaUrl(media)
  if (narrower.length === 0 || !whole) return ''
  const sources = [...narrower.map((one) => [`/media/${media}-${one}.webp`, one]), [whole, width]]
  return sources.map((source) => `${source.join(' ')}w`).join(', ')
}

/** A picture that can be shown, with a size that is a number. */
export function pictureOf(picture: Picture | null | undefined): Picture | null {
  if (!picture || !mediaUrl(picture.media)) return null
  const [width, height] = [picture.width, picture.height].map((side) => Math.round(Number(side)))
  return width && height && width > 0 && height > 0 ? { ...picture, width, height } : null
}

const colorForm = /^#[0-9a-f]{6}$/i

/** The class that gives a text its colour; none for what is not a colour. */
export function colorClass(color: unknown): string {
  return typeof color === 'string' && colorForm.test(color) ? `c-${color.slice(1).toLowerCase()}` : ''
}

const sizes = [12, 14, 16, 18, 20, 24, 28, 32, 40, 48, 56, 64]

/** The class that gives a text its size; none for a size that the window does not know. */
export function sizeClass(size: unknown): string {
  return sizes.includes(Number(size)) ? `s-${Number(size)}` : ''
}

const painted = [
  'slider_banners',
  'sub_slider_banners',
  'popular_categories_banners',
  'center_large_banner',
  'bottom_small_banners',
] as const

/**
 * The rules for the colours that people chose, one class each: a strict policy allows no style at an element of a
 * document, and admits these rules by their hash.
 */
export function colorRules(content: Content): string {
  const banners = painted.flatMap((name) => {
    const { items } = sectionOf(content, name)
    return Array.isArray(items) ? items : []
  })
  const all: Partial<Banner>[] = [...banners, sectionOf(content, 'popup_banner')]
  const colors = new Set(
    all
      .flatMap((banner) => [banner?.title_color, banner?.sub_title_color])
      .filter((color): color is string => colorClass(color) !== '')
      .map((color) => color.slice(1).toLowerCase()),
  )
  return [...colors]
    .sort()
    .map((color) => `.c-${color}{color:#${color}}`)
    .join('')
}

/** Where a link of the content leads; null for what is neither a page of the shop nor https. */
export function hrefOf(base: string, link: unknown): string | null {
  const written = textIn(link)
  if (/^https:\/\/[^\s\\]+$/.test(written)) return written
  if (!/^\/(?![/\\])[^\s\\]*$/.test(written)) return null
  if (written === base || written.startsWith(`${base}/`)) return written
  return written === '/' ? base : `${base}${written}`
}

/** What a link to another site says of the page that it leaves. */
export const relOf = (href: string) => (href.startsWith('https:') ? 'noopener' : undefined)

/** How many entries a page of a list has: what the content says, within what the calls answer. */
export function perPageOf(value: unknown, standard: number): number {
  const number = Math.round(Number(value))
  return number >= 6 && number <= 60 ? number : standard
}

/** How many listings of a store the call answers for each of its pages. */
export const productsPerPage = 24

/** An amount of the wire with its currency; empty for what is none. */
export function priceOf(wire: string): string {
  const [, rupees, decimals = ''] = /^(\d{1,16})(\.\d{1,2})?$/.exec(wire) ?? []
  if (rupees === undefined) return ''
  return texts.rupees({ amount: `${numberOf(Number(rupees))}${decimals ? decimals.padEnd(3, '0') : ''}` })
}

const homeParts = [
  'slider_banners',
  'sub_slider_banners',
  'services',
  'popular_categories_banners',
  'products',
  'center_large_banner',
  'bottom_small_banners',
]

/** The parts of the homepage in the order of the content; all of them where it does not say. */
export function homePartsOf(content: Content): readonly string[] {
  const { parts } = sectionOf(content, 'homepage')
  return Array.isArray(parts) ? parts : homeParts
}
