import { describe, expect, it } from 'vitest'
import { parseRupees } from '#kit/contract/money.ts'
import {
  checkNtn,
  compareAccountTitle,
  compareBank,
  isValidIban,
  normaliseCnic,
} from '#kit/contract/pakistan.ts'
import { isMobile, normalisePhone } from '#kit/contract/pakistan-phones.ts'
import { type FieldKeys, parseFieldKeys } from '#kit/server/field-keys.ts'
import { makeCategories } from './categories.ts'
import { customerCounts } from './customers.ts'
import { customerRows, makeMarketplace, productPast, productRows, vendorRows } from './marketplace.ts'
import { makeStaff } from './people.ts'
import type { MadePicture } from './pictures.ts'
import { productCounts, waitingRevisions } from './products.ts'
import { seededChance } from './random.ts'
import { vendorCounts, waitingChanges } from './vendors.ts'

const now = new Date('2026-11-21T09:30:00Z')
const keys = testKeys()
const staff = makeStaff(seededChance(1), now)
const market = makeMarketplace(now, staff)
const { vendors, products, customers } = market
const waiting = vendors.filter(({ state }) => state === 'submitted')
const shops = vendors.flatMap(({ details }) => details.shop ?? [])
const sellers = vendors.flatMap(({ details }) => details.seller ?? [])

