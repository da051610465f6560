/** The paths of the screens that the links in letters open. */
export const tokenPaths = { invitation: '/accept-invitation', reset: '/reset-password' } as const
