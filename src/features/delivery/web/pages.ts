import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { packagingList, pickupLocationList, shippingMethodList } from './links.ts'

const section = 'General Settings'
const access = grants('General Setting', 'view')

export const deliveryPages = [
  definePage({
    path: shippingMethodList.path,
    title: menuTexts.shippingMethod,
    access,
    menu: { section, label: menuTexts.shippingMethod, order: 4 },
    first: { rows: '/api/admin/shipping-methods?sort=position' },
    load: async () => (await import('./shipping-method-list-page.tsx')).ShippingMethodListPage,
  }),
  definePage({
    path: packagingList.path,
    title: menuTexts.packaging,
    access,
    menu: { section, label: menuTexts.packaging, order: 5 },
    first: { rows: '/api/admin/packagings?sort=position' },
    load: async () => (await import('./packaging-list-page.tsx')).PackagingListPage,
  }),
  definePage({
    path: pickupLocationList.path,
    title: menuTexts.pickupLocation,
    access,
    menu: { section, label: menuTexts.pickupLocation, order: 6 },
    first: { rows: '/api/admin/pickup-locations?sort=position' },
    load: async () => (await import('./pickup-location-list-page.tsx')).PickupLocationListPage,
  }),
]
