import { mapped } from '#kit/contract/fields.ts'
import { fine } from '#kit/contract/finding.ts'
import {
  checkCnic,
  checkIban,
  checkNtn,
  compareAccountTitle,
  compareBank,
  normaliseCnic,
} from '#kit/contract/pakistan.ts'
import { normaliseCity, normaliseProvince, provinces } from '#kit/contract/pakistan-cities.ts'
import { checkPhone } from '#kit/contract/pakistan-phones.ts'
import type { FieldKeys } from '#kit/server/field-keys.ts'
import type { VendorFile, VendorReview, VendorStatus } from '../contract.ts'
import {
  filePaths,
  guardedPaths,
  isSealed,
  type PersonName,
  type PlainName,
  personFields,
  type SealedName,
  sealedNames,
  sellerFields,
  shopFields,
} from '../fields-contract.ts'
import type { VendorRecord } from './tables.ts'

/** Another vendor with the same number. */
export interface SharedValue {
  field: 'cnic' | 'shop_ntn' | 'ibn_number' | 'phone'
  vendor_id: string
  vendor_name: string
  vendor_status: VendorStatus
}

export type Check = VendorReview['checks'][number]

export type Sensitive = Record<SealedName, string>

/** The sensitive values in the clear, for checks, reveals and the bank; never for lists, logs or audit rows. */
export function openSensitive(keys: FieldKeys, vendor: VendorRecord): Sensitive {
  return Object.fromEntries(
    sealedNames.map((name) => {
      const value = vendor[`${name}_sealed`]
      return [name, value ? keys.open(value) : '']
    }),
  ) as Sensitive
}

/** The fields of the seller or shop record, with sealed numbers masked. */
function shownIn<F extends Readonly<Record<string, unknown>>>(
  vendor: VendorRecord,
  fields: F,
): { [N in keyof F]: string } {
  return mapped(fields, (_, name) => (isSealed(name) ? vendor[`${name}_masked`] : vendor[name as PlainName]))
}

/** The seller record with the CNIC masked; null if the vendor has not created one. */
export function sellerOf(vendor: VendorRecord): VendorReview['seller'] {
  if (!vendor.seller_created_at) return null
  return {
    ...shownIn(vendor, sellerFields),
    sellers_country: 'Pakistan',
    created_at: vendor.seller_created_at.toISOString(),
  }
}

/** The shop record with its numbers masked; null if the vendor has not created one. */
export function shopOf(vendor: VendorRecord, files: readonly VendorFile[]): VendorReview['shop'] {
  if (!vendor.shop_created_at) return null
  const fileIn = (slot: VendorFile['slot']) => files.find((file) => file.slot === slot) ?? null
  return {
    ...shownIn(vendor, shopFields),
    cheque_copy: fileIn('cheque_copy'),
    shop_logo: fileIn('shop_logo'),
    shop_banner: fileIn('shop_banner'),
    shop_image: fileIn('shop_image'),
  }
}

/**
 * Runs the checks that are shown beside the submitted values. Checks validate formats and compare the values with other
 * vendors; none of them proves an identity. Only an error blocks an approval.
 */
export function checkVendor(
  vendor: VendorRecord,
  sensitive: Sensitive,
  files: readonly Pick<VendorFile, 'slot'>[],
  shared: readonly SharedValue[],
): Check[] {
  const checks: Check[] = []
  const at = (path: string, found: readonly Omit<Check, 'path'>[]) =>
    checks.push(...found.map((f) => ({ ...f, path })))
  const { seller_created_at, shop_created_at } = vendor
  if (!seller_created_at || !shop_created_at) {
    const record = seller_created_at ? 'shop' : shop_created_at ? 'seller' : 'seller and shop'
    const message = `Profile Not Created Yet: the ${record} record is missing`
    checks.push({ level: 'error', code: 'profile_missing', message })
  }
  const slots = files.map(({ slot }) => slot)
  for (const { path, code, message } of missingParts(vendor, slots)) {
    checks.push({ level: 'warning', code: `${code}_missing`, path, message })
  }
  if (seller_created_at) {
    if (sensitive.cnic) at('seller.cnic', checkCnic(sensitive.cnic))
    at('seller.sellers_province', checkProvince(vendor.sellers_province, vendor.sellers_city))
  }
  if (shop_created_at) {
    const { shop_ntn, ibn_number } = sensitive
    if (shop_ntn) at('shop.shop_ntn', checkNtn(shop_ntn))
    else if (normaliseCnic(sensitive.cnic)) at('shop.shop_ntn', [cnicAsNtn])
    if (ibn_number) at('shop.ibn_number', checkIban(ibn_number))
    if (ibn_number && vendor.bank_name) at('shop.bank_name', compareBank(ibn_number, vendor.bank_name))
    if (vendor.account_title) {
      at('shop.account_title', compareAccountTitle(vendor.account_title, [vendor.username, vendor.shop_name]))
    }
    if (vendor.shop_mobile) at('shop.shop_mobile', checkPhone(vendor.shop_mobile, 'shop’s mobile'))
  }
  if (vendor.phone) at('phone', checkPhone(vendor.phone))
  return [...checks, ...shared.map(sharedCheck)]
}

