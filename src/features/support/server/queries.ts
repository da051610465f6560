import { type RawBuilder, sql } from 'kysely'
import { permissionName } from '#features/access/contract.ts'
import type { Answer, Input } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { type Context, signedIn } from '#kit/server/context.ts'
import { readCounts } from '#kit/server/counts.ts'
import type { BytesAnswer } from '#kit/server/implement.ts'
import { listPage } from '#kit/server/list.ts'
import { searchCondition } from '#kit/server/matching.ts'
import {
  type DeskRequest,
  type DeskRequestDetail,
  type MyRequest,
  type MyRequestDetail,
  type RequestKind,
  type RequestStatus,
  requestLimits,
  requestNumber,
  requestStatuses,
  type SupportEntry,
  type SupportFile,
  type support,
  supportDesk,
} from '../contract.ts'
import './tables.ts'
import '#features/access/server/tables.ts'

const excerptLength = 160

/** One page of the requests of the signed-in person, the one that changed last first. */
export function listMyRequests(ctx: Context, input: Input<typeof support.list>): Promise<Page<MyRequest>> {
  const { id } = signedIn(ctx)
  const { status } = input
  return listPage(
    ctx.db,
    {
      from: sql`support_requests r`,
      alias: 'r',
      partitions: [sql`r.author_id = ${id}`],
      filters: status ? [sql`r.status = ${status}`] : [],
      sorts: { updated_at: { column: 'updated_at', type: 'timestamptz' } },
      select: rowColumns,
      // One person has sent a few hundred at most.
      countAll: async () => {
        const { rows } = await sql<{ n: number }>`
          select count(*)::int4 as n from support_requests where author_id = ${id}`.execute(ctx.db)
        return rows[0]?.n ?? 0
      },
      shape: myRequestOf,
    },
    input,
  )
}

/** One page of the requests of all staff. */
export function listRequests(
  ctx: Context,
  input: Input<typeof supportDesk.list>,
): Promise<Page<DeskRequest>> {
  const { status, kind, assignee, q } = input
  const statuses: readonly RequestStatus[] = status ? [status] : requestStatuses
  return listPage(
    ctx.db,
    {
      from: sql`support_requests r`,
      alias: 'r',
      partitions: statuses.map((one) => sql`r.status = ${one}`),
      filters: [
        ...(kind ? [sql`r.kind = ${kind}`] : []),
        ...(assignee ? [assignedTo(ctx, assignee)] : []),
        ...(q ? [searchCondition(q, 'r.search_text', ['r.author_name'])] : []),
      ],
      sorts: {
        updated_at: { column: 'updated_at', type: 'timestamptz' },
        created_at: { column: 'created_at', type: 'timestamptz' },
      },
      select: sql`${rowColumns}, ${deskColumns}`,
      joins: deskJoins,
      countAll: statuses.map((one) => `support:${one}`),
      shape: deskRequestOf,
    },
    input,
  )
}

/** Nobody takes care of a request either whose assignee was disabled or may no longer answer. */
function assignedTo(ctx: Context, assignee: string): RawBuilder<unknown> {
  if (assignee === 'nobody') {
    return sql`not exists (
      select from people p join roles o on o.id = p.role_id where p.id = r.assignee_id and ${mayAnswer})`
  }
  return sql`r.assignee_id = ${assignee === 'me' ? signedIn(ctx).id : assignee}`
}

export async function countRequests(ctx: Context): Promise<Answer<typeof supportDesk.count>> {
  const counts = await readCounts(ctx.db, ['support:open', 'support:answered', 'support:closed'])
  return {
    open: counts['support:open'],
    answered: counts['support:answered'],
    closed: counts['support:closed'],
  }
}

