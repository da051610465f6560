import { implement } from '#kit/server/implement.ts'
import { notifications, stream } from '../contract.ts'
import { chooseChannel, markAllRead, markRead, markUnread } from './commands.ts'
import { followStream, listChoices, listNotifications, readSummary } from './queries.ts'

export const notificationRoutes = [
  ...implement('notifications', notifications, {
    list: listNotifications,
    summary: readSummary,
    read: markRead,
    unread: markUnread,
    readAll: markAllRead,
    choices: listChoices,
    choose: chooseChannel,
  }),
  ...implement('stream', stream, { follow: followStream }),
]
