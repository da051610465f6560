import type { Page, Request } from '@playwright/test'
import { demo, expect, type Marketplace } from './marketplace.ts'

/** Every screen, with a record of the demo where it shows one. */
const screens = [
  '/',
  '/review-desk',
  '/review-desk?kind=product&late=yes',
  '/review-limits',
  '/orders-all-orders',
  '/orders-all-orders?payment_method=cod&from=2026-01-01&least=1000&city=Lahore',
  '/orders-pending-orders',
  '/orders-processingorders',
  '/orders-completed-orders',
  '/orders-declined-orders',
  'order-pending',
  'order-processing',
  'order-completed',
  'order-declined',
  '/orders-order-details?id=none',
  'order-invoice',
  'order-packing',
  'order-label',
  '/products-add-product',
  '/products-add-product?step=2',
  '/products-add-product?step=3',
  '/products-add-product?step=4',
  '/products-add-product?step=review',
  'product-edit',
  'product-edit-description',
  'product-edit-pictures',
  'product-edit-review',
  '/products-add-product?id=none',
  '/products-all-products',
  '/products-all-products?list=rejected',
  '/products-approvedproducts',
  '/products-approvedproducts?revision=waiting',
  '/products-deactivatedproducts',
  '/vendor-verification-pending-verification',
  '/vendor-verification-approved-verification',
  '/vendor-verification-disabled-verification',
  '/customers-customers-list',
  '/customers-customers-list?list=disabled',
  '/customers-withdraws',
  '/customers-customersimage',
  '/vendor-vendor-vendorimage',
  '/vendor-vendors-list',
  '/vendor-vendors-withdraws',
  '/withdrawals',
  '/withdrawals?status=paid',
  'withdrawal',
  'withdrawal-paid',
  '/withdrawal?id=none',
  '/payout-runs',
  'payout-run',
  'vendor-money',
  '/vendor-money?id=none',
  '/tracking-numbers',
  '/orders-all-orders?preset=late_to_pack',
  '/ledger',
  '/ledger?account=bank&from=2026-01-01',
  '/commission',
  '/tax-rates',
  '/letters',
  '/letter?id=vendor-rejected',
  '/letter?id=none',
  '/failed-mails',
  '/failed-mails?state=retrying&kind=reset',
  '/order-checks',
  '/decision-reasons',
  '/refunds',
  '/listing-checks',
  '/trust-rules',
  '/general-setting-shipping-method',
  '/general-setting-packaging',
  '/general-setting-pickup-location',
  'customer',
  'customer-approved',
  'customer-disabled',
  '/customers-customer-details?id=none',
  'vendor',
  'vendor-bare',
  'vendor-approved',
  'vendor-changed',
  'vendor-listings',
  'vendor-orders',
  'vendor-sums',
  'product',
  'product-approved',
  'product-revision',
  '/audit-log',
  '/audit-log?subject_type=vendor&from=2026-01-01',
  'audit-entry',
  '/audit-log/entry?id=none',
  '/settlements',
  'settlement',
  'settlement-short',
  '/settlement?id=none',
  '/settlement-import',
  '/courier-cash',
  '/email',
  '/email-details?id=none',
  '/support-requests',
  '/support-request?id=none',
  '/my-requests',
  '/my-request?id=none',
  '/webhooks',
  '/webhook?id=none',
  '/manage-categories-main-categories',
  '/manage-categories-sub-categories',
  '/manage-categories-child-categories',
  '/manage-categories-tree',
  'category',
  '/manage-categories-category?id=none',
  '/promotions',
  '/blogs-categories',
  '/blogs-posts',
  '/blogs-posts?state=draft',
  'post-draft',
  'post-published',
  '/blogs-post?id=none',
  'promotion-running',
  'promotion-draft',
  'promotion-ended',
  '/promotion?id=none',
  '/setting-viewhome',
  '/setting-viewhome?of=draft',
  '/homepage-settings-sliders-banners',
  'slider-open',
  '/homepage-setting-sub-slider-banners',
  '/homepage-setting-services',
  '/homepage-setting-popular-categories-banner',
  '/homepage-setting-center-large-banner',
  '/homepage-setting-bottom-small-banner',
  '/Homepage-setting-cms',
  '/general-setting-logo',
  '/general-setting-favicon',
  '/general-setting-loader',
  '/general-setting-popupbanner',
  '/about-us',
  '/faq-setting',
  '/blog-setting',
  '/stores-setting',
  '/about-us-view',
  '/faq-setting-view',
  '/blog-setting-view',
  '/stores-view-setting',
  '/shop-preview',
  '/releases',
  '/releases?state=scheduled',
  'release',
  'release-scheduled',
  '/release?id=none',
  '/publish',
  '/media-library',
  '/media-library?use=unused&sort=name',
  'picture',
  '/media-library-picture?id=none',
  '/bulk',
  '/bulk?status=done',
  'import-columns',
  'import-checked',
  'import-errors',
  'import-done',
  '/bulk/import?id=none',
  '/faqs',
  '/faqs?status=inactive',
  'faq',
  '/faqs-faq?id=none',
  '/subscribers',
  '/subscribers?list=blocked',
  'subscriber',
  'subscriber-blocked',
  '/subscriber?id=none',
  '/notifications',
  '/notifications?state=unread&kind=mentioned',
  '/my-account',
  '/manage-staff',
  'staff',
  'staff-own',
  '/manageroles',
  'role',
  'role-locked',
  '/managerolesname',
  '/forgot-password',
  '/reset-password',
  '/reset-password#mr_none',
  '/accept-invitation',
  '/accept-invitation#mi_none',
  '/nowhere',
  '/vendor-vendordetails?id=none',
  '/manage-staff-details?id=none',
]

