import { implement } from '#kit/server/implement.ts'
import { defaultImages } from '../contract.ts'
import { saveDefaultImage } from './commands.ts'
import { readDefaultImages } from './queries.ts'

export const defaultImageRoutes = implement('default-images', defaultImages, {
  get: readDefaultImages,
  saveCustomer: (ctx, input) => saveDefaultImage(ctx, 'customer', input),
  saveShopImage: (ctx, input) => saveDefaultImage(ctx, 'shop_image', input),
  saveShopBanner: (ctx, input) => saveDefaultImage(ctx, 'shop_banner', input),
})
