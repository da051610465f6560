import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { paragraph } from '#kit/contract/text.ts'
import { filePaths } from '../fields-contract.ts'
import { texts } from './texts.ts'

/** What a vendor has to show, each with the fields and documents that it is about; what is in none of them is profile. */
const requirementPaths = {
  documents: Object.values(filePaths) as readonly string[],
  identity: ['username', 'seller.cnic'],
  tax: ['shop.shop_ntn'],
  bank: [
    'shop.bank_name',
    'shop.account_title',
    'shop.account_number',
    'shop.branch_code',
    'shop.ibn_number',
  ],
  profile: [],
} as const satisfies Readonly<Record<string, readonly string[]>>

export const requirementNames = ['documents', 'identity', 'tax', 'bank', 'profile'] as const
export type RequirementName = (typeof requirementNames)[number]

export const requirementWords: Readonly<Record<RequirementName, string>> = {
  documents: texts.documents,
  identity: texts.identity,
  tax: texts.tax,
  bank: texts.bank,
  profile: texts.profile,
}

/** What a person can decide; it holds until the data changes. */
export const requirementVerdicts = ['accepted', 'sent_back', 'waived'] as const
export type RequirementVerdict = (typeof requirementVerdicts)[number]

/** A verdict, or that there is none: what was decided is undone. */
export const requirementChoices = [...requirementVerdicts, 'undecided'] as const
export type RequirementChoice = (typeof requirementChoices)[number]

/** Whether a choice has to be explained to colleagues. */
export function needsNote(choice: RequirementChoice): boolean {
  return choice === 'sent_back' || choice === 'waived'
}

/** Of `missing` nothing was submitted, `checked` has no findings and `open` has some; nobody decided on any of them. */
const requirementStates = ['missing', 'checked', 'open', ...requirementVerdicts] as const

/**
 * True if something was submitted for a requirement. A name alone is no identity; a profile is made of all the rest. The CNIC of
 * a sole seller is the NTN too.
 */
export function isSubmitted(name: RequirementName, handedIn: Readonly<Record<string, string>>): boolean {
  if (name === 'tax' && handedIn['seller.cnic']) return true
  const own = requirementPaths[name].filter((path) => path !== 'username')
  return own.length === 0 || own.some((path) => Boolean(handedIn[path]))
}

/** Which requirement a field or document belongs to. */
export function requirementOf(path: string | undefined): RequirementName {
  return (
    requirementNames.find((name) => (requirementPaths[name] as readonly string[]).includes(path ?? '')) ??
    'profile'
  )
}

export const Requirement = z.object({
  name: z.enum(requirementNames),
  state: z.enum(requirementStates),
  note: z.string(),
  /** Who decided, and when; empty and null if nobody did. */
  decided_by: z.string(),
  decided_at: z.string().nullable(),
  /** The warnings and errors of the checks on its data, in words. */
  findings: z.array(z.string()),
})
export type Requirement = z.infer<typeof Requirement>

export const Requirements = z.object({
  requirements: z.array(Requirement),
  /** What an approval would override, in words. Empty: one key is enough. */
  unmet: z.array(z.string()),
})
export type Requirements = z.infer<typeof Requirements>

const path = '/api/admin/sellers/:id/requirements'

export const requirements = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'What a vendor has to show, and what people found about it',
    access: grants('Vendor Verifications', 'view'),
    params: z.strictObject({ id: z.uuid() }),
    answer: Requirements,
    refuses: ['not-found'],
  }),
  decide: endpoint({
    method: 'PUT',
    path: `${path}/:name`,
    summary:
      'Accept, send back or waive a requirement, which holds until the vendor changes the data, or take that back. If-Match takes the version of the vendor',
    access: grants('Vendor Verifications', 'decide'),
    params: z.strictObject({ id: z.uuid(), name: z.enum(requirementNames) }),
    body: z
      .strictObject({
        state: z.enum(requirementChoices),
        note: paragraph(500).default(''),
        decided_at_seen: z.iso.datetime({ offset: true }).nullable().optional().meta({
          description:
            'The decided_at that was read. A decision that somebody has made or undone since is not replaced',
        }),
      })
      .refine(({ state, note }) => !needsNote(state) || note !== '', {
        path: ['note'],
        error: texts.noteRequired,
      }),
    answer: Requirements,
    refuses: ['not-found', 'conflict'],
    conditional: 'optional',
  }),
}
