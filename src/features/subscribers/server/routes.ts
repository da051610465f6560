import { implement } from '#kit/server/implement.ts'
import { subscribers } from '../contract.ts'
import {
  blockAddress,
  blockSubscriber,
  mailAgain,
  resendConfirmation,
  unblockSubscriber,
  unsubscribeByStaff,
  writeConsent,
} from './commands.ts'
import { exportSubscribers } from './export-commands.ts'
import { importSubscribers } from './import-commands.ts'
import { type AddressEraser, eraseSubscriber, eraseSubscribers } from './privacy-commands.ts'
import { countSubscribers, listConsentTexts, listSubscribers, readSubscriber } from './queries.ts'

/** The calls on subscribers; the application passes the erasers of other features. */
export const subscriberRoutes = (erasers: readonly AddressEraser[]) =>
  implement('subscribers', subscribers, {
    list: listSubscribers,
    count: countSubscribers,
    export: exportSubscribers,
    consentTexts: listConsentTexts,
    writeConsent,
    import: importSubscribers,
    blockAddress,
    eraseAll: eraseSubscribers(erasers),
    get: readSubscriber,
    block: blockSubscriber,
    unblock: unblockSubscriber,
    mailAgain,
    unsubscribe: unsubscribeByStaff,
    resend: resendConfirmation,
    erase: eraseSubscriber(erasers),
  })
