import { defaultImages } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { DefaultImages } from './images-panel.tsx'

const tiles = [
  { slot: 'shop_image', save: defaultImages.saveShopImage },
  { slot: 'shop_banner', save: defaultImages.saveShopBanner },
] as const

/** Vendors Default Image: shown to staff and shoppers for shops that have uploaded no picture or banner. */
export function VendorImagePage() {
  return <DefaultImages title={menuTexts.vendorsDefaultImage} text={texts.vendorImageHint} tiles={tiles} />
}
