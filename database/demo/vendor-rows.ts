import { createHash } from 'node:crypto'
import { maskAccountNumber, maskCnic, maskIban, maskNtn, ntnIdentity } from '#kit/contract/pakistan.ts'
import type { FieldKeys } from '#kit/server/field-keys.ts'
import type { Chance } from './random.ts'
import type { Standing } from './story.ts'
import type { DemoVendor, VendorDetails } from './vendor.ts'

interface SealedValue {
  sealed: string
  masked: string
}

const masks = { cnic: maskCnic, shop_ntn: maskNtn, account_number: maskAccountNumber, ibn_number: maskIban }
type Sensitive = keyof typeof masks

/** The row of a vendor in its current state. */
export function vendorRow(keys: FieldKeys, vendor: DemoVendor, standing: Standing): Record<string, unknown> {
  const { seller, shop, ...person } = vendor.details
  const sealed = (field: Sensitive, value: string | undefined) => sealedColumns(keys, field, value)
  // A draft is what the vendor app has begun and not handed in.
  const status = vendor.state === 'draft' || vendor.state === 'closed' ? vendor.state : standing.status
  return {
    id: vendor.id,
    external_id: vendor.external_id,
    ...person,
    status,
    version: standing.version,
    created_at: vendor.createdAt,
    updated_at: standing.updated,
    status_since: standing.since,
    status_reason: standing.reason,
    submission_number: vendor.earlier || vendor.wanted ? 2 : 1,
    change_waiting_since: vendor.wanted?.at ?? null,
    seller_created_at: seller ? vendor.createdAt : null,
    sellers_address: seller?.sellers_address ?? '',
    sellers_city: seller?.sellers_city ?? '',
    sellers_province: seller?.sellers_province ?? '',
    ...sealed('cnic', seller?.cnic),
    shop_created_at: shop ? vendor.createdAt : null,
    shop_name: shop?.shop_name ?? '',
    shop_email: shop?.shop_email ?? '',
    shop_mobile: shop?.shop_mobile ?? '',
    shop_phone: shop?.shop_phone ?? '',
    shop_address: shop?.shop_address ?? '',
    shop_postal: shop?.shop_postal ?? '',
    bank_name: shop?.bank_name ?? '',
    account_title: shop?.account_title ?? '',
    branch_code: shop?.branch_code ?? '',
    ...sealed('shop_ntn', shop?.shop_ntn),
    ...sealed('account_number', shop?.account_number),
    ...sealed('ibn_number', shop?.ibn_number),
  }
}

const purposes: Readonly<Partial<Record<Sensitive, string>>> = {
  cnic: 'cnic',
  shop_ntn: 'ntn',
  account_number: 'account number',
  ibn_number: 'iban',
}

function sealedColumns(
  keys: FieldKeys,
  field: Sensitive,
  value: string | undefined,
): Record<string, string | null> {
  const purpose = purposes[field]
  return {
    [`${field}_sealed`]: value ? keys.seal(value) : null,
    [`${field}_masked`]: value ? masks[field](value) : '',
    ...(purpose
      ? {
          [`${field}_blind`]: value
            ? byteaOf(keys.blind(purpose, purpose === 'ntn' ? ntnIdentity(value) : value))
            : null,
        }
      : {}),
  }
}

/** What the vendor has handed in, each version as it was. */
export function vendorSubmissionRows(
  keys: FieldKeys,
  chance: Chance,
  vendor: DemoVendor,
): Record<string, unknown>[] {
  const row = (number: number, at: Date, details: VendorDetails, kind: string, status: string) => {
    const payload = payloadOf(keys, details)
    return {
      id: chance.idAt(at),
      vendor_id: vendor.id,
      number,
      kind,
      status,
      payload,
      body_hash: hashOf(payload),
      created_at: at,
    }
  }
  const again = vendor.steps.findLast(({ kind }) => kind === 'came')?.at ?? vendor.createdAt
  return [
    row(1, vendor.createdAt, vendor.earlier ?? vendor.details, 'application', 'recorded'),
    ...(vendor.earlier ? [row(2, again, vendor.details, 'application', 'recorded')] : []),
    ...(vendor.wanted ? [row(2, vendor.wanted.at, vendor.wanted.details, 'change', 'waiting')] : []),
  ]
}

function payloadOf(keys: FieldKeys, { seller, shop, ...person }: VendorDetails): Record<string, unknown> {
  const seal = (field: Sensitive, value: string): SealedValue =>
    value ? { sealed: keys.seal(value), masked: masks[field](value) } : { sealed: '', masked: '' }
  return {
    ...person,
    seller: seller && { ...seller, cnic: seal('cnic', seller.cnic) },
    shop: shop && {
      ...shop,
      shop_ntn: seal('shop_ntn', shop.shop_ntn),
      account_number: seal('account_number', shop.account_number),
      ibn_number: seal('ibn_number', shop.ibn_number),
    },
  }
}

/** SHA-256 of a payload without its sealed values, in PostgreSQL's spelling of bytes. */
export function hashOf(payload: Record<string, unknown>): string {
  const text = JSON.stringify(payload, (name, value: unknown) => (name === 'sealed' ? undefined : value))
  return byteaOf(createHash('sha256').update(text).digest())
}

function byteaOf(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`
}
