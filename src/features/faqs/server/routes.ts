import { implement } from '#kit/server/implement.ts'
import { faqs } from '../contract.ts'
import {
  changeFaq,
  createFaq,
  createFaqs,
  moveFaq,
  moveFaqGroup,
  putFaqBack,
  removeFaq,
  renameFaqGroup,
  switchFaqs,
} from './commands.ts'
import { listFaqs, readFaq, readGroups, readOrder, readStorefrontFaqs, readWaiting } from './queries.ts'

export const faqRoutes = implement('faqs', faqs, {
  list: listFaqs,
  groups: readGroups,
  order: readOrder,
  waiting: readWaiting,
  get: readFaq,
  create: createFaq,
  createAll: createFaqs,
  change: changeFaq,
  move: moveFaq,
  moveGroup: moveFaqGroup,
  renameGroup: renameFaqGroup,
  switchAll: switchFaqs,
  remove: removeFaq,
  putBack: putFaqBack,
  storefront: readStorefrontFaqs,
})
