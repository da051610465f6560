import { defaultImages } from '../contract.ts'
import { DefaultImages } from './images-panel.tsx'

const tiles = [{ slot: 'customer', save: defaultImages.saveCustomer }] as const

/** Customers Default Image: shown for customers who have uploaded no picture. */
export function CustomerImagePage() {
  return (
    <DefaultImages
      title="Customers Default Image"
      text="Used when a customer uploads no profile picture: in the lists and on the customer’s own screen."
      tiles={tiles}
    />
  )
}
