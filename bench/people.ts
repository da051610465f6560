import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { hashToken } from '#kit/server/tokens.ts'

/** Signs in somebody new with this role, past the password. Returns the token of the session, which lasts a day. */
export async function signInNew(database: pg.ClientBase | pg.Pool, roleId: string): Promise<string> {
  const [id, token] = [randomUUID(), `ms_${randomBytes(32).toString('base64url')}`]
  await database.query(
    `insert into people (id, username, email, email_verified_at, password_hash, role_id)
     values ($1, 'Reader', $2, now(), '', $3)`,
    [id, `${id}@bench.example`, roleId],
  )
  await database.query(
    "insert into sessions (id, token_hash, person_id, expires_at) values ($1, $2, $3, now() + interval '1 day')",
    [randomUUID(), hashToken(token), id],
  )
  return token
}
