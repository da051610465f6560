import { implement } from '#kit/server/implement.ts'
import { orders } from '../contract.ts'
import { sumOrders } from '../lists/server/sum-queries.ts'
import {
  attemptPart,
  cancelPart,
  closeReturn,
  correctShipment,
  deliverPart,
  packPart,
  returnPart,
  shipPart,
  unpackPart,
} from '../parts/server/commands.ts'
import {
  cancelRefund,
  grantRefund,
  previewRefund,
  readRefundEffect,
  sendRefund,
} from '../refunds/server/commands.ts'
import {
  completeOrder,
  declineOrder,
  declineOrders,
  markOrderPaid,
  moveOrders,
  processOrder,
  putOrderBack,
  recordCall,
} from './commands.ts'
import { exportOrders } from './export-commands.ts'
import { listOrders, readOrder } from './queries.ts'
import { findOrderVendors } from './vendor-queries.ts'

export const orderRoutes = implement('orders', orders, {
  list: listOrders,
  sum: sumOrders,
  vendors: findOrderVendors,
  export: exportOrders,
  get: readOrder,
  process: processOrder,
  putBack: putOrderBack,
  complete: completeOrder,
  decline: declineOrder,
  confirm: recordCall,
  markPaid: markOrderPaid,
  pack: packPart,
  unpack: unpackPart,
  ship: shipPart,
  correct: correctShipment,
  cancel: cancelPart,
  attempt: attemptPart,
  deliver: deliverPart,
  return: returnPart,
  closeReturn,
  previewRefund,
  refundEffect: readRefundEffect,
  grantRefund,
  sendRefund,
  cancelRefund,
  bulkMove: moveOrders,
  bulkDecline: declineOrders,
})
