import { v7 as uuidv7 } from 'uuid'
import { karachiDay } from '#kit/contract/day.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import { cut } from '#kit/contract/text.ts'
import { type Context, signedIn } from '#kit/server/context.ts'
import { refuseStale } from '#kit/server/stale.ts'
import {
  type DeskRequestDetail,
  type MyRequestDetail,
  requestLimits,
  requestNumber,
  type support,
  type supportDesk,
} from '../contract.ts'
import { kindWords, moodWords } from '../words-contract.ts'
import { sendFiles } from './file-commands.ts'
import { isHandler, noSuchRequest, readMyRequest, readRequest } from './queries.ts'
import { screenOf } from './rules.ts'
import {
  addAnswer,
  addReply,
  isWritten,
  type LockedRequest,
  lockRequest,
  move,
  reopen,
  statusOf,
  subjectOf,
  tellDesk,
} from './thread-commands.ts'
import './tables.ts'

/**
 * Stores a request with its files and sends it to the support desk. Refuses (too-many) the 21st request of a person on a
 * day of Asia/Karachi, and (invalid) a file that is gone or not theirs.
 */
export async function submitRequest(
  ctx: Context,
  { kind, text, screen, last_request_id, mood, screenshot_id, file_ids }: Input<typeof support.submit>,
): Promise<MyRequestDetail> {
  const person = signedIn(ctx)
  await refuseBeyondLimit(ctx, person.id)
  const now = ctx.now()
  const row = {
    id: uuidv7(),
    kind,
    author_id: person.id,
    author_name: person.name,
    text,
    screen: screenOf(screen),
    last_request_id,
    browser: cut(ctx.origin.userAgent.replace(/\p{Cc}/gu, ''), 300),
    mood,
    created_at: now,
    updated_at: now,
  }
  const { number } = await ctx.db
    .insertInto('support_requests')
    .values(row)
    .returning('number')
    .executeTakeFirstOrThrow()
  const owned = { owner_id: person.id, request_id: row.id, entry_id: null }
  const [picture] = await sendFiles(ctx, screenshot_id ? [screenshot_id] : [], {
    ...owned,
    is_screenshot: true,
  })
  if (picture && !picture.media_type.startsWith('image/')) {
    throw fieldRefusal('screenshot_id', 'The screenshot must be a picture')
  }
  const files = await sendFiles(ctx, file_ids, owned)
  await tellDesk(
    ctx,
    { ...row, number: requestNumber(number) },
    {
      kind: 'support request',
      by: person.name,
      text,
      facts: factsOf(row),
      // The screenshot is masked; what people attach themselves stays in Munshi.
      attachments: picture ? [picture] : [],
      files: files.length,
    },
  )
  await ctx.record({
    action: 'send support request',
    subject: subjectOf({ id: row.id, number: requestNumber(number) }),
    after: { kind, screen: row.screen, files: files.length + (picture ? 1 : 0) },
  })
  return readMyRequest(ctx, { id: row.id })
}

/**
 * Writes again in a request of the signed-in person, which is open afterwards. The same reply under the same entry id is written
 * once. Refuses (not-found) and (conflict) another reply under that id, and a request with 500 entries.
 */
export async function replyToRequest(
  ctx: Context,
  { id, text, file_ids, entry_id }: Input<typeof support.reply>,
): Promise<MyRequestDetail> {
  const person = signedIn(ctx)
  const request = await lockRequest(ctx, id)
  if (request.author_id !== person.id) throw noSuchRequest()
  const written = { by: person, text, fileIds: file_ids, mailId: null }
  if (entry_id && (await isWritten(ctx, request, entry_id, written))) ctx.unchanged()
  else await addReply(ctx, request, { ...written, id: entry_id })
  return readMyRequest(ctx, { id })
}

/**
 * Answers a request, also by mail. A request that nobody takes care of is then the writer's. Refuses (not-found), (stale),
 * and (conflict) a closed request.
 */
