import type { ProductPayload } from '#features/products/server/rules.ts'
import type { Step } from './story.ts'
import type { DemoVendor } from './vendor.ts'

/** What a listing says of itself; its pictures by the names of the drawings. */
export type ProductDetails = ProductPayload

export type ProductState = 'submitted' | 'changes_requested' | 'rejected' | 'approved' | 'off' | 'draft'

export interface DemoProduct {
  id: string
  external_id: string
  vendor: DemoVendor
  state: ProductState
  createdAt: Date
  details: ProductDetails
  /** False where the listing is to stay switched off when it is approved. */
  available: boolean
  /** The first version, where the vendor has answered a request. */
  earlier: ProductDetails | null
  /** An edit of an approved listing that waits. */
  wanted: { at: Date; details: ProductDetails } | null
  steps: Step[]
}
