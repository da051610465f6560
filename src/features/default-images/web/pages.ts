import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { customersImage, vendorsImage } from './links.ts'

export const defaultImagePages = [
  definePage({
    path: customersImage.path,
    title: menuTexts.customersDefaultImage,
    access: grants('Customer', 'view'),
    menu: { section: 'Customers', label: menuTexts.customersDefaultImage, order: 3 },
    load: async () => (await import('./customer-image-page.tsx')).CustomerImagePage,
  }),
  definePage({
    path: vendorsImage.path,
    title: menuTexts.vendorsDefaultImage,
    access: grants('Vendors', 'view'),
    menu: { section: 'Vendors', label: menuTexts.vendorsDefaultImage, order: 3 },
    load: async () => (await import('./vendor-image-page.tsx')).VendorImagePage,
  }),
]
