import { type Applicant, account, applicants, taxNumber } from './applicants.ts'
import { plantProblems } from './problems.ts'
import type { Chance } from './random.ts'
import { vendorReasons } from './reasons.ts'
import type { Person, Step } from './story.ts'
import { before, day, hour, minute, officeTime } from './times.ts'
import type { DemoVendor, VendorDetails, VendorState } from './vendor.ts'

/** How many vendors stand where. */
export const vendorCounts: Readonly<Record<VendorState, number>> = {
  disabled: 12,
  approved: 215,
  rejected: 14,
  changes_requested: 9,
  submitted: 46,
  draft: 3,
  closed: 1,
}
const resubmittedVendors = 8
export const waitingChanges = 4

/** The vendors of the demo, the approved ones first, so that others can borrow their numbers. */
export function makeVendors(chance: Chance, now: Date, staff: readonly Person[]): DemoVendor[] {
  const next = applicants(chance)
  const states = Object.entries(vendorCounts) as [VendorState, number][]
  const vendors = states.flatMap(([state, count]) =>
    Array.from({ length: count }, (_, index) => vendorIn(chance, now, staff, next(), state, index)),
  )
  plantProblems(chance, vendors)
  for (const vendor of vendors) if (vendor.earlier) tellResubmission(vendor)
  return vendors
}

function vendorIn(
  chance: Chance,
  now: Date,
  staff: readonly Person[],
  { details, place, trade, isWoman }: Applicant,
  state: VendorState,
  index: number,
): DemoVendor {
  const createdAt = cameAt(chance, now, state, index)
  const by = () => chance.pick(staff)
  const decided = (verb: 'approve' | keyof typeof vendorReasons, at: Date): Step => ({
    kind: 'decided',
    verb,
    at: officeTime(at, createdAt, now),
    by: by(),
    reason: verb === 'approve' ? '' : chance.pick(vendorReasons[verb]),
  })
  const after = (span: number) => new Date(createdAt.getTime() + span)
  const came: Step = { kind: 'came', at: createdAt, action: 'apply', after: { status: 'submitted' } }
  const vendor: DemoVendor = {
    id: chance.idAt(createdAt),
    external_id: '',
    state,
    createdAt,
    details,
    earlier: null,
    wanted: null,
    steps: [came],
    place,
    trade,
    isWoman,
    problems: [],
  }
  if (state === 'approved' || state === 'disabled' || state === 'closed') {
    vendor.steps.push(decided('approve', after(chance.int(3, 70) * hour)))
  }
  if (state === 'disabled') {
    vendor.steps.push(decided('disable', before(now, chance.int(8, 58 * 24) * hour)))
  }
  if (state === 'rejected') vendor.steps.push(decided('reject', after(chance.int(3, 60) * hour)))
  if (state === 'changes_requested')
    vendor.steps.push(decided('request_update', after(chance.int(2, 50) * hour)))
  if (state === 'submitted' && index < resubmittedVendors) {
    // The vendor has answered a request: the older version differs in what was asked for.
    vendor.earlier = olderVersion(chance, details, index)
    vendor.steps.push(decided('request_update', after(chance.int(4, 30) * hour)))
    vendor.steps.push({ ...came, at: before(now, chance.int(25, 2400) * minute), action: 'submit again' })
  }
  if (state === 'approved' && index < waitingChanges) {
    const at = before(now, chance.int(40, 4000) * minute)
    vendor.wanted = { at, details: changed(chance, details, index) }
    const asked = ['shop.ibn_number', 'shop.account_title', 'shop.shop_ntn', 'seller.cnic'][index] ?? ''
    vendor.steps.push({ ...came, at, action: 'ask for a change', after: { [asked]: 'changed' } })
  }
  return vendor
}

/** Seconds of waiting for some, a week for others; who is decided came within the last fourteen months. */
function cameAt(chance: Chance, now: Date, state: VendorState, index: number): Date {
  if (state === 'submitted' && index < resubmittedVendors)
    return before(now, chance.int(5 * 24, 9 * 24) * hour)
  if (state === 'submitted') return before(now, Math.round((12 + 11_000 * chance.next() ** 2.2) * minute))
  if (state === 'draft') return before(now, chance.int(1, 20) * day)
  if (state === 'changes_requested') return before(now, chance.int(4, 18) * day)
  if (state === 'rejected') return before(now, chance.int(5, 57) * day)
  const youngest = state === 'approved' ? 4 : 75
  return before(now, Math.round((youngest + 420 * chance.next() ** 1.4) * day))
}

function olderVersion(chance: Chance, details: VendorDetails, index: number): VendorDetails {
  const { shop, seller } = details
  if (!shop || !seller) return details
  const changes: Partial<typeof shop>[] = [
    { shop_address: details.seller?.sellers_city ?? '' },
    { account_title: 'PERSONAL ACCOUNT' },
    { shop_mobile: '', shop_postal: '' },
    account(chance, 'HABB'),
  ]
  const older = { ...details, shop: { ...shop, ...changes[index % changes.length] } }
  return index % 2 ? older : { ...older, seller: { ...seller, sellers_address: seller.sellers_city } }
}

function tellResubmission(vendor: DemoVendor): void {
  const last = vendor.steps.at(-1)
  if (last?.kind !== 'came') return
  const [was, is] = [vendor.earlier?.shop, vendor.details.shop]
  const fields = (['shop_address', 'account_title', 'shop_mobile', 'bank_name'] as const).filter(
    (name) => was?.[name] !== is?.[name],
  )
  last.before = {
    status: 'changes_requested',
    ...Object.fromEntries(fields.map((name) => [`shop.${name}`, was?.[name] ?? ''])),
  }
  last.after = {
    status: 'submitted',
    ...Object.fromEntries(fields.map((name) => [`shop.${name}`, is?.[name] ?? ''])),
  }
}

/** Four changes that wait: a new bank, a new title, a new tax number, a corrected CNIC. */
function changed(chance: Chance, details: VendorDetails, index: number): VendorDetails {
  const { shop, seller } = details
  if (!shop || !seller) return details
  if (index === 0)
    return {
      ...details,
      shop: { ...shop, ...account(chance, shop.bank_name === 'Meezan Bank' ? 'ALFH' : 'MEZN') },
    }
  if (index === 1) {
    const sameBank = account(chance, shop.ibn_number.slice(4, 8))
    return {
      ...details,
      shop: { ...shop, ...sameBank, account_title: `${details.username} and Sons`.toUpperCase() },
    }
  }
  if (index === 2)
    return {
      ...details,
      shop: { ...shop, shop_ntn: seller.cnic === shop.shop_ntn ? taxNumber(chance, true) : seller.cnic },
    }
  const swapped =
    seller.cnic.slice(0, 7) + seller.cnic.charAt(8) + seller.cnic.charAt(7) + seller.cnic.slice(9)
  return {
    ...details,
    seller: {
      ...seller,
      cnic: swapped === seller.cnic ? `${seller.cnic.slice(0, 10)}42${seller.cnic.slice(12)}` : swapped,
    },
  }
}
