import { setPicture as setCustomerPicture } from '#features/customers/server/picture-commands.ts'
import { readOrderState } from '#features/orders/server/state-queries.ts'
import {
  acceptInvitation,
  declineInvitation,
} from '#features/promotions/sellers/server/invitation-commands.ts'
import { listInvitations } from '#features/promotions/sellers/server/invitation-queries.ts'
import { passOnSubscription } from '#features/subscribers/storefront/server/commands.ts'
import { implement } from '#kit/server/implement.ts'
import { intake } from '../contract.ts'
import {
  addProductImage,
  attachSellerFile,
  submitCustomer,
  submitOrder,
  submitProduct,
  submitSeller,
  submitWithdrawal,
  takeMail,
  tellOfOrder,
} from './commands.ts'
import { getCustomer, getProduct, getSeller, getWithdrawal } from './queries.ts'

export const intakeRoutes = implement('intake', intake, {
  submitSeller,
  getSeller,
  attachSellerFile,
  submitProduct,
  getProduct,
  addProductImage,
  submitWithdrawal,
  getWithdrawal,
  submitOrder,
  getOrder: readOrderState,
  tellOfOrder,
  submitCustomer,
  setCustomerPicture,
  getCustomer,
  listInvitations,
  optIn: acceptInvitation,
  optOut: declineInvitation,
  passOnSubscription,
  takeMail,
})
