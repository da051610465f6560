import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileSlots } from '../contract.ts'
import { checkVendor, missingOf } from './rules.ts'
import type { VendorRecord } from './tables.ts'

const text = fc.constantFrom('', 'Hina Qureshi')
const created = fc.constantFrom(null, new Date(0))
const number = (digits: string) => fc.constantFrom('', digits)

/** What a vendor may or may not have submitted. */
const application = fc.record({
  record: fc.record({
    seller_created_at: created,
    shop_created_at: created,
    username: fc.constant('Hina Qureshi'),
    shop_name: fc.constant('Hina Textiles'),
    phone: number('+923001234567'),
    shop_mobile: fc.constant(''),
    sellers_address: text,
    sellers_city: fc.constant(''),
    sellers_province: fc.constant(''),
    bank_name: fc.constant(''),
    account_title: text,
  }),
  sensitive: fc.record({
    cnic: number('3520212345671'),
    shop_ntn: number('3804142'),
    account_number: fc.constant(''),
    ibn_number: number('PK36SCBL0000001123456702'),
  }),
  slots: fc.subarray([...fileSlots]),
})

/** The paths of the checks that say that a part of the list is missing; the check of a record has no path. */
const pathsOf: Readonly<Record<string, readonly (string | undefined)[]>> = {
  'Seller record': [undefined],
  'Shop record': [undefined],
  CNIC: ['seller.cnic'],
  Address: ['seller.sellers_address'],
  NTN: ['shop.shop_ntn'],
  'Account title': ['shop.account_title'],
  IBAN: ['shop.ibn_number'],
  'Cheque copy': ['shop.cheque_copy'],
  'CNIC copies': ['identity.cnic_front', 'identity.cnic_back'],
  Phone: ['phone'],
}

test('what the list of applicants calls missing is found by the checks, and the other way round', () => {
  fc.assert(
    fc.property(application, ({ record, sensitive, slots }) => {
      const sealed = Object.entries(sensitive).map(([name, value]) => [`${name}_sealed`, value || null])
      const vendor = { ...record, ...Object.fromEntries(sealed) } as unknown as VendorRecord
      const files = slots.map((slot) => ({ slot }))
      const found = checkVendor(vendor, sensitive, files, []).filter(({ code }) => code.endsWith('_missing'))
      const missing = missingOf(vendor, slots)
      for (const part of missing) {
        expect(found.some(({ path }) => pathsOf[part]?.includes(path))).toBe(true)
      }
      const isWhole = record.seller_created_at !== null && record.shop_created_at !== null
      for (const { path } of isWhole ? found : []) {
        expect(missing.some((part) => pathsOf[part]?.includes(path))).toBe(true)
      }
    }),
  )
})

test('a malformed NTN blocks although the CNIC could be one', () => {
  const created_at = new Date(0)
  const text = { username: '', phone: '', shop_name: '', shop_mobile: '', sellers_address: '' }
  const place = { sellers_city: '', sellers_province: '', bank_name: '', account_title: '' }
  const vendor = { ...text, ...place, seller_created_at: created_at, shop_created_at: created_at }
  const sensitive = { cnic: '3520212345671', shop_ntn: '12', account_number: '', ibn_number: '' }
  const found = checkVendor(vendor as unknown as VendorRecord, sensitive, [], [])
  expect(found.filter(({ path }) => path === 'shop.shop_ntn').map(({ level }) => level)).toContain('error')
})
