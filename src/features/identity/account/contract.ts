import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { columnWidths } from '#kit/contract/page.ts'
import { texts } from './texts.ts'

/** Limits of an uploaded photo; the upload field shows the same limits. */
export const photoLimits = { maxBytes: 5 * 1024 * 1024, megapixels: 25, side: 256 } as const

export const themes = ['light', 'dark', 'auto'] as const
export type Theme = (typeof themes)[number]

export const mostPins = 20

/** Row heights of lists. */
export const densities = ['compact', 'comfortable'] as const
export type Density = (typeof densities)[number]

/** The path of a screen without its query; the menu checks that the screen exists. */
const pin = z
  .string()
  .max(100)
  .regex(/^\/[\w/-]*$/, texts.noPathOfAScreen)

const columnKey = z.string().min(1).max(40)
const columnKeys = z
  .array(columnKey)
  .max(40)
  .transform((keys) => [...new Set(keys)])

/** A user's layout of one list. Empty values mean the default from the specification. */
export const ListLayout = z.strictObject({
  /** Column keys in the user's order; columns that are not listed keep their places. */
  order: columnKeys,
  hidden: columnKeys,
  widths: z.record(columnKey, z.int().min(columnWidths.least).max(columnWidths.most)),
  /** The saved view that the list opens with; null for the unfiltered list. */
  view: z.uuid().nullable(),
})
export type ListLayout = z.infer<typeof ListLayout>

const mostLists = 64
const Lists = z
  .record(pin, ListLayout)
  .refine((lists) => Object.keys(lists).length <= mostLists, texts.atMostLists({ mostLists }))

/** A user's display preferences, the same in every browser. */
const Preferences = z.strictObject({
  theme: z.enum(themes),
  has_shortcuts: z.boolean(),
  pins: z
    .array(pin)
    .max(mostPins, texts.atMostPins({ mostPins }))
    .transform((paths) => [...new Set(paths)]),
  density: z.enum(densities),
  /** After a decision the next record opens at once, instead of the dialog. */
  goes_on: z.boolean(),
  /** The first steps of a new installation are put away. */
  hides_first_steps: z.boolean(),
  /** Keyed by the path of the screen; lists without an entry stay unchanged. */
  lists: Lists,
})

/**
 * What colleagues see of a person beside the name: the photo id (null without a photo), and whether the person is away.
 */
export const Presence = z.object({ photo: z.uuid().nullable(), is_away: z.boolean() })
export type Presence = z.infer<typeof Presence>

/** All settings that people change for themselves. */
export const Settings = Presence.extend({
  theme: z.enum(themes),
  has_shortcuts: z.boolean(),
  pins: z.array(z.string()),
  density: z.enum(densities),
  goes_on: z.boolean(),
  hides_first_steps: z.boolean(),
  lists: z.record(z.string(), ListLayout),
})
export type Settings = z.infer<typeof Settings>

export const account = {
  changePreferences: endpoint({
    method: 'PATCH',
    path: '/api/account/preferences',
    summary: 'Change your preferences; omitted fields stay unchanged',
    access: { kind: 'signed-in' },
    body: Preferences.partial(),
    answer: Settings,
  }),
  changeAvailability: endpoint({
    method: 'PATCH',
    path: '/api/account/availability',
    summary: 'Set your status to away or available; colleagues see it beside your name',
    access: { kind: 'signed-in' },
    body: z.strictObject({ is_away: z.boolean() }),
    answer: Settings,
  }),
  changePhoto: endpoint({
    method: 'POST',
    path: '/api/account/photo',
    summary: 'Set your photo: one multipart part named file, cropped to a square of 256 pixels',
    access: { kind: 'signed-in' },
    upload: { maxBytes: photoLimits.maxBytes },
    transactions: 'own',
    answer: Settings,
  }),
  removePhoto: endpoint({
    method: 'DELETE',
    path: '/api/account/photo',
    summary: 'Remove your photo',
    access: { kind: 'signed-in' },
    transactions: 'own',
    answer: Settings,
  }),
  photo: endpoint({
    method: 'GET',
    path: '/api/account/photos/:id',
    summary: 'Get your photo or the photo of a colleague by its id',
    access: { kind: 'signed-in' },
    params: z.strictObject({ id: z.uuid() }),
    layout: 'bytes',
    refuses: ['not-found'],
  }),
}
