import { screenAt } from '#kit/web/address.ts'

/** The parameters of a list whose entries are edited in a dialog. */
interface Asked {
  /** The id of the entry that is being edited. */
  edit?: string
}

export const shippingMethodList = screenAt<Asked>('/general-setting-shipping-method')
export const packagingList = screenAt<Asked>('/general-setting-packaging')
export const pickupLocationList = screenAt<Asked>('/general-setting-pickup-location')