/** The address of every screen that a signed-in person can open. */
export async function screensWithRecords(
  marketplace: Marketplace,
  token: string,
): Promise<[string, string][]> {
  const rowsOf = async (path: string) =>
    (await marketplace.call('GET', `/api/admin/${path}`, token)).body.results.flat()
  const pending = await rowsOf('sellers/get/pending?limit=100')
  const staff = await rowsOf('staff?limit=25')
  const roles = await rowsOf('roles?limit=25')
  const isLocked = (row: { is_builtin: boolean }) => row.is_builtin
  const orderIn = async (status: string) => (await rowsOf(`orders?limit=1&status=${status}`))[0].id
  const printed = await orderIn('processing')
  const imported = await someImports(marketplace, token)
  const vendorPage = `/vendor-page?id=${(await rowsOf('sellers/get/approve?limit=1'))[0].id}`
  const records: Record<string, string> = {
    'order-pending': `/orders-order-details?id=${await orderIn('pending')}`,
    'order-processing': `/order-orderdetails?id=${await orderIn('processing')}`,
    'order-completed': `/orders-order-details?id=${await orderIn('completed')}`,
    'order-declined': `/orders-order-details?id=${await orderIn('declined')}`,
    'order-invoice': `/print/order?id=${printed}&kind=invoice`,
    'order-packing': `/print/order?id=${printed}&kind=packing&size=a5`,
    'order-label': `/print/order?id=${printed}&kind=label`,
    'audit-entry': `/audit-log/entry?id=${(await rowsOf('audit?limit=1&action=reject'))[0].id}`,
    settlement: `/settlement?id=${(await rowsOf('settlements?limit=1'))[0].id}`,
    'settlement-short': `/settlement?id=${(await rowsOf('settlements?limit=1&difference=open'))[0].id}`,
    staff: `/manage-staff-details?id=${staff.find((row: { email: string }) => row.email !== demo.email)?.id}`,
    'staff-own': `/manage-staff-details?id=${staff.find((row: { email: string }) => row.email === demo.email)?.id}`,
    category: `/manage-categories-category?id=${(await rowsOf('categories?limit=1'))[0].id}`,
    'import-columns': `/bulk/import?id=${imported.columns}`,
    'import-checked': `/bulk/import?id=${imported.checked}`,
    'import-errors': `/bulk/import?id=${imported.checked}&verdict=error`,
    'import-done': `/bulk/import?id=${imported.done}`,
    'post-draft': `/blogs-post?id=${(await rowsOf('blogs/posts?limit=1&state=draft'))[0].id}`,
    'post-published': `/blogs-post?id=${(await rowsOf('blogs/posts?limit=1&state=published'))[0].id}`,
    'promotion-running': `/promotion?id=${(await rowsOf('promotions?limit=1&status=running'))[0].id}`,
    'promotion-draft': `/promotion?id=${(await rowsOf('promotions?limit=1&status=draft'))[0].id}`,
    'promotion-ended': `/promotion?id=${(await rowsOf('promotions?limit=1&status=ended'))[0].id}`,
    subscriber: `/subscriber?id=${(await rowsOf('subscribers?limit=1&list=subscribed'))[0].id}`,
    'subscriber-blocked': `/subscriber?id=${(await rowsOf('subscribers?limit=1&list=blocked'))[0].id}`,
    faq: `/faqs-faq?id=${(await rowsOf('faqs?limit=1'))[0].id}`,
    release: `/release?id=${(await rowsOf('releases?limit=1&state=published'))[0].id}`,
    'release-scheduled': `/release?id=${(await rowsOf('releases?limit=1&state=scheduled'))[0].id}`,
    picture: `/media-library-picture?id=${(await rowsOf('media?limit=1'))[0].id}`,
    'slider-open': `/homepage-settings-sliders-banners?item=${await someBanner(marketplace, token)}`,
    role: `/managerolesname?id=${roles.find((row: { is_builtin: boolean }) => !isLocked(row))?.id}`,
    'role-locked': `/managerolesname?id=${roles.find(isLocked)?.id}`,
    vendor: `/vendor-vendordetails?id=${pending.find((row: { shop: unknown }) => row.shop)?.id}`,
    'vendor-bare': `/vendor-vendordetails?id=${pending.find((row: { shop: unknown }) => !row.shop)?.id}`,
    'vendor-approved': `/vendor-detail/approved?id=${(await rowsOf('sellers/get/approve?limit=1'))[0].id}`,
    'vendor-changed': `/vendor-detail/approved?id=${(await rowsOf('sellers/get/approve?limit=1&change=waiting'))[0].id}`,
    'vendor-listings': `${vendorPage}&section=listings`,
    'vendor-orders': `${vendorPage}&section=orders`,
    'vendor-sums': `${vendorPage}&section=money`,
    customer: `/customers-customer-details?id=${(await rowsOf('customers?list=pending&limit=1'))[0].id}`,
    'customer-approved': `/customer-customerdetails?id=${(await rowsOf('customers?list=approved&limit=1'))[0].id}`,
    'customer-disabled': `/customers-customer-details?id=${(await rowsOf('customers?list=disabled&limit=1'))[0].id}`,
    withdrawal: `/withdrawal?id=${(await rowsOf('vendor-withdrawals?limit=1&status=requested'))[0].id}`,
    'withdrawal-paid': `/withdrawal?id=${(await rowsOf('vendor-withdrawals?limit=1&status=paid'))[0].id}`,
    'payout-run': `/payout-run?id=${await someRun(marketplace, token)}`,
    'vendor-money': `/vendor-money?id=${(await rowsOf('vendor-withdrawals?limit=1&status=paid'))[0].owner_id}`,
    product: `/single-product/pending?id=${(await rowsOf('products/get/pending?limit=1'))[0].id}`,
    'product-edit': `/products-add-product?id=${(await rowsOf('products/get/approved?limit=1'))[0].id}`,
    'product-edit-description': `/products-add-product?step=2&id=${(await rowsOf('products/get/approved?limit=1'))[0].id}`,
    'product-edit-pictures': `/products-add-product?step=4&id=${(await rowsOf('products/get/pending?limit=1'))[0].id}`,
    'product-edit-review': `/products-add-product?step=review&id=${(await rowsOf('products/get/pending?limit=1'))[0].id}`,
    'product-approved': `/single-product/approved?id=${(await rowsOf('products/get/approved?limit=1'))[0].id}`,
    'product-revision': `/single-product/approved?id=${(await rowsOf('products/get/approved?limit=1&revision=waiting'))[0].id}`,
  }
  return screens.map((screen) => [screen, records[screen] ?? screen])
}

