import type { Access, Action } from '#kit/contract/endpoint.ts'
import { texts } from './texts.ts'

/** The areas of the role editor, in its order (specification, section 2), each with its actions. */
const specified = {
  Dashboard: ['view'],
  Orders: ['view', 'act', 'decide', 'export', 'refund'],
  Products: ['view', 'act', 'decide', 'export'],
  Customer: ['view', 'act', 'decide', 'export', 'pay'],
  Vendors: ['view', 'act', 'export', 'pay'],
  'Vendor Verifications': ['view', 'act', 'decide', 'export', 'reveal'],
  'Manage Categories': ['view', 'act', 'export', 'configure'],
  'Bulk Product Upload': ['view', 'act'],
  Promotions: ['view', 'act', 'decide'],
  Blogs: ['view', 'act', 'publish'],
  'General Setting': ['view', 'configure'],
  'Home Page Setting': ['view', 'configure', 'publish'],
  "Faq's": ['view', 'act'],
  Email: ['view', 'act', 'send'],
  'Manage Staffs': ['view', 'act'],
  Subscribers: ['view', 'act', 'export'],
  'Manage Roles': ['view', 'configure'],
} as const satisfies Record<string, readonly Action[]>

/** Every permission area: those of the specification, then those that the product adds. All access rules read this map. */
export const areas = {
  ...specified,
  Ledger: ['view', 'export'],
  'Audit Log': ['view', 'export'],
  'Media Library': ['view', 'act'],
  Support: ['view', 'act'],
} as const satisfies Record<string, readonly Action[]>

export type Area = keyof typeof areas

export const specifiedAreas = Object.keys(specified) as readonly Area[]

/** The label of each area. */
export const areaWords: Readonly<Record<Area, string>> = {
  Dashboard: texts.dashboard,
  Orders: texts.orders,
  Products: texts.products,
  Customer: texts.customer,
  Vendors: texts.vendors,
  'Vendor Verifications': texts.vendorVerifications,
  'Manage Categories': texts.manageCategories,
  'Bulk Product Upload': texts.bulkProductUpload,
  Promotions: texts.promotions,
  Blogs: texts.blogs,
  'General Setting': texts.generalSetting,
  'Home Page Setting': texts.homePageSetting,
  "Faq's": texts.faqs,
  Email: texts.email,
  'Manage Staffs': texts.manageStaffs,
  Subscribers: texts.subscribers,
  'Manage Roles': texts.manageRoles,
  Ledger: texts.ledger,
  'Audit Log': texts.auditLog,
  'Media Library': texts.mediaLibrary,
  Support: texts.support,
}

/** The access rule of an endpoint or a page: one area and one action. */
export function grants<A extends Area>(area: A, action: (typeof areas)[A][number]): AreaAccess {
  return { kind: 'area', area, action }
}

type AreaAccess = Access & { kind: 'area' }

/** The access rule of what several places need: one of these permissions is enough. The first is what a refusal misses. */
export function grantsAny(first: AreaAccess, ...others: AreaAccess[]): Access & { kind: 'any-of' } {
  return { kind: 'any-of', of: [first, ...others] }
}

export function permissionName(area: string, action: string): string {
  return `${area}: ${action}`
}

/** Every permission that exists, as held by a full administrator. */
export const allPermissions: readonly string[] = Object.entries(areas).flatMap(([area, actions]) =>
  actions.map((action) => permissionName(area, action)),
)

/** The permissions of which a caller needs one. None for a rule that names no area. */
export function permissionsFor(access: Access): readonly string[] {
  if (access.kind === 'area') return [permissionName(access.area, access.action)]
  if (access.kind === 'any-of') return access.of.map(({ area, action }) => permissionName(area, action))
  return []
}

/** True if the permissions satisfy this access rule. An empty list satisfies no rule that names an area. */
export function allows(permissions: readonly string[], access: Access): boolean {
  if (access.kind === 'public' || access.kind === 'signed-in') return true
  return permissionsFor(access).some((permission) => permissions.includes(permission))
}

/** The label of each action, in plain words. */
export const actionWords: Readonly<Record<Action, string>> = {
  view: texts.see,
  act: texts.change,
  decide: texts.decide,
  export: texts.export,
  configure: texts.setUp,
  reveal: texts.seeBankAndIdentityData,
  refund: texts.refund,
  pay: texts.approvePayouts,
  send: texts.sendGroupEmail,
  publish: texts.publish,
}

/** A permission in the words of the role editor, `Orders: Change` for `Orders: act`: what a refusal names can be found there. */
export function permissionInWords(permission: string): string {
  const [area = '', action = ''] = permission.split(': ')
  return `${areaWords[area as Area] ?? area}: ${actionWords[action as Action] ?? action}`
}

/** What a rule needs, in the words of the role editor: `“Orders: Change”`, or `“Orders: Change” or “Products: Change”`. */
export function neededInWords(access: Access): string {
  return permissionsFor(access)
    .map((permission) => `“${permissionInWords(permission)}”`)
    .join(' or ')
}

/** Actions that reveal or move money, expose bank and identity data, or reach many people; shown on separate lines. */
export const apartActions: readonly Action[] = ['reveal', 'refund', 'pay', 'send']

/** Permissions by area, in the order of the map: `Orders (see, decide)`. */
export function permissionsInWords(permissions: readonly string[]): string[] {
  return Object.entries(areas).flatMap(([area, actions]) => {
    const held = actions.filter((action) => permissions.includes(permissionName(area, action)))
    if (held.length === 0) return []
    if (held.length === actions.length) return [areaWords[area as Area]]
    return [
      `${areaWords[area as Area]} (${held.map((action) => actionWords[action].toLowerCase()).join(', ')})`,
    ]
  })
}
