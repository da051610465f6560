import { permissionName } from '#features/access/contract.ts'
import type { NotificationKind } from '../contract.ts'

const anybody = ['']

/** The permissions of which one is needed to ever be notified of a kind; an empty one is everybody's. */
const neededFor: Readonly<Record<NotificationKind, readonly string[]>> = {
  mentioned: anybody,
  review: [
    permissionName('Vendor Verifications', 'decide'),
    permissionName('Products', 'decide'),
    permissionName('Customer', 'decide'),
  ],
  // Everybody may send a request, and is told of its answer.
  support: anybody,
  second_signature: [
    permissionName('Vendor Verifications', 'decide'),
    permissionName('Vendors', 'pay'),
    permissionName('Customer', 'pay'),
    permissionName('Orders', 'refund'),
    permissionName('Email', 'send'),
  ],
  waiting_work: [
    permissionName('Vendor Verifications', 'view'),
    permissionName('Products', 'view'),
    permissionName('Customer', 'view'),
  ],
  job_finished: [
    permissionName('Bulk Product Upload', 'view'),
    permissionName('Orders', 'view'),
    permissionName('Vendor Verifications', 'view'),
    permissionName('Products', 'view'),
    permissionName('Customer', 'view'),
  ],
  release: [permissionName('Home Page Setting', 'view')],
  delivery_failing: [permissionName('General Setting', 'view'), permissionName('Email', 'view')],
  new_device: anybody,
  low_stock: [permissionName('Promotions', 'view')],
}

/** True if somebody with these permissions can be notified of the kind at all. */
export function canHear(kind: NotificationKind, permissions: readonly string[]): boolean {
  return neededFor[kind].some((needed) => needed === '' || permissions.includes(needed))
}
