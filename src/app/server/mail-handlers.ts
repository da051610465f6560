import { takeBounce } from '#features/mailings/server/bounce-commands.ts'
import { returnedLetter } from '#features/messages/server/bounce-commands.ts'
import { supportMail } from '#features/support/server/mail-commands.ts'
import type { Services } from '#kit/server/context.ts'

/** Who takes mails that the intake hands in; the first that knows a mail takes it. */
export const mailHandlers: Services['mailHandlers'] = [returnedLetter, { take: takeBounce }, supportMail]
