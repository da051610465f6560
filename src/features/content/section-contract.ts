import { z } from 'zod'
import { type Slot, UsedPicture } from '#features/media/contract.ts'
import { line, paragraph } from '#kit/contract/text.ts'
import { sectionTexts as texts } from './section-texts.ts'

/** How a field is edited, checked, compared and shown in a release. */
export type FieldKind =
  | 'line'
  | 'text'
  | 'rich'
  | 'picture'
  | 'link'
  | 'color'
  | 'size'
  | 'time'
  | 'switch'
  | 'number'
  | 'order'

export interface SectionField {
  label: string
  kind: FieldKind
  schema: z.ZodType
  /** What the field has before anybody wrote it. */
  empty: unknown
  hint?: string
  /** The slots that a picture is cropped to: one, or a choice. None: the whole picture is used. */
  slots?: readonly Slot[]
  unit?: string
  /** The time that a day alone means; midnight where it is not said. */
  dayTime?: string
}

type Fields = Readonly<Record<string, SectionField>>

export interface Section {
  title: string
  /** The permission area of its screens. */
  area: 'Home Page Setting' | 'General Setting' | "Faq's" | 'Blogs'
  fields: Fields
  /** The entries of the section, in the order that people give them. */
  items?: { fields: Fields; atMost: number }
}

/** A page of the shop or of another site. */
const Link = z
  .string()
  .trim()
  .max(500)
  .regex(/^(?:\/(?![/\\])[^\s\\]*|https:\/\/[^\s\\]+)?$/, texts.linkSigns)
