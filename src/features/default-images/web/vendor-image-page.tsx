import { defaultImages } from '../contract.ts'
import { DefaultImages } from './images-panel.tsx'

const tiles = [
  { slot: 'shop_image', save: defaultImages.saveShopImage },
  { slot: 'shop_banner', save: defaultImages.saveShopBanner },
] as const

/** Vendors Default Image: shown for shops that have uploaded no picture or banner. */
export function VendorImagePage() {
  return (
    <DefaultImages
      title="Vendors Default Image"
      text="Used when a vendor uploads no shop image or banner: on the vendor’s own screen."
      tiles={tiles}
    />
  )
}
