import type { Access, Action } from '#kit/contract/endpoint.ts'

/**
 * The permission areas of the role editor, by their labels (specification, section 2), each with its actions, followed
 * by areas that the product adds. Menu, route guard, buttons and server all read this map.
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

/** The areas that the specification lists for the role editor, in its order; all others are added by the product. */
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

/** The access rule of an endpoint or a page: one area and one action. */
export function grants<A extends Area>(
  area: A,
  action: (typeof areas)[A][number],
): Access & { kind: 'area' } {
  return { kind: 'area', area, action }
}

export function permissionName(area: string, action: string): string {
  return `${area}: ${action}`
}

/** Every permission that exists, as held by a full administrator. */
export const allPermissions: readonly string[] = Object.entries(areas).flatMap(([area, actions]) =>
  actions.map((action) => permissionName(area, action)),
)

/** True if the permissions satisfy this access rule. An empty list satisfies no rule that names an area. */
export function allows(permissions: readonly string[], access: Access): boolean {
  if (access.kind === 'area') return permissions.includes(permissionName(access.area, access.action))
  return access.kind === 'public' || access.kind === 'signed-in'
}

/** The label of each action, in plain words. */
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

/** Actions that reveal or move money, expose bank and identity data, or reach many people; shown on separate lines. */
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