const cnicAsNtn = fine('ntn_is_cnic', 'No NTN was given; the CNIC is the NTN of a sole seller')

/** Reports an unknown province, or a province that does not contain the city; an empty province has no finding. */
function checkProvince(typed: string, city: string): Omit<Check, 'path'>[] {
  if (!typed.trim()) return []
  const given = normaliseProvince(typed)
  if (!given) {
    const message = `${typed} is not a province or territory of Pakistan`
    return [{ level: 'warning', code: 'province_unknown', message }]
  }
  const place = normaliseCity(city)
  if (!place.province || place.province === given) return []
  const nameOf = (code: string) => provinces.find((province) => province.code === code)?.name
  const message = `${place.name} is in ${nameOf(place.province)}, not in ${nameOf(given)}`
  return [{ level: 'warning', code: 'province_mismatch', message }]
}

/** A part that an approval asks for. */
interface WantedPart {
  path: string
  code: string
  /** What the check says when the part is missing. */
  message: string
  /** How the list of applicants names the part. */
  label: string
  isGiven: (vendor: VendorRecord, slots: readonly string[]) => boolean
}

/** The parts that an approval asks for, in the order in which a reviewer asks for them. */
const wantedParts: readonly WantedPart[] = [
  {
    path: 'seller.cnic',
    code: 'cnic',
    message: 'No CNIC was given',
    label: sellerFields.cnic.label,
    isGiven: ({ cnic_sealed }) => Boolean(cnic_sealed),
  },
  {
    path: 'seller.sellers_address',
    code: 'address',
    message: 'No address of the seller was given',
    label: sellerFields.sellers_address.label,
    isGiven: ({ sellers_address }) => sellers_address !== '',
  },
  {
    path: 'shop.shop_ntn',
    code: 'ntn',
    message: 'No NTN was given',
    label: shopFields.shop_ntn.label,
    // The CNIC of a person is that person's NTN. A CNIC of a wrong form blocks by itself.
    isGiven: ({ shop_ntn_sealed, cnic_sealed }) => Boolean(shop_ntn_sealed || cnic_sealed),
  },
  {
    path: 'shop.account_title',
    code: 'account_title',
    message: 'No account title was given',
    label: shopFields.account_title.label,
    isGiven: ({ account_title }) => account_title !== '',
  },
  {
    path: 'shop.ibn_number',
    code: 'iban',
    message: 'No IBAN was given',
    label: shopFields.ibn_number.label,
    isGiven: ({ ibn_number_sealed }) => Boolean(ibn_number_sealed),
  },
  wantedFile('cheque_copy', 'No cheque copy was submitted', 'Cheque copy'),
  wantedFile('cnic_front', 'No copy of the front of the CNIC was submitted', 'CNIC copies'),
  wantedFile('cnic_back', 'No copy of the back of the CNIC was submitted', 'CNIC copies'),
  {
    path: 'phone',
    code: 'phone',
    message: 'No phone number was given',
    label: personFields.phone.label,
    isGiven: ({ phone }) => phone !== '',
  },
]

function wantedFile(slot: keyof typeof filePaths, message: string, label: string): WantedPart {
  return { path: filePaths[slot], code: slot, message, label, isGiven: (_, slots) => slots.includes(slot) }
}

/**
 * The parts that an approval asks for and nobody submitted. The checks and the list of applicants both read them, so that what
 * the list calls missing needs an override. A part of a record that does not exist is missing with its record.
 */
function missingParts(vendor: VendorRecord, slots: readonly string[]): WantedPart[] {
  const hasRecord = (path: string) => {
    if (path.startsWith('shop.')) return vendor.shop_created_at !== null
    return path === 'phone' || vendor.seller_created_at !== null
  }
  return wantedParts.filter(({ path, isGiven }) => hasRecord(path) && !isGiven(vendor, slots))
}

const sharedWords = {
  cnic: ['seller.cnic', 'The same CNIC is used by'],
  shop_ntn: ['shop.shop_ntn', 'The same NTN is used by'],
  ibn_number: ['shop.ibn_number', 'The same IBAN is used by'],
  phone: ['phone', 'The same phone number is used by'],
} as const

function sharedCheck(shared: SharedValue): Check {
  const { field, ...vendor } = shared
  const [path, words] = sharedWords[field]
  const message = `${words} ${vendor.vendor_name}`
  return { level: 'warning', code: `${field}_shared`, path, message, ...vendor }
}

/** A sensitive value inside a submission: the encrypted value and its masked form. */
export interface SealedValue {
  sealed: string
  masked: string
}

/** The seller or shop record in a stored submission. */
export type KeptRecord = Record<string, string | SealedValue>

/** A stored submission; a change holds the complete data as it would be after the change. */
export interface SubmissionPayload extends Record<PersonName, string> {
  seller: KeptRecord | null
  shop: KeptRecord | null
}