describe('the demo marketplace', () => {
  it('is the same for the same day', () => {
    const again = makeMarketplace(now, makeStaff(seededChance(1), now))
    expect(again.vendors).toEqual(vendors)
    expect(again.products).toEqual(products)
    expect(again.customers).toEqual(customers)
    expect(again.orders.products.map(({ svg }) => svg())).toEqual(
      market.orders.products.map(({ svg }) => svg()),
    )
  })

  it('has a second person who can send what the first one granted', () => {
    const roles = staff.roles.filter(({ permissions }) =>
      (permissions as string[]).includes('Orders: refund'),
    )
    expect(roles).toHaveLength(2)
    expect(staff.orderDesk).toHaveLength(2)
  })

  it('has its vendors and products in every state', () => {
    expect(countBy(vendors.map(({ state }) => state))).toEqual(vendorCounts)
    expect(countBy(products.map(({ state }) => state))).toEqual(productCounts)
    expect(countBy(customers.map(({ state }) => state))).toEqual(customerCounts)
    expect(vendors.filter(({ wanted }) => wanted)).toHaveLength(waitingChanges)
    expect(products.filter(({ wanted }) => wanted)).toHaveLength(waitingRevisions)
  })

  it('has a tree of categories with a place for whatever its vendors sell', () => {
    const { rows, ids } = makeCategories(now)
    expect(products.filter(({ details }) => !ids.has(details.category))).toEqual([])
    expect(new Set(rows.map(({ slug }) => slug)).size).toBe(rows.length)
    expect(new Set(rows.map(({ place }) => place)).size).toBe(rows.length)
    expect(rows.filter(({ is_active }) => !is_active)).toHaveLength(1)
  })

  it('tells stories whose end is the state', () => {
    const { rows } = vendorRows(keys, now, market)
    expect(rows.map(({ status }) => status)).toEqual(vendors.map(({ state }) => state))
    const { standings } = productPast(now, market)
    const expected = products.map(({ state }) =>
      state === 'off' ? 'approved' : state === 'draft' ? 'submitted' : state,
    )
    expect(standings.map(({ status }) => status)).toEqual(expected)
  })

  it('has no step in the future, out of order, or with an open undo window', () => {
    for (const { steps } of [...vendors, ...products]) {
      const times = steps.map(({ at }) => at.getTime())
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(Math.max(...times)).toBeLessThan(now.getTime())
    }
    const past = [
      vendorRows(keys, now, market).past,
      productPast(now, market).past,
      customerRows(market).past,
    ]
    const open = past
      .flatMap(({ decisions }) => decisions)
      .filter(({ undo_until }) => (undo_until as Date) >= now)
    expect(open).toEqual([])
  })

  it('has only numbers of a valid form', () => {
    expect(sellers.filter(({ cnic }) => normaliseCnic(cnic) !== cnic)).toEqual([])
    expect(shops.filter(({ ibn_number }) => !isValidIban(ibn_number))).toEqual([])
    expect(shops.filter(({ shop_ntn }) => checkNtn(shop_ntn).some(({ level }) => level === 'error'))).toEqual(
      [],
    )
    const phones = [
      ...vendors.map(({ details }) => details.phone),
      ...shops
        .flatMap(({ shop_mobile, shop_phone }) => [shop_mobile, shop_phone])
        .filter((phone) => phone !== ''),
    ]
    expect(phones.filter((phone) => normalisePhone(phone) !== phone)).toEqual([])
    const buyers = customers.map(({ phone }) => phone).filter((phone) => phone !== '')
    expect(buyers.filter((phone) => normalisePhone(phone) !== phone)).toEqual([])
  })

  it('gives every vendor a name of its own, and every SKU once for each vendor', () => {
    expect(new Set(vendors.map(({ details }) => details.username)).size).toBe(vendors.length)
    expect(new Set(products.map(({ vendor, details }) => `${vendor.id} ${details.sku}`)).size).toBe(
      products.length,
    )
  })

  it('has customers of the last year, whom somebody can reach, decided about after they came', () => {
    const year = new Date('2025-11-21T00:00:00Z')
    for (const { username, email, phone, createdAt, approved, disabled } of customers) {
      const times = [year, createdAt, approved?.at, disabled?.at, now].flatMap((at) => at?.getTime() ?? [])
      expect({ username, times }).toEqual({ username, times: times.toSorted((a, b) => a - b) })
      expect({ username, way: email || phone }).not.toMatchObject({ way: '' })
    }
    expect(new Set(customers.map(({ username }) => username)).size).toBe(customers.length)
    const { rows, past } = customerRows(market)
    expect(countBy(rows.map(({ status }) => String(status)))).toEqual(customerCounts)
    const trail = JSON.stringify([past.audit, past.decisions])
    expect(customers.filter(({ username }) => trail.includes(username))).toEqual([])
  })

  it('sells nothing above its price and nothing from before its vendor', () => {
    for (const { details, vendor, createdAt } of products) {
      const [price, sale] = [parseRupees(details.product_price), parseRupees(details.discounted_price)]
      expect(price).toBeGreaterThan(0n)
      expect(sale).toBeGreaterThanOrEqual(0n)
      expect(sale).toBeLessThan(price)
      expect(createdAt.getTime()).toBeGreaterThan(vendor.createdAt.getTime())
      expect(details.package_weight).toBeGreaterThan(0)
    }
  })

  it('waits with each kind of problem at least once', () => {
    const shopOf = (vendor: (typeof waiting)[number]) => vendor.details.shop
    const warned = (found: readonly { level: string }[]) => found.some(({ level }) => level === 'warning')
    const isShared = (value: (vendor: (typeof vendors)[number]) => string | undefined) =>
      waiting.some(
        (vendor) =>
          value(vendor) && vendors.some((other) => other !== vendor && value(other) === value(vendor)),
      )
    expect(waiting.some(({ details }) => !details.seller)).toBe(true)
    expect(waiting.some(({ details }) => details.seller && !details.shop)).toBe(true)
    expect(
      waiting.some((vendor) =>
        warned(compareBank(shopOf(vendor)?.ibn_number ?? '', shopOf(vendor)?.bank_name ?? '')),
      ),
    ).toBe(true)
    expect(
      waiting.some(({ details }) =>
        warned(
          compareAccountTitle(details.shop?.account_title ?? '', [
            details.username,
            details.shop?.shop_name ?? '',
          ]),
        ),
      ),
    ).toBe(true)
    expect(waiting.some((vendor) => shopOf(vendor) && warned(checkNtn(shopOf(vendor)?.shop_ntn ?? '')))).toBe(
      true,
    )
    expect(waiting.some(({ details }) => !isMobile(details.phone))).toBe(true)
    expect(isShared(({ details }) => details.seller?.cnic)).toBe(true)
    expect(isShared(({ details }) => details.shop?.shop_ntn)).toBe(true)
    expect(isShared(({ details }) => details.shop?.ibn_number)).toBe(true)
    expect(isShared(({ details }) => details.phone)).toBe(true)
    const has = (id: string, paper: string) => market.pictures.get(id)?.some(({ slot }) => slot === paper)
    expect(waiting.some(({ id, details }) => details.shop && !has(id, 'cheque_copy'))).toBe(true)
    expect(waiting.some(({ id, details }) => details.seller && !has(id, 'cnic_front'))).toBe(true)
  })

  it('has all papers of whom it calls approved', () => {
    for (const { id, details } of vendors.filter(({ state }) => state === 'approved')) {
      const slots = market.pictures.get(id)?.map(({ slot }) => slot) ?? []
      expect(slots).toEqual(expect.arrayContaining(['cheque_copy', 'cnic_front', 'cnic_back']))
      expect(details.shop?.account_title).not.toBe('')
    }
  })

  it('keeps two versions of what was handed in again, and they differ', () => {
    const answered = products.filter(({ earlier }) => earlier)
    expect(answered.length).toBeGreaterThan(0)
    const { standings } = productPast(now, market)
    const { submissions } = productRows(market, standings, drawnAtOnce(), makeCategories(now).ids)
    const versions = Map.groupBy(submissions, ({ product_id }) => product_id)
    for (const { id } of answered) {
      const [first, second] = versions.get(id) ?? []
      expect(second?.body_hash).toBeDefined()
      expect(second?.body_hash).not.toBe(first?.body_hash)
    }
    const { submissions: applications } = vendorRows(keys, now, market)
    const byVendor = Map.groupBy(applications, ({ vendor_id }) => vendor_id)
    for (const { id } of vendors.filter(({ earlier }) => earlier)) {
      const [first, second] = byVendor.get(id) ?? []
      expect(second?.body_hash).not.toBe(first?.body_hash)
    }
  })

  it('shows no number in the clear in what it stores of submissions', () => {
    const { rows, submissions } = vendorRows(keys, now, market)
    const stored = JSON.stringify([rows, submissions])
    expect(sellers.filter(({ cnic }) => stored.includes(cnic))).toEqual([])
    expect(
      shops.filter(
        ({ ibn_number, account_number }) => stored.includes(ibn_number) || stored.includes(account_number),
      ),
    ).toEqual([])
  })
})

/** Pictures with made-up hashes: nothing is drawn here. */
function drawnAtOnce(): Map<string, MadePicture> {
  return new Map(
    market.orders.products.map(({ name }, index) => [
      name,
      { hash: index.toString(16).padStart(64, '0'), width: 640, height: 640, bytes: 1 },
    ]),
  )
}

function countBy(names: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]))
}

function testKeys(): FieldKeys {
  const key = (fill: number) => Buffer.alloc(32, fill).toString('base64')
  return parseFieldKeys(`index:${key(1)},k1:${key(2)}`)
}
