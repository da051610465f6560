import { implement } from '#kit/server/implement.ts'
import { storefrontSubscribers } from '../contract.ts'
import { confirmSubscription, requestSubscription, unsubscribeAtOnce, unsubscribeByLink } from './commands.ts'
import { readConsent } from './queries.ts'

export const storefrontSubscriberRoutes = implement('subscription', storefrontSubscribers, {
  consent: readConsent,
  subscribe: requestSubscription,
  confirm: confirmSubscription,
  unsubscribe: unsubscribeByLink,
  oneClick: unsubscribeAtOnce,
})
