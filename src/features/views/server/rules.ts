import { allows, allPermissions } from '#features/access/contract.ts'
import { audit } from '#features/audit/contract.ts'
import { categories } from '#features/categories/contract.ts'
import { customers } from '#features/customers/contract.ts'
import { imports } from '#features/imports/contract.ts'
import { ledger } from '#features/money/ledger-contract.ts'
import { orders } from '#features/orders/contract.ts'
import { refunds } from '#features/orders/refunds-contract.ts'
import { products } from '#features/products/contract.ts'
import { promotions } from '#features/promotions/contract.ts'
import { settlements } from '#features/settlements/contract.ts'
import { roles, staff } from '#features/staff/contract.ts'
import { vendors } from '#features/vendors/contract.ts'
import { webhooks } from '#features/webhooks/contract.ts'
import { vendorLists, withdrawals } from '#features/withdrawals/contract.ts'
import { payouts } from '#features/withdrawals/payout-contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Actor } from '#kit/server/context.ts'
import { type ViewedList, viewedLists } from '../contract.ts'

/** The call behind each list: who may make it may see the views, and what it takes is what a view may ask for. */
const calls: Readonly<Record<ViewedList, Endpoint>> = {
  '/orders-all-orders': orders.list,
  '/orders-pending-orders': orders.list,
  '/orders-processingorders': orders.list,
  '/orders-completed-orders': orders.list,
  '/orders-declined-orders': orders.list,
  '/products-all-products': products.listPending,
  '/products-approvedproducts': products.listApproved,
  '/products-deactivatedproducts': products.listDeactivated,
  '/vendor-verification-pending-verification': vendors.listPending,
  '/vendor-verification-approved-verification': vendors.listApproved,
  '/vendor-verification-disabled-verification': vendors.listDisabled,
  '/vendor-vendors-list': vendorLists.applied,
  '/vendor-vendors-withdraws': vendorLists.latest,
  '/refunds': refunds.list,
  '/withdrawals': withdrawals.vendor.list,
  '/payout-runs': payouts.vendor.list,
  '/customers-customers-list': customers.list,
  '/customers-withdraws': customers.list,
  '/customer-withdrawals': withdrawals.customer.list,
  '/customer-payout-runs': payouts.customer.list,
  '/settlements': settlements.list,
  '/ledger': ledger.list,
  '/manage-categories-main-categories': categories.list,
  '/manage-categories-sub-categories': categories.list,
  '/manage-categories-child-categories': categories.list,
  '/promotions': promotions.list,
  '/bulk': imports.list,
  '/webhooks': webhooks.list,
  '/manage-staff': staff.list,
  '/manageroles': roles.list,
  '/audit-log': audit.list,
}

type Person = Extract<Actor, { kind: 'person' }>

/** The list of this path, where this person may see it; undefined where they may not, or it is none. */
export function listSeenBy({ permissions }: Person, path: string): ViewedList | undefined {
  return viewedLists.find((list) => list === path && allows(permissions, calls[list].access))
}

/** True for whoever may do everything: they keep what others have made in order. */
export function mayAll({ permissions }: Person): boolean {
  return allPermissions.every((permission) => permissions.includes(permission))
}

/** Where the list is left at is no part of a view. */
const places = ['limit', 'cursor', 'page']

/** Of these parameters those that the list cannot be asked for, each with the reason. */
export function wrongIn(list: ViewedList, parameters: Readonly<Record<string, string>>) {
  const { shape } = calls[list].query ?? { shape: {} }
  return Object.entries(parameters).flatMap(([name, value]) => {
    if (places.includes(name) || !Object.hasOwn(shape, name)) return [{ name, message: 'Not known here' }]
    const read = (shape as Record<string, { safeParse(given: unknown): { success: boolean } }>)[name]
    return read?.safeParse(value).success ? [] : [{ name, message: 'Not accepted by this list' }]
  })
}
