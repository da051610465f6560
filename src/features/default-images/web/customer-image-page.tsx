import { defaultImages } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { DefaultImages } from './images-panel.tsx'

const tiles = [{ slot: 'customer', save: defaultImages.saveCustomer }] as const

/** Customers Default Image: shown for customers who have uploaded no picture. */
export function CustomerImagePage() {
  return (
    <DefaultImages title={menuTexts.customersDefaultImage} text={texts.customerImageHint} tiles={tiles} />
  )
}
