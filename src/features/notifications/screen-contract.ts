/** The path of the screen of a person's notifications, which the daily mail links to as well. */
export const notificationsPath = '/notifications'
