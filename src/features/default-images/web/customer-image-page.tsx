import { defaultImages } from '../contract.ts'
import { DefaultImages } from './images-panel.tsx'

const tiles = [{ slot: 'customer', save: defaultImages.saveCustomer }] as const

/** Customers Default Image: what stands for a customer who has uploaded no picture. */
export function CustomerImagePage() {
  return (
    <DefaultImages
      title="Customers Default Image"
      text="Used when a customer uploads no profile picture: in the lists and on the customer’s own screen."
      tiles={tiles}
    />
  )
}