/** The first of the slider banners. */
async function someBanner(marketplace: Marketplace, token: string): Promise<string> {
  const path = '/api/admin/homepage-settings/sections/slider_banners'
  return (await marketplace.call('GET', path, token)).body.results.value.items[0].id
}

/** A run that is there, or one that is opened: only one is open at a time. */
async function someRun(marketplace: Marketplace, token: string): Promise<string> {
  await marketplace.call('POST', '/api/admin/vendor-payouts', token)
  return (await marketplace.call('GET', '/api/admin/vendor-payouts?limit=1', token)).body.results[0].id
}

/** An import whose columns wait to be assigned, one that waits to be confirmed, and one that is done; the last two with a row that is wrong. */
async function someImports(marketplace: Marketplace, token: string) {
  const vendor = (await marketplace.call('GET', '/api/admin/imports/vendors?q=', token)).body.results[0]
  const send = async (name: string, text: string) => {
    const form = new FormData()
    form.append('file', new Blob([text]), name)
    const response = await fetch(`${marketplace.url}/api/admin/imports?vendor_id=${vendor.id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    return ((await response.json()) as { results: { id: string } }).results.id
  }
  const read = async (id: string) =>
    (await marketplace.call('GET', `/api/admin/imports/${id}`, token)).body.results
  const until = (id: string, status: string) =>
    expect.poll(async () => (await read(id)).status, { timeout: 60_000 }).toBe(status)
  const mark = `${process.pid}-${Date.now()}`
  const rows = (of: string) =>
    `SKU,Name,Retail price\n${of}-${mark}-1,Lamp of brass,900\n${of}-${mark}-2,Lantern,a lot\n${of}-${mark}-3,پیتل کا چراغ,1200`
  const [columns, checked, done] = await Promise.all([
    send('prices from the shop.csv', `Thing ${mark},Costs,Remark\nLamp,900,from Multan\nLantern,700,`),
    send('lamps.csv', rows('CHECKED')),
    send('lanterns.csv', rows('DONE')),
  ])
  await Promise.all([until(columns, 'mapping'), until(checked, 'checked'), until(done, 'checked')])
  const { version } = await read(done)
  await marketplace.call('POST', `/api/admin/imports/${done}/confirm`, token, undefined, version)
  await until(done, 'done')
  return { columns, checked, done }
}

/** Waits until the page says that it waits for nothing, and asks for nothing: two looks 50 ms apart. */
export function restOf(page: Page): { forget(): void; reached(): Promise<void> } {
  const asked = new Set<Request>()
  // The stream of changes is open for as long as the page is.
  const isStream = (request: Request) => new URL(request.url()).pathname === '/api/admin/stream'
  page.on('request', (request) => !isStream(request) && asked.add(request))
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
  const isAtRest = async () =>
    asked.size === 0 &&
    (await page.evaluate(
      () =>
        document.fonts.status === 'loaded' &&
        !document.querySelector('[aria-busy="true"]') &&
        ![...document.querySelectorAll('[role="status"]')].some((one) =>
          /^(?:Loading|⟦Ļôàđîñĝ)/.test(one.textContent),
        ),
    ))
  return {
    // What the page before asked for.
    forget: () => asked.clear(),
    async reached() {
      let looks = 0
      const count = async () => {
        looks = (await isAtRest()) ? looks + 1 : 0
        return looks
      }
      await expect.poll(count, { intervals: [50], timeout: 30_000 }).toBeGreaterThanOrEqual(2)
    },
  }
}
