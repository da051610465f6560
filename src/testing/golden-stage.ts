import type { TestApp, TestPerson } from './app.ts'
import {
  listedProduct,
  type MadeProduct,
  pendingCustomer,
  pendingOrder,
  pendingVendor,
  sellerBody,
} from './factories.ts'
import { goldenCustomers, goldenOrders, goldenProducts, goldenVendors } from './golden-marketplace.ts'

/**
 * Fills a marketplace with the golden records. Answers the ids by key (`vendor sana`), the keys by id, and what replaces the
 * numbers that the marketplace gave: `{first}` for that of an order.
 */
export async function goldenStage(app: TestApp, admin: TestPerson) {
  const idOf = new Map<string, string>()
  const keyOf = new Map<string, string>()
  const numbers = new Map<string, string>()
  const keep = (key: string, id: string) => {
    idOf.set(key, id)
    keyOf.set(id, key)
  }
  for (const [key, { username, shop, email, phone }] of Object.entries(goldenVendors)) {
    const { shop: usual } = sellerBody()
    if (!usual) throw new Error('the usual seller has a shop')
    const vendor = await pendingVendor(app, { username, email, phone, shop: { ...usual, shop_name: shop } })
    keep(`vendor ${key}`, vendor.id)
  }
  const products = new Map<string, MadeProduct>()
  for (const [key, [product_name, sku, vendor, category]] of Object.entries(goldenProducts)) {
    // The usual number of a product has that of the process in it, which a search for part of another number finds.
    const given = { product_name, sku, category, external_id: `zz${products.size}` }
    const product = await listedProduct({ app, admin }, given, idOf.get(`vendor ${vendor}`))
    products.set(key, product)
    keep(`product ${key}`, product.id)
  }
  for (const [key, body] of Object.entries(goldenCustomers)) {
    keep(`customer ${key}`, (await pendingCustomer(app, body)).id)
  }
  for (const [key, order] of Object.entries(goldenOrders)) {
    const { email, phone, city } = goldenCustomers[order.customer]
    const product = products.get(order.product)
    if (!product) throw new Error(`no product ${order.product}`)
    const made = await pendingOrder({ app, admin }, [{ product }], {
      ...{ external_id: order.external_id, email, phone, city },
      customer_id: idOf.get(`customer ${order.customer}`) ?? '',
    })
    keep(`order ${key}`, made.id)
    numbers.set(`{${key}}`, made.order_number)
    await app.database.pool.query('update orders set payment_reference = $2 where id = $1', [
      made.id,
      order.reference,
    ])
    await app.database.pool.query(
      `update order_parts set tracking_number = $2, courier = 'TCS', invoice_number = $3,
        invoiced_at = case when $3::int is null then null else now() end where order_id = $1`,
      [made.id, order.tracking, order.invoice],
    )
  }
  return { idOf, keyOf, numbers }
}
