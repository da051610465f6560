import { screenAt } from '#kit/web/address.ts'

interface Asked {
  /** One order, or several, separated by commas. */
  id?: string
  ids?: string
  kind: 'invoice' | 'packing' | 'label'
  /** The number of a part; without a number, all parts. */
  part?: number
}

export const orderPrint = screenAt<Asked>('/print/order')