/** The active people who may answer requests, by name; at most 500. */
export async function listHandlers(ctx: Context): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select p.id, p.username as name from people p join roles o on o.id = p.role_id
    where ${mayAnswer} order by p.username, p.id limit 500`.execute(ctx.db)
  return rows
}

/** Whether a person may answer requests; asked of one person, as the list of handlers ends at 500. */
export async function isHandler(ctx: Context, personId: string): Promise<boolean> {
  const { rows } = await sql`
    select from people p join roles o on o.id = p.role_id where p.id = ${personId} and ${mayAnswer}`.execute(
    ctx.db,
  )
  return rows.length > 0
}

const { area, action } = supportDesk.answer.access
const mayAnswer: RawBuilder<unknown> = sql`p.list = 'active' and ${permissionName(area, action)} = any(o.permissions)`

/** One request of the signed-in person. Refuses (not-found) an unknown id and a request of somebody else. */
export async function readMyRequest(ctx: Context, { id }: { id: string }): Promise<MyRequestDetail> {
  const row = await readRow(ctx, id)
  if (row.author_id !== signedIn(ctx).id) throw noSuchRequest()
  return { ...myRequestOf(row), ...(await detailOf(ctx, row)) }
}

/** One request of anybody. Refuses (not-found). */
export async function readRequest(ctx: Context, { id }: { id: string }): Promise<DeskRequestDetail> {
  const row = await readRow(ctx, id)
  return {
    ...deskRequestOf(row),
    ...(await detailOf(ctx, row)),
    author_email: row.author_email,
    last_request_id: row.last_request_id,
    browser: row.browser,
  }
}

/** A file of a request of the signed-in person. Refuses (not-found). */
export async function readMyFile(
  ctx: Context,
  { id, file_id }: { id: string; file_id: string },
): Promise<BytesAnswer> {
  await readMyRequest(ctx, { id })
  return readFile(ctx, { id, file_id })
}

/** A file of a request. Refuses (not-found). */
export async function readFile(
  ctx: Context,
  { id, file_id }: { id: string; file_id: string },
): Promise<BytesAnswer> {
  const file = await ctx.db
    .selectFrom('support_files')
    .select(['storage_key', 'media_type', 'name'])
    .where('id', '=', file_id)
    .where('request_id', '=', id)
    .executeTakeFirst()
  const found = file && (await ctx.services.files.read(file.storage_key))
  if (!found) throw new Refusal('not-found', 'There is no such file')
  const isPicture = file.media_type === 'image/webp'
  return {
    stream: found.stream,
    bytes: found.bytes,
    mediaType: file.media_type,
    ...(isPicture ? {} : { fileName: file.name }),
  }
}

export function noSuchRequest(): Refusal {
  return new Refusal('not-found', 'There is no such request')
}

interface Row {
  id: string
  number: number
  kind: string
  status: string
  excerpt: string
  mood: number | null
  created_at: Date
  updated_at: Date
}

interface DeskRow extends Row {
  author_id: string
  author: string
  assignee_id: string | null
  assignee: string | null
  version: number
}

interface WholeRow extends DeskRow {
  text: string
  screen: string
  closed_at: Date | null
  author_email: string
  last_request_id: string
  browser: string
}

const rowColumns: RawBuilder<unknown> = sql`r.id, r.number, r.kind, r.status, left(r.text, ${excerptLength}) as excerpt,
  r.mood, r.created_at, r.updated_at`
const deskColumns: RawBuilder<unknown> = sql`r.author_id, a.username as author, r.assignee_id, h.username as assignee, r.version`
const deskJoins: RawBuilder<unknown> = sql`
  join people a on a.id = r.author_id left join people h on h.id = r.assignee_id`

async function readRow(ctx: Context, id: string): Promise<WholeRow> {
  const { rows } = await sql<WholeRow>`
    select ${rowColumns}, ${deskColumns}, r.text, r.screen, r.closed_at, a.email as author_email,
      r.last_request_id, r.browser
    from support_requests r ${deskJoins} where r.id = ${id}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw noSuchRequest()
  return row
}

async function detailOf(ctx: Context, row: WholeRow) {
  const files = await ctx.db
    .selectFrom('support_files')
    .select(['id', 'entry_id', 'name', 'media_type', 'bytes', 'is_screenshot'])
    .where('request_id', '=', row.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const entries = await ctx.db
    .selectFrom('support_entries as e')
    .innerJoin('people as p', 'p.id', 'e.author_id')
    .select(['e.id', 'e.author_id', 'p.username', 'e.side', 'e.via', 'e.text', 'e.created_at'])
    .where('e.request_id', '=', row.id)
    .orderBy('e.created_at')
    .orderBy('e.id')
    .limit(requestLimits.entries)
    .execute()
  const filesOf = (entryId: string | null): SupportFile[] =>
    files.filter(({ entry_id }) => entry_id === entryId).map(({ entry_id, ...file }) => file)
  return {
    text: row.text,
    screen: row.screen,
    closed_at: row.closed_at?.toISOString() ?? null,
    files: filesOf(null),
    entries: entries.map(
      (entry): SupportEntry => ({
        id: entry.id,
        author: { id: entry.author_id, name: entry.username },
        side: entry.side as SupportEntry['side'],
        via: entry.via as SupportEntry['via'],
        text: entry.text,
        files: filesOf(entry.id),
        created_at: entry.created_at.toISOString(),
      }),
    ),
  }
}

function myRequestOf(row: Row): MyRequest {
  return {
    id: row.id,
    number: requestNumber(row.number),
    kind: row.kind as RequestKind,
    status: row.status as RequestStatus,
    excerpt: row.excerpt,
    mood: row.mood,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

function deskRequestOf(row: DeskRow): DeskRequest {
  return {
    ...myRequestOf(row),
    author: { id: row.author_id, name: row.author },
    assignee: row.assignee_id ? { id: row.assignee_id, name: row.assignee ?? '' } : null,
    version: row.version,
  }
}
