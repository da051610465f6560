import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'

export const defaultImagePages = [
  definePage({
    path: '/customers-customersimage',
    title: 'Customers Default Image',
    access: grants('Customer', 'view'),
    menu: { section: 'Customers', label: 'Customers Default Image', order: 3 },
    load: async () => (await import('./customer-image-page.tsx')).CustomerImagePage,
  }),
  definePage({
    path: '/vendor-vendor-vendorimage',
    title: 'Vendors Default Image',
    access: grants('Vendors', 'view'),
    menu: { section: 'Vendors', label: 'Vendors Default Image', order: 3 },
    load: async () => (await import('./vendor-image-page.tsx')).VendorImagePage,
  }),
]
