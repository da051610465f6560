import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'

/** The kinds of record that are found, in the groups in which they are shown, in this order. */
export const foundGroups = {
  orders: ['order'],
  transactions: [
    'vendor_withdrawal',
    'customer_withdrawal',
    'vendor_payout_run',
    'customer_payout_run',
    'settlement',
    'refund',
  ],
  vendors: ['vendor'],
  customers: ['customer'],
  products: ['product'],
  categories: ['category'],
  campaigns: ['promotion'],
  staff: ['person'],
  posts: ['post'],
  faqs: ['faq'],
  releases: ['release'],
} as const
export type FoundGroupName = keyof typeof foundGroups
export type FoundKind = (typeof foundGroups)[FoundGroupName][number]

export const groupNames = Object.keys(foundGroups) as [FoundGroupName, ...FoundGroupName[]]
export const foundKinds = Object.values(foundGroups).flat() as [FoundKind, ...FoundKind[]]

/** The most rows that are answered for a group, and the most records that are named in one call. */
const [mostRows, mostNamed] = [20, 20]

export const FoundRecord = z.object({
  kind: z.enum(foundKinds),
  id: z.uuid(),
  title: z.string(),
  /** What is shown beside the title: names, numbers, places. */
  notes: z.array(z.string()),
  /** Rupees; empty for a record without an amount. */
  amount: z.string(),
  /** The status as its noun names it; empty for a noun without one. */
  status: z.string(),
})
export type FoundRecord = z.infer<typeof FoundRecord>

export const FoundGroup = z.object({
  group: z.enum(groupNames),
  rows: z.array(FoundRecord),
  total: z.int(),
  /** False if only the first 1,000 of a kind were counted. */
  total_is_exact: z.boolean(),
})
export type FoundGroup = z.infer<typeof FoundGroup>

const separated = z
  .string()
  .max(2_000)
  .transform((text) => text.split(','))

/** A record by its kind and id. */
const Named = z
  .string()
  .regex(new RegExp(`^(?:${foundKinds.join('|')}):[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$`))

const access = { kind: 'signed-in' } as const

/** Finding any record. A person finds what they may open; of all other records nothing is answered, nor counted. */
export const search = {
  find: endpoint({
    method: 'GET',
    path: '/api/admin/find',
    summary: 'Find records of every kind that you may open, grouped; a group without results is left out',
    access,
    query: z.strictObject({
      q: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .meta({ description: 'What the lists of the same records are searched by' }),
      groups: separated
        .pipe(z.array(z.enum(groupNames)).min(1).max(groupNames.length))
        .optional()
        .meta({ description: `The groups to look in, separated by commas: ${groupNames.join(', ')}` }),
      limit: z.coerce.number().int().min(1).max(mostRows).default(5),
    }),
    answer: z.array(FoundGroup),
  }),
  name: endpoint({
    method: 'GET',
    path: '/api/admin/find/records',
    summary: 'The present names of these records, in this order; those that you may not open are left out',
    access,
    query: z.strictObject({
      records: separated.pipe(z.array(Named).min(1).max(mostNamed)).meta({
        description:
          'Kind and id of each record, separated by commas: order:01a1fc80-d469-7475-b815-ea04c5a66a67',
      }),
    }),
    answer: z.array(FoundRecord),
  }),
}
