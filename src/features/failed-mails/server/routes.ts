import { implement } from '#kit/server/implement.ts'
import { failedMails } from '../contract.ts'
import { resendFailedMails } from './commands.ts'
import { listFailedMails } from './queries.ts'

export const failedMailRoutes = implement('failed-mails', failedMails, {
  list: listFailedMails,
  resend: resendFailedMails,
})
