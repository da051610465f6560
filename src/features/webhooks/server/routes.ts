import { implement } from '#kit/server/implement.ts'
import { webhooks } from '../contract.ts'
import {
  changeEndpoint,
  createEndpoint,
  disableEndpoint,
  enableEndpoint,
  resendDelivery,
  resendFailed,
  rotateSecret,
  sendTest,
} from './endpoint-commands.ts'
import { listDeliveries, listEndpoints, readDelivery, readWithHistory } from './queries.ts'

export const webhookRoutes = implement('webhooks', webhooks, {
  list: listEndpoints,
  get: readWithHistory,
  create: createEndpoint,
  change: changeEndpoint,
  rotate: rotateSecret,
  disable: (ctx, { id }) => disableEndpoint(ctx, { id }),
  enable: enableEndpoint,
  test: sendTest,
  deliveries: listDeliveries,
  delivery: readDelivery,
  resend: resendDelivery,
  resendFailed,
})
