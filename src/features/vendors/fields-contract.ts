import { z } from 'zod'
import { type Field, labelsOf, namesOf } from '#kit/contract/fields.ts'
import {
  cnicField,
  formatCnic,
  formatIban,
  formatNtn,
  ibanField,
  maskAccountNumber,
  maskCnic,
  maskIban,
  maskNtn,
  ntnField,
  postalField,
} from '#kit/contract/pakistan.ts'
import { provinceName } from '#kit/contract/pakistan-cities.ts'
import { formatPhone, phoneField } from '#kit/contract/pakistan-phones.ts'
import { email, filledLine, line, optional, paragraph } from '#kit/contract/text.ts'
import { texts } from './texts.ts'

interface VendorField extends Field {
  kind: 'text' | 'email' | 'phone' | 'sealed'
  /** Formats the stored value for display, if the display form differs. */
  format?: (value: string) => string
  /**
   * Masks the value. A sealed number is stored encrypted, plus a masked form; people with the reveal permission can
   * open it.
   */
  mask?: (value: string) => string
  /** Changes by an approved vendor need a decision: by one person, or by two people for bank data. */
  decidedBy?: 'one-person' | 'two-persons'
}

const text = { kind: 'text', answer: z.string() } as const
const mail = { kind: 'email', answer: z.string() } as const
const phone = {
  kind: 'phone',
  format: formatPhone,
  schema: optional(phoneField),
  answer: z.string(),
} as const
const sealed = { kind: 'sealed', answer: z.string() } as const
const bank = { decidedBy: 'two-persons' } as const

/**
 * Personal details of the seller. Each field has a column of the same name in `tables.ts`; a sealed field has three.
 */
export const personFields = {
  username: { ...text, label: texts.vendorName, schema: filledLine(120) },
  email: { ...mail, label: texts.email, schema: email },
  phone: { ...phone, label: texts.phone },
} satisfies Readonly<Record<string, VendorField>>

/** The fields of the seller record. */
export const sellerFields = {
  cnic: {
    ...sealed,
    label: texts.cnic,
    schema: optional(cnicField),
    format: formatCnic,
    mask: maskCnic,
    decidedBy: 'one-person',
  },
  sellers_address: { ...text, label: texts.address, schema: paragraph(500).default('') },
  sellers_city: { ...text, label: texts.city, schema: line(60).default('') },
  sellers_province: {
    ...text,
    label: texts.province,
    schema: line(60).default(''),
    format: provinceName,
  },
} satisfies Readonly<Record<string, VendorField>>

/** The fields of the shop record. */
export const shopFields = {
  shop_name: { ...text, label: texts.shopName, schema: filledLine(120) },
  shop_email: { ...mail, label: texts.shopEmail, schema: optional(email) },
  shop_mobile: { ...phone, label: texts.shopMobile },
  shop_phone: { ...phone, label: texts.shopPhone },
  shop_ntn: {
    ...sealed,
    label: texts.ntn,
    schema: optional(ntnField),
    format: formatNtn,
    mask: maskNtn,
    decidedBy: 'one-person',
  },
  shop_address: { ...text, label: texts.shopAddress, schema: paragraph(500).default('') },
  shop_postal: { ...text, label: texts.postalCode, schema: optional(postalField) },
  bank_name: { ...text, ...bank, label: texts.bank, schema: line(120).default('') },
  account_title: { ...text, ...bank, label: texts.accountTitle, schema: line(120).default('') },
  account_number: {
    ...sealed,
    ...bank,
    label: texts.accountNumber,
    schema: optional(
      z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9 -]{4,34}$/, texts.accountNumberSigns),
    ),
    mask: maskAccountNumber,
  },
  branch_code: {
    ...text,
    ...bank,
    label: texts.branchCode,
    schema: optional(
      z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9 -]{1,20}$/, texts.branchCodeSigns),
    ),
  },
  ibn_number: {
    ...sealed,
    ...bank,
    label: texts.iban,
    schema: optional(ibanField),
    format: formatIban,
    mask: maskIban,
  },
} satisfies Readonly<Record<string, VendorField>>

const sections = { seller: sellerFields, shop: shopFields }
const recordFields: Readonly<Record<string, VendorField>> = { ...sellerFields, ...shopFields }

export type PersonName = keyof typeof personFields
type RecordFields = typeof sellerFields & typeof shopFields
type RecordName = keyof RecordFields
export type SealedName = {
  [N in RecordName]: RecordFields[N]['kind'] extends 'sealed' ? N : never
}[RecordName]
/** The fields of the seller and shop records that are stored in plain text. */
export type PlainName = Exclude<RecordName, SealedName>

const recordNames = namesOf(recordFields) as RecordName[]
export const isSealed = (name: string): name is SealedName => recordFields[name]?.kind === 'sealed'
export const sealedNames = recordNames.filter(isSealed) as [SealedName, ...SealedName[]]
export const plainNames = recordNames.filter((name): name is PlainName => !isSealed(name))

/** The label of every field by path; paths in the seller and shop records start with the record's name. */
export const fieldLabels: Readonly<Record<string, string>> = {
  ...labelsOf(personFields),
  ...labelsOf(sellerFields, 'seller.'),
  ...labelsOf(shopFields, 'shop.'),
}

/** The declaration of a field in the seller or shop record. */
export function fieldOf(name: RecordName): VendorField {
  return recordFields[name] as VendorField
}

/** The path of a field in the seller or shop record. */
export function pathOf(name: string): string {
  return `${name in sellerFields ? 'seller' : 'shop'}.${name}`
}

/**
 * Paths of the fields that an approved vendor can change only by a decision; `by` narrows them to fields that need two
 * people.
 */
export function guardedPaths(by?: 'two-persons'): string[] {
  return Object.entries(sections).flatMap(([section, fields]) =>
    Object.entries(fields as Readonly<Record<string, VendorField>>).flatMap(([name, { decidedBy }]) =>
      decidedBy && (!by || decidedBy === by) ? [`${section}.${name}`] : [],
    ),
  )
}

/** The documents and pictures of a vendor by path, as reasons and requirements name them. */
export const filePaths = {
  cnic_front: 'identity.cnic_front',
  cnic_back: 'identity.cnic_back',
  cheque_copy: 'shop.cheque_copy',
  shop_logo: 'shop.shop_logo',
  shop_banner: 'shop.shop_banner',
  shop_image: 'shop.shop_image',
} as const

/** The labels of everything that a vendor hands in, documents included. */
export const handedInLabels: Readonly<Record<string, string>> = {
  ...fieldLabels,
  'identity.cnic_front': texts.cnicFront,
  'identity.cnic_back': texts.cnicBack,
  'shop.cheque_copy': texts.chequeCopy,
  'shop.shop_logo': texts.logo,
  'shop.shop_banner': texts.banner,
  'shop.shop_image': texts.shopImage,
}
