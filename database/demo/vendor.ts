import type { Place } from './places.ts'
import type { Step } from './story.ts'

export interface SellerDetails {
  cnic: string
  sellers_address: string
  sellers_city: string
  sellers_province: string
}

export interface ShopDetails {
  shop_name: string
  shop_email: string
  shop_mobile: string
  shop_phone: string
  shop_ntn: string
  shop_address: string
  shop_postal: string
  bank_name: string
  account_title: string
  account_number: string
  branch_code: string
  ibn_number: string
}

/** What a vendor says of itself, numbers in the clear. */
export interface VendorDetails {
  username: string
  email: string
  phone: string
  seller: SellerDetails | null
  shop: ShopDetails | null
}

export type VendorState =
  | 'submitted'
  | 'changes_requested'
  | 'rejected'
  | 'approved'
  | 'disabled'
  | 'draft'
  | 'closed'

/** A problem that was put into an application for the checks to find. */
export type Problem =
  | 'bank differs'
  | 'same cnic'
  | 'same ntn'
  | 'same iban'
  | 'same phone'
  | 'title differs'
  | 'ntn check digit'
  | 'landline'
  | 'no cheque'
  | 'no seller'
  | 'no shop'

export interface DemoVendor {
  id: string
  external_id: string
  state: VendorState
  createdAt: Date
  details: VendorDetails
  /** The first version, where the vendor has answered a request. */
  earlier: VendorDetails | null
  /** What would stand after a change that waits. */
  wanted: { at: Date; details: VendorDetails } | null
  steps: Step[]
  place: Place
  trade: string
  isWoman: boolean
  problems: Problem[]
}