const Color = z.string().regex(/^#[0-9A-Fa-f]{6}$/, texts.colorSigns)
const Time = z.iso.datetime({ offset: true }).nullable()

/** Font sizes that a banner can have, in CSS pixels. */
export const fontSizes = [12, 14, 16, 18, 20, 24, 28, 32, 40, 48, 56, 64] as const
const Size = z.literal(fontSizes)

const lineField = (label: string, max: number) => ({
  label,
  kind: 'line' as const,
  schema: line(max),
  empty: '',
})
const textField = (label: string, max: number) => ({
  label,
  kind: 'text' as const,
  schema: paragraph(max),
  empty: '',
})
const richField = (label: string) => ({
  label,
  kind: 'rich' as const,
  schema: z.string().max(100_000),
  empty: '',
})
const linkField = (label: string) => ({ label, kind: 'link' as const, schema: Link, empty: '' })
const switchField = (label: string, empty = true) => ({
  label,
  kind: 'switch' as const,
  schema: z.boolean(),
  empty,
})
const sizeField = (label: string, empty: (typeof fontSizes)[number]) => ({
  label,
  kind: 'size' as const,
  schema: Size,
  empty,
  unit: 'px' as string,
})
const colorField = (label: string) => ({
  label,
  kind: 'color' as const,
  schema: Color,
  empty: '#1a1a1a',
  hint: texts.colorHint,
})
const timeField = (label: string, dayTime = '00:00') => ({
  label,
  kind: 'time' as const,
  schema: Time,
  empty: null,
  dayTime,
})
const numberField = (label: string, min: number, max: number, empty: number, unit?: string) => ({
  label,
  kind: 'number' as const,
  schema: z.int().min(min).max(max),
  empty,
  ...(unit ? { unit } : {}),
})
const pictureField = (label: string, ...slots: Slot[]) => ({
  label,
  kind: 'picture' as const,
  schema: UsedPicture.nullable(),
  empty: null,
  slots,
})

/** A banner with a picture of one of these sizes. */
const bannerFields = (...slots: Slot[]) => ({
  image: pictureField(texts.images, ...slots),
  title: lineField(texts.title, 120),
  title_size: sizeField(texts.titleSize, 32),
  title_color: colorField(texts.titleColor),
  sub_title: lineField(texts.subTitle, 200),
  sub_title_size: sizeField(texts.subTitleSize, 16),
  sub_title_color: colorField(texts.subTitleColor),
  cta: lineField(texts.cta, 40),
  cta_link: linkField(texts.ctaLink),
  from: timeField(texts.from),
  // “Until 14 Aug” is the end of that day.
  until: timeField(texts.until, '23:59'),
  is_on: switchField(texts.isOn),
})

/** The parts of the homepage, in the order that it begins with. */
export const homepageParts = [
  'slider_banners',
  'sub_slider_banners',
  'services',
  'popular_categories_banners',
  'products',
  'center_large_banner',
  'bottom_small_banners',
] as const

/** Every section of the shop window, each declared once: forms, checks, comparison and preview are derived from it. */
export const sections = {
  slider_banners: {
    title: texts.sliderBanners,
    area: 'Home Page Setting',
    fields: {},
    items: { fields: bannerFields({ width: 1550, height: 560 }), atMost: 12 },
  },
  sub_slider_banners: {
    title: texts.subSliderBanners,
    area: 'Home Page Setting',
    fields: {},
    items: { fields: bannerFields({ width: 343, height: 164 }), atMost: 12 },
  },
  services: {
    title: texts.services,
    area: 'Home Page Setting',
    fields: {},
    items: {
      fields: {
        icon: pictureField(texts.icon, { width: 43, height: 43 }),
        title: lineField(texts.title, 60),
        sub_title: lineField(texts.subTitle, 120),
        is_on: switchField(texts.isOn),
      },
      atMost: 8,
    },
  },
  popular_categories_banners: {
    title: texts.popularCategoriesBanners,
    area: 'Home Page Setting',
    fields: {},
    items: { fields: bannerFields({ width: 450, height: 170 }), atMost: 24 },
  },
  center_large_banner: {
    title: texts.centerLargeBanner,
    area: 'Home Page Setting',
    fields: {},
    items: { fields: bannerFields({ width: 1410, height: 1770 }), atMost: 4 },
  },
  bottom_small_banners: {
    title: texts.bottomSmallBanners,
    area: 'Home Page Setting',
    fields: {},
    items: { fields: bannerFields({ width: 690, height: 315 }, { width: 330, height: 315 }), atMost: 12 },
  },
  homepage: {
    title: texts.homepage,
    area: 'Home Page Setting',
    fields: {
      welcome: lineField(texts.welcome, 120),
      announcement: lineField(texts.announcement, 160),
      announcement_link: linkField(texts.announcementLink),
      popular_heading: lineField(texts.popularHeading, 80),
      products_heading: lineField(texts.productsHeading, 80),
      parts: {
        label: texts.order,
        kind: 'order' as const,
        schema: z
          .array(z.enum(homepageParts))
          .refine((parts) => new Set(parts).size === parts.length, texts.eachPartOnce),
        empty: [...homepageParts],
      },
      search_title: lineField(texts.searchTitle, 70),
      search_description: textField(texts.searchDescription, 160),
    },
  },
  about_us: {
    title: texts.aboutUs,
    area: 'Home Page Setting',
    fields: {
      title: lineField(texts.title, 120),
      banner: pictureField(texts.banner, { width: 1410, height: 400 }),
      text: richField(texts.text),
      search_title: lineField(texts.searchTitle, 70),
      search_description: textField(texts.searchDescription, 160),
    },
  },
  stores_page: {
    title: texts.stores,
    area: 'Home Page Setting',
    fields: {
      title: lineField(texts.title, 120),
      intro: textField(texts.intro, 500),
      per_page: numberField(texts.perPage, 6, 60, 24),
      search_title: lineField(texts.searchTitle, 70),
      search_description: textField(texts.searchDescription, 160),
    },
  },
  faq_page: {
    title: texts.faq,
    area: "Faq's",
    fields: {
      title: lineField(texts.title, 120),
      intro: textField(texts.intro, 500),
      search_title: lineField(texts.searchTitle, 70),
      search_description: textField(texts.searchDescription, 160),
    },
  },
  blog_page: {
    title: texts.blog,
    area: 'Blogs',
    fields: {
      title: lineField(texts.title, 120),
      intro: textField(texts.intro, 500),
      per_page: numberField(texts.perPage, 6, 60, 12),
      search_title: lineField(texts.searchTitle, 70),
      search_description: textField(texts.searchDescription, 160),
    },
    /** Texts beside the list of posts, as the specification's page has them. */
    items: {
      fields: { title: lineField(texts.title, 120), details: textField(texts.details, 2_000) },
      atMost: 20,
    },
  },
  logos: {
    title: texts.logo,
    area: 'General Setting',
    fields: {
      shop_name: lineField(texts.shopName, 60),
      header: pictureField(texts.headerLogo),
      footer: pictureField(texts.footerLogo),
      print: pictureField(texts.printLogo),
    },
  },
  favicon: {
    title: texts.favicon,
    area: 'General Setting',
    fields: { image: pictureField(texts.favicon, { width: 512, height: 512 }) },
  },
  loader: {
    title: texts.loader,
    area: 'General Setting',
    fields: { image: pictureField(texts.loader, { width: 200, height: 200 }) },
  },
  popup_banner: {
    title: texts.popupBanner,
    area: 'General Setting',
    fields: {
      ...bannerFields({ width: 690, height: 315 }),
      is_on: switchField(texts.isOn, false),
      delay_seconds: numberField(texts.delay, 0, 120, 3, 's'),
      again_days: numberField(texts.again, 0, 365, 7, 'days'),
    },
  },
} as const satisfies Record<string, Section>

export type SectionName = keyof typeof sections
export const sectionNames = Object.keys(sections) as SectionName[]

/** Sections whose working copy another feature keeps: they are compared, released and rolled back like all others. */
export const foreignSections = {
  faqs: {
    title: texts.faqs,
    area: "Faq's",
    empty: { items: [] },
    labels: { title: texts.title, details: texts.details, group: texts.group, is_active: texts.isOn },
  },
} as const satisfies Record<
  string,
  Pick<Section, 'title' | 'area'> & { empty: unknown; labels: Readonly<Record<string, string>> }
>
export type ForeignName = keyof typeof foreignSections
const foreignNames = Object.keys(foreignSections) as ForeignName[]

/** Every section that a release lists, by its name. */
export type ReleasedName = SectionName | ForeignName
export const releasedNames = [...sectionNames, ...foreignNames] as const

export function isOwnSection(name: ReleasedName): name is SectionName {
  return name in sections
}

/** The title of a section. */
export function titleOf(name: ReleasedName): string {
  return isOwnSection(name) ? sections[name].title : foreignSections[name].title
}

/** The permission area of a section. */
export function areaOf(name: ReleasedName): Section['area'] {
  return isOwnSection(name) ? sections[name].area : foreignSections[name].area
}

type ValuesOf<F> = {
  [N in keyof F]: F[N] extends { schema: infer S extends z.ZodType } ? z.output<S> : never
}
type Declared = typeof sections

/** What a section holds: its fields, and its entries with an id each that never changes. */
export type SectionValue<N extends SectionName = SectionName> = ValuesOf<Declared[N]['fields']> &
  (Declared[N] extends { items: { fields: infer I } } ? { items: ({ id: string } & ValuesOf<I>)[] } : object)

const shapeOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]))

