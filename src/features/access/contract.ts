import type { Access, Action } from '#kit/contract/endpoint.ts'

/**
 * The permission areas of the role editor, by their labels (specification, section 2), each with what may be
 * done in it, and after them the product's own. Menu, guard, buttons and server read this one map.
 */
export const areas = {
  Dashboard: ['view'],
  Orders: ['view', 'act', 'decide', 'export', 'refund'],
  Products: ['view', 'act', 'decide', 'export'],
  Customer: ['view', 'act', 'decide', 'export', 'pay'],
  Vendors: ['view', 'act', 'export', 'pay'],
  'Vendor Verifications': ['view', 'act', 'decide', 'export', 'reveal'],
  'Manage Categories': ['view', 'act', 'export', 'configure'],
  'Bulk Product Upload': ['view', 'act'],
  Promotions: ['view', 'act', 'decide'],
  Blogs: ['view', 'act'],
  'General Setting': ['view', 'configure'],
  'Home Page Setting': ['view', 'configure'],
  "Faq's": ['view', 'act'],
  Email: ['view', 'act', 'send'],
  'Manage Staffs': ['view', 'act'],
  Subscribers: ['view', 'act', 'export'],
  'Manage Roles': ['view', 'configure'],
  Ledger: ['view', 'export'],
  'Audit Log': ['view', 'export'],
} as const satisfies Record<string, readonly Action[]>

export type Area = keyof typeof areas

/** The areas that the specification lists for the role editor, in its order; any other is the product's own. */
export const specifiedAreas: readonly string[] = [
  'Dashboard',
  'Orders',
  'Products',
  'Customer',
  'Vendors',
  'Vendor Verifications',
  'Manage Categories',
  'Bulk Product Upload',
  'Promotions',
  'Blogs',
  'General Setting',
  'Home Page Setting',
  "Faq's",
  'Email',
  'Manage Staffs',
  'Subscribers',
  'Manage Roles',
]

/** The access of an endpoint or a page: one area and what is done there. */
export function grants<A extends Area>(
  area: A,
  action: (typeof areas)[A][number],
): Access & { kind: 'area' } {
  return { kind: 'area', area, action }
}

export function permissionName(area: string, action: string): string {
  return `${area}: ${action}`
}

/** Every permission that exists; what a full administrator holds. */
export const allPermissions: readonly string[] = Object.entries(areas).flatMap(([area, actions]) =>
  actions.map((action) => permissionName(area, action)),
)

/** True when the permissions allow this access. An empty list allows nothing that names an area. */
export function allows(permissions: readonly string[], access: Access): boolean {
  if (access.kind === 'area') return permissions.includes(permissionName(access.area, access.action))
  return access.kind === 'public' || access.kind === 'signed-in'
}

/** What each action of an area lets somebody do, in plain words. */
export const actionWords: Readonly<Record<Action, string>> = {
  view: 'See',
  act: 'Change',
  decide: 'Decide',
  export: 'Export',
  configure: 'Set up',
  reveal: 'See bank and identity data',
  refund: 'Refund',
  pay: 'Approve payouts',
  send: 'Send group e-mail',
}

/** Actions that touch numbers of people or money; the role editor sets them apart. */
export const apartActions: readonly Action[] = ['reveal', 'refund', 'pay', 'send']

/** Permissions by area, in the order of the map: `Orders (see, decide)`. */
export function permissionsInWords(permissions: readonly string[]): string[] {
  return Object.entries(areas).flatMap(([area, actions]) => {
    const held = actions.filter((action) => permissions.includes(permissionName(area, action)))
    if (held.length === 0) return []
    if (held.length === actions.length) return [area]
    return [`${area} (${held.map((action) => actionWords[action].toLowerCase()).join(', ')})`]
  })
}
