import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { TimelineEntry } from '#features/audit/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { listQuery } from '#kit/contract/page.ts'
import { filledLine, paragraph } from '#kit/contract/text.ts'
import {
  areaOf,
  type ReleasedName,
  releasedNames,
  type Section,
  type SectionName,
  sectionNames,
  sections,
} from './section-contract.ts'
import { texts } from './texts.ts'

/**
 * What waits in a working copy, and what shoppers see. `value` and `live` follow the schema of the section; `live` is
 * null if the section was never released.
 */
export const WorkingCopy = z.object({
  section: z.enum(sectionNames),
  value: z.unknown(),
  version: z.int(),
  changed_at: z.string().nullable(),
  changed_by: z.string().nullable(),
  live: z.unknown().nullable(),
  live_release: z.int().nullable(),
  /** True if the working copy differs from what is live. */
  is_changed: z.boolean(),
})
export type WorkingCopy = z.infer<typeof WorkingCopy>

/** The working copies of the sections of one permission area. */
function sectionCalls(path: string, view: AreaAccess, change: AreaAccess) {
  const own = sectionNames.filter((name) => sections[name].area === view.area) as [
    SectionName,
    ...SectionName[],
  ]
  const params = z.strictObject({ section: z.enum(own) })
  return {
    get: endpoint({
      method: 'GET',
      path: `/api/admin/${path}/sections/:section`,
      summary: `The working copy of a section: ${own.join(', ')}`,
      access: view,
      params,
      answer: WorkingCopy,
    }),
    save: endpoint({
      method: 'PUT',
      path: `/api/admin/${path}/sections/:section`,
      summary: 'Save the working copy of a section; needs If-Match. Shoppers see it once it is released',
      access: change,
      params,
      body: z.strictObject({ value: z.unknown() }),
      conditional: true,
      answer: WorkingCopy,
      refuses: ['stale', 'invalid'],
    }),
  }
}

type AreaAccess = ReturnType<typeof grants>

/** Who may see and who may change the working copies of each area. */
const areaAccess = {
  'Home Page Setting': {
    view: grants('Home Page Setting', 'view'),
    change: grants('Home Page Setting', 'configure'),
  },
  'General Setting': {
    view: grants('General Setting', 'view'),
    change: grants('General Setting', 'configure'),
  },
  "Faq's": { view: grants("Faq's", 'view'), change: grants("Faq's", 'act') },
  Blogs: { view: grants('Blogs', 'view'), change: grants('Blogs', 'act') },
} as const satisfies Record<Section['area'], Record<'view' | 'change', AreaAccess>>

/**
 * Who may see or change the working copy of a section. Releases hold sections of several areas, so making,
 * comparing or taking over one needs this for each section besides the permission of the call.
 */
export function accessTo(name: ReleasedName, doing: 'view' | 'change'): AreaAccess {
  return areaAccess[areaOf(name)][doing]
}

const { view: see, change: changeHomepage } = areaAccess['Home Page Setting']

export const homepageSections = sectionCalls('homepage-settings', see, changeHomepage)
const { view: seeGeneral, change: changeGeneral } = areaAccess['General Setting']
export const generalSections = sectionCalls('general-settings', seeGeneral, changeGeneral)
export const faqSections = sectionCalls('faq-settings', areaAccess["Faq's"].view, areaAccess["Faq's"].change)
export const blogSections = sectionCalls('blog-settings', areaAccess.Blogs.view, areaAccess.Blogs.change)

export const releaseStates = ['scheduled', 'published', 'cancelled', 'failed'] as const
export type ReleaseState = (typeof releaseStates)[number]

export const ReleaseRow = z.object({
  id: z.uuid(),
  /** Given when a release goes live, from 1 without gaps; null before. */
  number: z.int().nullable(),
  title: z.string(),
  note: z.string(),
  state: z.enum(releaseStates),
  is_live: z.boolean(),
  /** The sections that were chosen for it. */
  sections: z.array(z.enum(releasedNames)),
  publish_at: z.string().nullable(),
  published_at: z.string().nullable(),
  made_by: z.string(),
  /** The number of the release that this one makes live again; null for all others. */
  rolls_back_to: z.int().nullable(),
  /** Why a scheduled release could not go live; empty for all others. */
  failed_because: z.string(),
  version: z.int(),
  created_at: z.string(),
})
export type ReleaseRow = z.infer<typeof ReleaseRow>

