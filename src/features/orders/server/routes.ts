import { implement } from '#kit/server/implement.ts'
import { orderChecks } from '../checks-contract.ts'
import { orders } from '../contract.ts'
import { matchingOrders } from '../matching-contract.ts'
import { refunds } from '../refunds-contract.ts'
import { enterRefundAccount, revealRefundAccount } from './account-commands.ts'
import { beginDecline, beginMove } from './bulk-commands.ts'
import { checkOrder, saveOrderChecks } from './check-commands.ts'
import { readOrderChecks } from './check-queries.ts'
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
import {
  attemptPart,
  cancelPart,
  correctShipment,
  deliverPart,
  packPart,
  returnPart,
  shipPart,
  unpackPart,
} from './part-commands.ts'
import { countMatchingOrders, countOrders, listOrders, readOrder } from './queries.ts'
import { cancelRefund, grantRefund, previewRefund, readRefundEffect, sendRefund } from './refund-commands.ts'
import { countRefunds, listRefunds, readRefund } from './refund-queries.ts'
import { sumOrders } from './sum-queries.ts'
import { findOrderVendors } from './vendor-queries.ts'

export const orderRoutes = implement('orders', orders, {
  list: listOrders,
  count: countOrders,
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
  previewRefund,
  refundEffect: readRefundEffect,
  grantRefund,
  sendRefund,
  cancelRefund,
  bulkMove: moveOrders,
  bulkDecline: declineOrders,
})

export const matchingOrderRoutes = implement('orders', matchingOrders, {
  countMatching: countMatchingOrders,
  moveMatching: beginMove,
  declineMatching: beginDecline,
})

export const refundRoutes = implement('refunds', refunds, {
  list: listRefunds,
  count: countRefunds,
  get: readRefund,
  enterAccount: enterRefundAccount,
  reveal: revealRefundAccount,
})

export const orderCheckRoutes = implement('orders', orderChecks, {
  get: readOrderChecks,
  save: saveOrderChecks,
  check: checkOrder,
})
