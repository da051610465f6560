import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { type Access, endpoint } from '#kit/contract/endpoint.ts'
import { pictureLimits } from '#kit/contract/picture.ts'
import { texts } from './texts.ts'

export const imageSlots = ['customer', 'shop_image', 'shop_banner'] as const
export type ImageSlot = (typeof imageSlots)[number]

/** The label of each picture, and the size in which it is stored. */
export const slotFacts: Readonly<Record<ImageSlot, { label: string; width: number; height: number }>> = {
  customer: { label: texts.customerImage, width: 150, height: 150 },
  shop_image: { label: texts.shopImage, width: 150, height: 150 },
  shop_banner: { label: texts.bannerImage, width: 400, height: 400 },
}

/** The content hashes of the pictures; empty if none was saved. */
export const DefaultImages = z.object({
  customer: z.string(),
  shop_image: z.string(),
  shop_banner: z.string(),
})
export type DefaultImages = z.infer<typeof DefaultImages>

function saveOf(slot: ImageSlot, path: string, access: Access & { kind: 'area' }) {
  return endpoint({
    method: 'POST',
    path: `/api/admin/default-images/${path}`,
    summary: `Save the default ${slotFacts[slot].label}: one multipart part named file, cropped to its shape`,
    access,
    upload: { maxBytes: pictureLimits.maxBytes },
    transactions: 'own',
    answer: DefaultImages,
  })
}

export const defaultImages = {
  get: endpoint({
    method: 'GET',
    path: '/api/admin/default-images',
    summary: 'The default pictures of customers and shops',
    access: { kind: 'signed-in' },
    answer: DefaultImages,
  }),
  saveCustomer: saveOf('customer', 'customer', grants('Customer', 'act')),
  saveShopImage: saveOf('shop_image', 'shop-image', grants('Vendors', 'act')),
  saveShopBanner: saveOf('shop_banner', 'shop-banner', grants('Vendors', 'act')),
}
