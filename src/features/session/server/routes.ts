import { implement } from '#kit/server/implement.ts'
import { session } from '../contract.ts'
import { login, logout } from './commands.ts'
import { readAccount } from './queries.ts'

export const sessionRoutes = implement('session', session, { login, logout, account: readAccount })
