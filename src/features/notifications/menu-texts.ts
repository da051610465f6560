import { catalogue } from '#kit/contract/texts.ts'

/** What the bar of every screen needs. */
export const menuTexts = catalogue({
  notifications: 'Notifications',
  unreadCount: '{count, plural, one {# unread notification} other {# unread notifications}}',
  manyUnread: 'Notifications, more than 99 unread',
  manyCount: '99+',
})