export async function answerRequest(
  ctx: Context,
  { id, text, file_ids }: Input<typeof supportDesk.answer>,
): Promise<DeskRequestDetail> {
  const request = await lockCurrent(ctx, id)
  await addAnswer(ctx, request, { by: signedIn(ctx), text, fileIds: file_ids, mailId: null })
  return readRequest(ctx, { id })
}

/** Closes a request. Refuses (not-found), (stale), and (conflict) a closed request. */
export async function closeRequest(ctx: Context, { id }: { id: string }): Promise<DeskRequestDetail> {
  const request = await lockCurrent(ctx, id)
  await move(ctx, request, 'close')
  await ctx.record({
    action: 'close support request',
    subject: subjectOf(request),
    before: statusOf(request),
  })
  return readRequest(ctx, { id })
}

/** Opens a closed request again. Refuses (not-found), (stale), and (conflict) a request that is not closed. */
export async function reopenRequest(ctx: Context, { id }: { id: string }): Promise<DeskRequestDetail> {
  const request = await lockCurrent(ctx, id)
  await reopen(ctx, request)
  return readRequest(ctx, { id })
}

/** Assigns a request. Refuses (not-found), (stale), and (invalid) a person who may not answer requests. */
export async function assignRequest(
  ctx: Context,
  { id, person_id }: Input<typeof supportDesk.assign>,
): Promise<DeskRequestDetail> {
  const request = await lockCurrent(ctx, id)
  if (request.assignee_id === person_id) {
    ctx.unchanged()
    return readRequest(ctx, { id })
  }
  if (person_id && !(await isHandler(ctx, person_id))) {
    throw fieldRefusal('person_id', 'This person may not answer requests. Choose somebody else')
  }
  const before = await readRequest(ctx, { id })
  await ctx.db
    .updateTable('support_requests')
    .set({ assignee_id: person_id, version: request.version + 1 })
    .where('id', '=', id)
    .execute()
  const after = await readRequest(ctx, { id })
  await ctx.record({
    action: 'assign support request',
    subject: subjectOf(request),
    before: { assignee: before.assignee?.name ?? '' },
    after: { assignee: after.assignee?.name ?? '' },
  })
  return after
}

async function lockCurrent(ctx: Context, id: string): Promise<LockedRequest> {
  const request = await lockRequest(ctx, id)
  await refuseStale(
    ctx,
    request,
    () => readRequest(ctx, { id }),
    'This request changed since you opened it. Read what is new, then try again',
  )
  return request
}

async function refuseBeyondLimit(ctx: Context, personId: string): Promise<void> {
  // Requests of one person wait for each other, so that together they stay within the limit.
  await ctx.db
    .selectFrom('people')
    .select('id')
    .where('id', '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const today = new Date(`${karachiDay(ctx.now())}T00:00:00+05:00`)
  const { n } = await ctx.db
    .selectFrom('support_requests')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('author_id', '=', personId)
    .where('created_at', '>=', today)
    .executeTakeFirstOrThrow()
  if (Number(n) < requestLimits.perDay) return
  const tomorrow = today.getTime() + 24 * 60 * 60 * 1000
  throw new Refusal(
    'too-many',
    `You have sent ${requestLimits.perDay} requests today. Add to one of them in My requests, or send a new one tomorrow`,
    { retryAfterSeconds: Math.max(1, Math.ceil((tomorrow - ctx.now().getTime()) / 1000)) },
  )
}

function factsOf(row: {
  kind: keyof typeof kindWords
  screen: string
  last_request_id: string
  browser: string
  mood: number | null
}): string[] {
  return [
    `Kind: ${kindWords[row.kind]}`,
    ...(row.mood === null ? [] : [`Mood: ${moodWords[row.mood - 1]} (${row.mood} of 5)`]),
    ...(row.screen ? [`Screen: ${row.screen}`] : []),
    ...(row.last_request_id ? [`Last request: ${row.last_request_id}`] : []),
    ...(row.browser ? [`Browser: ${row.browser}`] : []),
  ]
}
