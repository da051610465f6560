import { listAt } from '#kit/web/address.ts'
import type { notifications } from '../contract.ts'
import { notificationsPath } from '../screen-contract.ts'

export const notificationList = listAt<typeof notifications.list>(notificationsPath)
