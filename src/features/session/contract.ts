import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'

/** The login result, and the whole of what the browser keeps under `current_user`. */
export const CurrentUser = z.object({
  id: z.uuid(),
  is_verified: z.boolean().meta({ description: 'The e-mail address is confirmed' }),
  email: z.string(),
  phone: z.string(),
  username: z.string(),
  token: z.string(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** What the fields of the sign-in form refuse, in the specification's words (section 5). */
export const Credentials = z.object({
  email: z.string().trim().min(1, 'Email is Required').max(320),
  password: z
    .string()
    .max(1000)
    .refine((password) => password.trim() !== '', 'Password is Required'),
})
export type Credentials = z.infer<typeof Credentials>

/** The signed-in person and what they may do, as of this request. */
export const Account = z.object({
  id: z.uuid(),
  username: z.string(),
  email: z.string(),
  phone: z.string(),
  role_name: z.string(),
  permissions: z.array(z.string()),
})
export type Account = z.infer<typeof Account>

export const session = {
  login: endpoint({
    method: 'POST',
    path: '/api/login',
    summary: 'Sign in with e-mail and password',
    transactions: 'own',
    access: { kind: 'public', because: 'Nobody is signed in before it' },
    body: Credentials,
    answer: CurrentUser,
    refuses: ['unauthenticated', 'too-many'],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/logout',
    summary: 'End this session',
    access: { kind: 'signed-in' },
    layout: 'none',
    status: 204,
  }),
  account: endpoint({
    method: 'GET',
    path: '/api/account/me',
    summary: 'The signed-in person and what they may do',
    access: { kind: 'signed-in' },
    answer: Account,
  }),
}