/** A section of two sides, with whether they differ. */
export const SectionPair = z.object({
  section: z.enum(releasedNames),
  before: z.unknown().nullable(),
  after: z.unknown(),
  is_changed: z.boolean(),
})
export type SectionPair = z.infer<typeof SectionPair>

/** A section that waits: its working copy differs from what is live, or from what a scheduled release makes of it. */
export const WaitingSection = SectionPair.extend({
  version: z.int(),
  /** Null where another feature keeps the section and says neither when nor who. */
  changed_at: z.string().nullable(),
  changed_by: z.string().nullable(),
})
export type WaitingSection = z.infer<typeof WaitingSection>

export const ReleaseDetail = ReleaseRow.extend({
  /** The number of the release that shoppers see; 0 before the first. */
  live_release: z.int(),
  /** Every section that the caller may see, as this release shows it, beside what was live before it. */
  pairs: z.array(SectionPair),
  /** The working copies that differ from what this release shows, as far as they can be taken over. */
  working: z.array(z.object({ section: z.enum(releasedNames), version: z.int() })),
  /** The working copies of its own chosen sections, as far as the caller may see them. */
  versions: z.array(z.object({ section: z.enum(releasedNames), version: z.int() })),
  /** Scheduled releases that touch a section of this one. */
  clashes: z.array(z.object({ id: z.uuid(), title: z.string(), sections: z.array(z.enum(releasedNames)) })),
  history: z.array(TimelineEntry),
})
export type ReleaseDetail = z.infer<typeof ReleaseDetail>

const chosen = z
  .array(z.strictObject({ section: z.enum(releasedNames), version: z.int().min(1) }))
  .min(1, texts.chooseASection)
  .max(releasedNames.length)
  .refine((all) => new Set(all.map(({ section }) => section)).size === all.length, texts.eachSectionOnce)
const wording = { title: filledLine(120, texts.titleIsRequired), note: paragraph(1_000).default('') }
/** Null: now. Otherwise a moment to come; people choose it in Asia/Karachi. */
const publish_at = z.iso.datetime({ offset: true }).nullable().default(null)

const id = z.strictObject({ id: z.uuid().toLowerCase() })
const publish = grants('Home Page Setting', 'publish')
const path = '/api/admin/releases'

export const releases = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Releases of the shop window, newest first',
    access: see,
    query: listQuery(['-created_at'], { state: z.enum(releaseStates).optional() }),
    layout: 'page',
    answer: ReleaseRow,
  }),
  /** What a release of everything that waits would change. */
  waiting: endpoint({
    method: 'GET',
    path: `${path}/waiting`,
    summary:
      'Every section that the caller may see and whose working copy differs from what is live, both sides, or from what a scheduled release holds',
    access: see,
    answer: z.array(WaitingSection),
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'One release with what it changed',
    access: see,
    params: id,
    answer: ReleaseDetail,
    refuses: ['not-found'],
  }),
  compare: endpoint({
    method: 'GET',
    path: `${path}/:id/compare/:other`,
    summary: 'Every section of two releases that the caller may see',
    access: see,
    params: id.extend({ other: z.uuid().toLowerCase() }),
    answer: z.array(SectionPair),
    refuses: ['not-found'],
  }),
  create: endpoint({
    method: 'POST',
    path,
    summary:
      'Release the chosen sections, now or at a time: all of them or nothing; needs the permission to see each of them',
    access: publish,
    /** The id is made by the form: the same release again is the same release, whether its first answer arrived or not. */
    body: z.strictObject({
      id: z.uuidv7().toLowerCase().optional(),
      ...wording,
      ...{ sections: chosen, publish_at },
    }),
    answer: ReleaseDetail,
    status: 201,
    refuses: ['conflict'],
  }),
  change: endpoint({
    method: 'PATCH',
    path: `${path}/:id`,
    summary: 'Move or reword a scheduled release, or take the present working copies into it; needs If-Match',
    access: publish,
    params: id,
    body: z.strictObject({
      title: wording.title.optional(),
      note: paragraph(1_000).optional(),
      publish_at: z.iso.datetime({ offset: true }).optional(),
      sections: chosen.optional(),
    }),
    conditional: true,
    answer: ReleaseDetail,
    refuses: ['not-found', 'stale', 'conflict'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: `${path}/:id/cancel`,
    summary: 'Cancel a scheduled release',
    access: publish,
    params: id,
    answer: ReleaseDetail,
    refuses: ['not-found', 'conflict'],
  }),
  rollBack: endpoint({
    method: 'POST',
    path: `${path}/:id/roll-back`,
    summary: 'Make an earlier release live again, as a new release; working copies stay',
    access: publish,
    params: id,
    body: z.strictObject({
      /** Made by the form for the new release: the same roll-back again is the same release. */
      new_id: z.uuidv7().toLowerCase().optional(),
      ...wording,
      /** The release that the caller saw live: no other is undone. */
      instead_of: z.int().min(1),
    }),
    answer: ReleaseDetail,
    status: 201,
    refuses: ['not-found', 'conflict'],
  }),
  takeOver: endpoint({
    method: 'POST',
    path: `${path}/:id/take-over`,
    summary:
      'Copy sections of a release into the working copies; needs the permission to change each of them',
    access: publish,
    params: id,
    body: z.strictObject({ sections: chosen }),
    answer: ReleaseDetail,
    refuses: ['not-found', 'conflict'],
  }),
}

