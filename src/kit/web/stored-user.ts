/** The login result, which is all that the browser stores about the user. */
export interface StoredUser {
  id: string
  is_verified: boolean
  email: string
  phone: string
  username: string
  token: string
}

export const userKey = 'current_user'
export const viewKey = 'view_as'

/** The user that local storage holds as this text; null if it is no valid user. */
export function userIn(text: string | null): StoredUser | null {
  try {
    const user = JSON.parse(text ?? 'null') as Partial<StoredUser> | null
    return typeof user?.token === 'string' && typeof user.id === 'string' ? (user as StoredUser) : null
  } catch {
    return null
  }
}