/** The vendor's current data in the form of a submission, for comparison. */
export function payloadOf(vendor: VendorRecord): SubmissionPayload {
  const kept = (fields: Readonly<Record<string, unknown>>): KeptRecord =>
    mapped(fields, (_, name) =>
      isSealed(name)
        ? { sealed: vendor[`${name}_sealed`] ?? '', masked: vendor[`${name}_masked`] }
        : vendor[name as PlainName],
    )
  return {
    ...mapped(personFields, (_, name) => vendor[name]),
    seller: vendor.seller_created_at ? kept(sellerFields) : null,
    shop: vendor.shop_created_at ? kept(shopFields) : null,
  }
}

const guarded = guardedPaths()
/** The fields of a submission that name the account that is paid. */
export const bankPaths: readonly string[] = guardedPaths('two-persons')

/** True when the change would send money to a different account, which needs a second person. */
export function changesBankData(
  keys: FieldKeys,
  before: SubmissionPayload,
  after: SubmissionPayload,
): boolean {
  return compareSubmissions(keys, before, after).some(({ path }) => bankPaths.includes(path))
}

/**
 * The fields that differ between two submissions. Sensitive values are masked in the result but compared in the clear,
 * so two numbers with the same mask still show as changed.
 */
export function compareSubmissions(
  keys: FieldKeys,
  before: SubmissionPayload,
  after: SubmissionPayload,
): { path: string; before: string; after: string }[] {
  const [old, fresh] = [flatten(before), flatten(after)]
  const paths = [...new Set([...old.keys(), ...fresh.keys()])]
  return paths.flatMap((path) => {
    const [was, is] = [old.get(path) ?? '', fresh.get(path) ?? '']
    return clearText(keys, was) === clearText(keys, is)
      ? []
      : [{ path, before: shown(was), after: shown(is) }]
  })
}

function flatten(payload: SubmissionPayload): Map<string, string | SealedValue> {
  const { seller, shop, ...top } = payload
  const under = (name: string, record: KeptRecord | null) =>
    Object.entries(record ?? {}).map(([key, value]) => [`${name}.${key}`, value] as const)
  return new Map([...Object.entries(top), ...under('seller', seller), ...under('shop', shop)])
}

function clearText(keys: FieldKeys, value: string | SealedValue): string {
  if (typeof value === 'string') return value
  return value.sealed ? keys.open(value.sealed) : ''
}

function shown(value: string | SealedValue): string {
  return typeof value === 'string' ? value : value.masked
}

/**
 * Fills fields that a submission leaves out from the previous data, so nobody loses a bank account by leaving it out.
 */
export function withUnsaid(before: SubmissionPayload, handedIn: SubmissionPayload): SubmissionPayload {
  const said = <T extends object>(was: T | null, is: T | null): T | null => {
    if (!was || !is) return is ?? was
    const given = Object.entries(is).filter(([name, value]) => !isBlank(value) || !isGuardedField(name))
    return { ...was, ...Object.fromEntries(given) } as T
  }
  return {
    ...handedIn,
    seller: said(before.seller, handedIn.seller),
    shop: said(before.shop, handedIn.shop),
  }
}

function isBlank(value: string | SealedValue): boolean {
  return (typeof value === 'string' ? value : value.sealed) === ''
}

function isGuardedField(name: string): boolean {
  return guarded.some((path) => path.endsWith(`.${name}`))
}

/** The wanted data with the current guarded values; a record that does not exist yet is guarded as a whole. */
export function keepGuarded(standing: SubmissionPayload, wanted: SubmissionPayload): SubmissionPayload {
  const { seller, shop } = wanted
  const kept = (name: 'seller' | 'shop') =>
    Object.fromEntries(
      guarded
        .filter((path) => path.startsWith(`${name}.`))
        .map((path) => path.slice(name.length + 1))
        .map((field) => [field, standing[name]?.[field] ?? '']),
    )
  return {
    ...wanted,
    seller: seller ? { ...seller, ...kept('seller') } : standing.seller,
    shop: shop ? { ...shop, ...kept('shop') } : standing.shop,
  }
}

/** The data after accepting only the guarded values of `asked`, because its other values may be out of date. */
export function proposedOf(standing: SubmissionPayload, asked: SubmissionPayload): SubmissionPayload {
  return keepGuarded(withUnsaid(standing, asked), standing)
}

/** Check results for the guarded data of a change; the other check results are shown with the current data. */
export function checksOfChange(checks: readonly Check[]): Check[] {
  const paths: readonly string[] = [...guarded, 'shop.cheque_copy']
  return checks.filter(({ path }) => path !== undefined && paths.includes(path))
}

/** Missing parts of an application in words, in the order in which a reviewer asks for them; empty when complete. */
export function missingOf(vendor: VendorRecord, slots: readonly string[]): string[] {
  if (!vendor.seller_created_at || !vendor.shop_created_at) {
    return [
      ...(vendor.seller_created_at ? [] : ['Seller record']),
      ...(vendor.shop_created_at ? [] : ['Shop record']),
    ]
  }
  return [...new Set(missingParts(vendor, slots).map(({ label }) => label))]
}