/** A link that shows the working copies to somebody without an account, for 24 hours. */
export const PreviewLink = z.object({
  id: z.uuid(),
  /** In the answer that makes the link alone: only a hash of it is stored. */
  url: z.string().nullable(),
  expires_at: z.string(),
  made_by: z.string(),
})
export type PreviewLink = z.infer<typeof PreviewLink>

/** The window as shoppers get it: entries and sections that are off or out of their time are left out. */
export const WindowContent = z.object({
  /** Number of the release; 0 before the first. */
  release: z.int(),
  sections: z.partialRecord(z.enum(releasedNames), z.unknown()),
  /** Until when a link to the draft is open; for its holder alone. */
  expires_at: z.string().optional(),
  /** The time for which the preview of a release to come is drawn; without one it is drawn for now. */
  shown_at: z.string().optional(),
})
export type WindowContent = z.infer<typeof WindowContent>

export const previews = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/preview-links',
    summary: 'Links to the draft that are still open',
    access: see,
    answer: z.array(PreviewLink),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/preview-links',
    summary: 'Make a link that shows the draft for 24 hours; needs the permission to see every section',
    access: grants('Home Page Setting', 'configure'),
    answer: PreviewLink,
    status: 201,
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/api/admin/preview-links/:id',
    summary: 'End a link to the draft',
    access: grants('Home Page Setting', 'configure'),
    params: id,
    layout: 'none',
    status: 204,
    refuses: ['not-found'],
  }),
  /** What a preview shows: the working copies, a release, or a scheduled one. */
  content: endpoint({
    method: 'GET',
    path: '/api/admin/preview-content',
    summary:
      'The window with the working copies, or as a release shows it; what the caller may not see is as shoppers see it',
    access: see,
    query: z.strictObject({
      of: z.union([z.literal('draft'), z.literal('live'), z.uuid()]).default('draft'),
    }),
    answer: WindowContent,
    refuses: ['not-found'],
  }),
  /** The same for the holder of a link. */
  shared: endpoint({
    method: 'GET',
    path: '/api/storefront/preview/:token',
    summary: 'The draft of the window, for the holder of a link',
    access: { kind: 'public', because: texts.linkReason },
    params: z.strictObject({ token: z.string().min(20).max(200) }),
    answer: WindowContent,
    refuses: ['not-found'],
  }),
}

const shoppers = { kind: 'public', because: texts.publicReason } as const
export const pageNames = ['about-us', 'faq', 'blog', 'stores'] as const

export const windowContent = {
  content: endpoint({
    method: 'GET',
    path: '/api/storefront/content',
    summary: 'The homepage and the settings of the shop, as the live release has them',
    access: shoppers,
    answer: WindowContent,
  }),
  page: endpoint({
    method: 'GET',
    path: '/api/storefront/pages/:page',
    summary: 'One page of the shop, as the live release has it',
    access: shoppers,
    params: z.strictObject({ page: z.enum(pageNames) }),
    answer: WindowContent,
    refuses: ['not-found'],
  }),
}
