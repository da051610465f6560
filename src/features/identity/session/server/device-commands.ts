import { randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { type Context, signedIn } from '#kit/server/context.ts'
import '#features/access/server/tables.ts'
import './tables.ts'

const knownForDays = 180
const mostDevices = 10

/**
 * Registers the current browser as a known device of its person: answers the device id that it sent while that id is
 * valid, or a new one, and forgets the oldest devices beyond ten. The database stores a keyed hash of the id.
 */
export async function rememberDevice(
  ctx: Context,
  input: { device?: string | undefined },
): Promise<{ device: string }> {
  const actor = signedIn(ctx)
  const { email } = await ctx.db
    .selectFrom('people')
    .select('email')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  if (input.device && (await knownDevice(ctx, email, input.device))) {
    ctx.unchanged()
    return { device: input.device }
  }
  const device = await makeDevice(ctx, actor.id)
  await ctx.record({ action: 'remember device', subject: { type: 'person', id: actor.id, name: actor.name } })
  return { device }
}

/**
 * Creates a device id for a person who has just proved their identity, and forgets the oldest devices beyond ten. The
 * caller writes the audit log entry.
 */
export async function makeDevice(ctx: Context, personId: string): Promise<string> {
  const device = signed(ctx, `${personId}.${randomBytes(16).toString('base64url')}`)
  await ctx.db
    .insertInto('known_devices')
    .values({ device_hash: hashOf(ctx, device), person_id: personId, created_at: ctx.now() })
    .execute()
  await ctx.db
    .updateTable('known_devices')
    .set({ revoked_at: ctx.now() })
    .where('device_hash', 'in', (known) =>
      known
        .selectFrom('known_devices')
        .select('device_hash')
        .where('person_id', '=', personId)
        .where('revoked_at', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('device_hash')
        .offset(mostDevices),
    )
    .execute()
  return device
}

/**
 * The key under which the attempts of this device are counted, or null for an unknown device: not signed by this
 * server, another person's, forgotten, or older than 180 days.
 */
export async function knownDevice(
  ctx: Context,
  email: string,
  device: string | undefined,
): Promise<string | null> {
  const [personId = '', random = ''] = device?.split('.') ?? []
  if (!device || !equal(device, signed(ctx, `${personId}.${random}`))) return null
  const hash = hashOf(ctx, device)
  const known = await ctx.db
    .selectFrom('known_devices')
    .innerJoin('people', 'people.id', 'known_devices.person_id')
    .select('known_devices.person_id')
    .where('device_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where('known_devices.created_at', '>', new Date(ctx.now().getTime() - knownForDays * 24 * 3_600_000))
    .where(sql`lower(people.email)`, '=', email.trim().toLowerCase())
    .executeTakeFirst()
  return known ? hash.toString('base64url') : null
}

/** Forgets every known device of a person, because a new password invalidates all of them. */
export async function forgetDevices(ctx: Context, personId: string): Promise<void> {
  await ctx.db
    .updateTable('known_devices')
    .set({ revoked_at: ctx.now() })
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .execute()
}

/**
 * Ends a person's open sessions, or `only` one, or all `but` one. Answers how many. The caller writes the audit log
 * entry.
 */
export async function endOpenSessions(
  ctx: Context,
  personId: string,
  { only, but }: { only?: string; but?: string } = {},
): Promise<number> {
  let open = ctx.db
    .updateTable('sessions')
    .set({ revoked_at: ctx.now() })
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', ctx.now())
  if (only !== undefined) open = open.where('id', '=', only)
  if (but !== undefined) open = open.where('id', '<>', but)
  const { numUpdatedRows } = await open.executeTakeFirst()
  return Number(numUpdatedRows)
}

/** `<person>.<random>.<HMAC>`: an id that this server did not sign is refused without a query. */
function signed({ services }: Context, text: string): string {
  return `${text}.${services.keys.blind('known device', text).toString('base64url')}`
}

function hashOf({ services }: Context, device: string): Buffer {
  return services.keys.blind('known device stored', device)
}

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
