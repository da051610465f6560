import { implement } from '#kit/server/implement.ts'
import { mailingLists, mailings } from '../contract.ts'
import { countAudience, readPeople } from './audience-queries.ts'
import {
  changeMailing,
  createList,
  createMailing,
  duplicateMailing,
  removeList,
  removeMailing,
  sendTest,
} from './commands.ts'
import {
  checkMailing,
  countMailings,
  listMailings,
  listRecipients,
  readChoices,
  readLists,
  readMailing,
} from './queries.ts'
import {
  approveMailing,
  cancelMailing,
  pauseMailing,
  resumeMailing,
  sendAgain,
  sendMailing,
  withdrawMailing,
} from './state-commands.ts'
import { findCampaigns, findProducts } from './thing-queries.ts'

export const mailingRoutes = [
  ...implement('mailings', mailings, {
    list: listMailings,
    count: countMailings,
    get: readMailing,
    create: createMailing,
    change: changeMailing,
    duplicate: duplicateMailing,
    remove: removeMailing,
    audience: countAudience,
    people: readPeople,
    products: findProducts,
    campaigns: findCampaigns,
    choices: readChoices,
    check: checkMailing,
    test: sendTest,
    send: sendMailing,
    approve: approveMailing,
    withdraw: withdrawMailing,
    pause: pauseMailing,
    resume: resumeMailing,
    cancel: cancelMailing,
    again: sendAgain,
    recipients: listRecipients,
  }),
  ...implement('mailing lists', mailingLists, { list: readLists, create: createList, remove: removeList }),
]
