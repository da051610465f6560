import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { filledLine } from '#kit/contract/text.ts'
import { productStatuses } from '../contract.ts'
import { texts } from './texts.ts'

interface Check {
  /** What a finding adds to the risk of a listing. */
  weight: number
  /** From when on it is a finding; null for a check that either holds or does not. */
  threshold: { usual: number; least: number; most: number; unit: string } | null
  isOn: boolean
}

const percent = (usual: number, least = 1, most = 100) => ({ usual, least, most, unit: '%' })

/** Every check of listings with what it is when nobody has changed it. */
export const checks = {
  duplicate_own: { weight: 40, threshold: percent(85, 50), isOn: true },
  duplicate_other: { weight: 25, threshold: percent(90, 50), isOn: true },
  same_picture: {
    weight: 25,
    threshold: { usual: 5, least: 0, most: 12, unit: texts.unitBits },
    isOn: true,
  },
  price_category: {
    weight: 20,
    threshold: { usual: 6, least: 2, most: 100, unit: texts.unitTimes },
    isOn: true,
  },
  price_history: { weight: 25, threshold: percent(50, 10, 1000), isOn: true },
  sale_above_retail: { weight: 60, threshold: null, isOn: true },
  deep_discount: { weight: 15, threshold: percent(80, 20, 99), isOn: true },
  no_picture: { weight: 30, threshold: null, isOn: true },
  tiny_picture: {
    weight: 15,
    threshold: { usual: 400, least: 50, most: 4000, unit: texts.unitPixels },
    isOn: true,
  },
  writing_on_picture: {
    weight: 10,
    threshold: { usual: 14, least: 4, most: 60, unit: texts.unitChanges },
    isOn: true,
  },
  contact: { weight: 40, threshold: null, isOn: true },
  forbidden_words: { weight: 60, threshold: null, isOn: true },
  capitals: {
    weight: 10,
    threshold: { usual: 10, least: 4, most: 200, unit: texts.unitLetters },
    isOn: true,
  },
  language: { weight: 15, threshold: percent(20), isOn: true },
  measures: {
    weight: 20,
    threshold: { usual: 10, least: 1, most: 100, unit: texts.unitDensity },
    isOn: true,
  },
  category_words: {
    weight: 20,
    threshold: { usual: 50, least: 2, most: 100_000, unit: texts.unitTimes },
    isOn: true,
  },
  thin_text: {
    weight: 10,
    threshold: { usual: 20, least: 1, most: 1000, unit: texts.unitLetters },
    isOn: true,
  },
} as const satisfies Readonly<Record<string, Check>>
export type CheckName = keyof typeof checks
export const checkNames = Object.keys(checks) as readonly CheckName[]

/** Findings of this weight and more are warnings: an approval in spite of one needs a reason. Lighter ones only add to the risk. */
export const warnsFrom = 30

/** The usual values of a check, with its threshold where it has one. */
export const checkOf = (name: CheckName): Check => checks[name]

const settingOf = (name: CheckName) => {
  const { threshold } = checkOf(name)
  return z.strictObject({
    is_on: z.boolean(),
    weight: z.int(texts.wholeNumber).min(1, texts.weightRange).max(100, texts.weightRange),
    /** 0 for a check without a threshold. */
    threshold: threshold
      ? z
          .number(texts.mustBeNumber)
          .min(threshold.least, texts.atLeast({ least: threshold.least }))
          .max(threshold.most, texts.atMost({ most: threshold.most }))
      : z.literal(0),
  })
}
export type CheckSetting = z.infer<ReturnType<typeof settingOf>>
const ForbiddenWord = z.strictObject({
  word: filledLine(60),
  /** Only in this category and below it; null for all. */
  category_id: z.uuid().nullable(),
})
export type ForbiddenWord = z.infer<typeof ForbiddenWord>

/** Which checks are on, with weight and threshold, and the forbidden words. */
export const ListingChecks = z.strictObject({
  checks: z.strictObject(
    Object.fromEntries(checkNames.map((name) => [name, settingOf(name)])) as {
      [N in CheckName]: ReturnType<typeof settingOf>
    },
  ),
  forbidden: z.array(ForbiddenWord).max(1000, texts.tooManyWords),
})
export type ListingChecks = z.infer<typeof ListingChecks>
export const SavedListingChecks = ListingChecks.extend({ version: z.int() })
export type SavedListingChecks = z.infer<typeof SavedListingChecks>

/** The settings when nobody has changed them. */
export const usualChecks: ListingChecks['checks'] = Object.fromEntries(
  checkNames.map((name) => {
    const { weight, threshold, isOn } = checkOf(name)
    return [name, { is_on: isOn, weight, threshold: threshold?.usual ?? 0 }]
  }),
) as ListingChecks['checks']

/** What a check found. The words are made of the values by the reader. */
export const Finding = z.object({
  check: z.enum(checkNames as [CheckName, ...CheckName[]]),
  weight: z.int(),
  /** The field that it concerns; `pictures` for the pictures. */
  field: z.string(),
  /** What was found: the words, the number, and what it was held against. */
  values: z.record(z.string(), z.string()),
  /** Listings that look alike. */
  products: z.array(
    z.object({
      id: z.uuid(),
      product_name: z.string(),
      shop_name: z.string(),
      status: z.enum(productStatuses),
      cover_image: z.string(),
    }),
  ),
})
export type Finding = z.infer<typeof Finding>

export const FoundChecks = z.object({
  /** False while the present version of the listing has not been checked. */
  is_checked: z.boolean(),
  checked_at: z.string().nullable(),
  risk: z.int(),
  findings: z.array(Finding),
})
export type FoundChecks = z.infer<typeof FoundChecks>

/** The checks of listings: what they found, and how they are set. */
export const listingChecks = {
  found: endpoint({
    method: 'GET',
    path: '/api/admin/products/:id/checks',
    summary: 'What the checks found of a listing, and its risk',
    access: grants('Products', 'view'),
    params: z.strictObject({ id: z.uuid() }),
    answer: FoundChecks,
    refuses: ['not-found'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/listing-checks',
    summary: 'The checks of listings with weights and thresholds, and the forbidden words',
    access: grants('General Setting', 'view'),
    answer: SavedListingChecks,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/admin/listing-checks',
    summary: 'Save the checks of listings. Every listing that waits is checked again',
    access: grants('General Setting', 'configure'),
    body: ListingChecks,
    answer: SavedListingChecks,
    conditional: true,
    refuses: ['stale'],
    takesLong: true,
  }),
}