/** True if what is shown from one moment until the other is never shown; a moment that cannot be read has no order. */
function isNeverShown({ from, until }: Readonly<Record<string, unknown>>): boolean {
  const [begin, end] = [Time.safeParse(from).data, Time.safeParse(until).data]
  return Boolean(begin && end && Date.parse(end) <= Date.parse(begin))
}

/** Told beside what is wrong with other fields, so that nobody mends a banner in two rounds. */
const untilTooEarly = {
  path: ['until'],
  message: texts.untilTooEarly,
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
}

/**
 * The schema of what a section holds: every field, nothing else, at most as many entries as it may have, and no time that
 * ends before it begins. What is stored may be older than a rule: it is held against them when it is saved.
 */
export function schemaOf(name: SectionName): z.ZodType<SectionValue> {
  const { fields, items }: Section = sections[name]
  const entry =
    items &&
    z
      .strictObject({ id: z.uuid(), ...shapeOf(items.fields) })
      .refine((given) => !isNeverShown(given), untilTooEarly)
  return z
    .strictObject({
      ...shapeOf(fields),
      ...(items && entry
        ? { items: z.array(entry).max(items.atMost, texts.atMostEntries({ atMost: items.atMost })) }
        : {}),
    })
    .refine((given) => !isNeverShown(given), untilTooEarly) as unknown as z.ZodType<SectionValue>
}

const emptyOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, { empty }]) => [name, empty]))

/** What a section holds before anybody wrote it. */
export function emptyValue<N extends SectionName>(name: N): SectionValue<N> {
  const { fields, items }: Section = sections[name]
  return { ...emptyOf(fields), ...(items ? { items: [] } : {}) } as unknown as SectionValue<N>
}

/** A new entry of a section. */
export function emptyItem(name: SectionName, id: string): Record<string, unknown> & { id: string } {
  const { items }: Section = sections[name]
  return { id, ...emptyOf(items?.fields ?? {}) }
}
