import { sql, type Updateable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Input } from '#kit/contract/endpoint.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import { actorName, type Context } from '#kit/server/context.ts'
import type { Tables } from '#kit/server/database.ts'
import { refuseStale } from '#kit/server/stale.ts'
import type { ReleaseDetail, releases } from '../contract.ts'
import { isOwnSection, type ReleasedName, releasedNames, titleOf } from '../section-contract.ts'
import { holdSection, keepSection } from './commands.ts'
import { freeze, goLive, holdLive, subjectOf } from './publishing-commands.ts'
import {
  holdForeign,
  type Live,
  noSuchRelease,
  readReplaced,
  readValues,
  readWaiting,
  type Working,
} from './queries.ts'
import { readRelease } from './release-queries.ts'
import { completed, differs, refuseOthers, type Values } from './rules.ts'
import type { ReleaseRecord } from './tables.ts'

/** The sections that were chosen for a release, each with the version that was looked at. */
type Chosen = readonly { section: ReleasedName; version: number }[]

/**
 * Releases the chosen sections as their working copies are, now or at a time: all of them or nothing. A scheduled one
 * keeps these values whatever becomes of the working copies. The same release under the same id is made once. Refuses
 * (forbidden) a section that the caller may not see, (conflict) another release under that id, a section that was changed
 * since it was looked at and a choice that changes nothing, neither now nor after
 * what is scheduled, and (invalid) a time that has passed.
 */
export async function createRelease(
  ctx: Context,
  { id = uuidv7(), ...given }: Input<typeof releases.create>,
): Promise<ReleaseDetail> {
  const { title, note, sections, publish_at } = given
  refuseUnseen(ctx, sections)
  // Held before the id is looked for: a call beside this one with the same id has ended then.
  const live = await holdLive(ctx)
  if (await isMade(ctx, id, given)) {
    ctx.unchanged()
    return readRelease(ctx, { id })
  }
  const at = publish_at === null ? null : timeToCome(ctx, publish_at)
  const values = await takeChosen(ctx, sections)
  await refuseWithoutChange(ctx, live, values, at)
  await insertRelease(ctx, { id, title, note, sections: [...values.keys()], publish_at: at })
  await freeze(ctx, id, values)
  if (at === null) await goLive(ctx, live, await holdRelease(ctx, id))
  else await ctx.record({ action: 'schedule', subject: subjectOf({ id, title }), after: wordsOf(at, values) })
  return readRelease(ctx, { id })
}

/**
 * Moves or rewords a scheduled release, or takes the present working copies into it. Refuses (not-found, stale),
 * (forbidden) one with a section that the caller may not see, (conflict) one that is not scheduled any more and a section
 * that was changed since it was looked at, and (invalid) a time that has passed.
 */
export async function changeRelease(
  ctx: Context,
  { id, title, note, publish_at, sections }: Input<typeof releases.change>,
): Promise<ReleaseDetail> {
  const record = await holdScheduled(ctx, id)
  refuseUnseen(ctx, [...sectionsOf(record), ...(sections ?? [])])
  await refuseStale(
    ctx,
    record,
    () => readRelease(ctx, { id }),
    'This release was changed since you read it. Look at it again',
  )
  const at = publish_at === undefined ? record.publish_at : timeToCome(ctx, publish_at)
  const next = { title: title ?? record.title, note: note ?? record.note, publish_at: at }
  const values = sections && (await takeChosen(ctx, sections))
  const before = { title: record.title, note: record.note, publish_at: record.publish_at?.toISOString() }
  const after = { title: next.title, note: next.note, publish_at: at?.toISOString() }
  if (!values && JSON.stringify(before) === JSON.stringify(after)) {
    ctx.unchanged()
    return readRelease(ctx, { id })
  }
  if (values) {
    await ctx.db.deleteFrom('release_sections').where('release_id', '=', id).execute()
    await freeze(ctx, id, values)
  }
  await setRelease(ctx, id, { ...next, ...(values ? { sections: [...values.keys()] } : {}) })
  await ctx.record({
    action: 'edit',
    subject: subjectOf({ id, title: next.title }),
    before: { ...before, ...(values ? { sections: namesOf(record.sections) } : {}) },
    after: { ...after, ...(values ? { sections: namesOf([...values.keys()]) } : {}) },
  })
  return readRelease(ctx, { id })
}

/** Cancels a scheduled release. Refuses (not-found), and (conflict) one that is not scheduled any more. */
export async function cancelRelease(ctx: Context, { id }: { id: string }): Promise<ReleaseDetail> {
  const record = await holdScheduled(ctx, id)
  await setRelease(ctx, id, { state: 'cancelled' })
  await ctx.record({
    action: 'cancel',
    subject: subjectOf(record),
    before: { publish_at: record.publish_at?.toISOString() },
  })
  return readRelease(ctx, { id })
}

/**
 * Makes an earlier release live again as a new one, byte for byte; working copies stay as they are. A section that was
 * declared after that release keeps what is live. The same roll-back under the same `new_id` is made once. Refuses (not-found),
 * (conflict) another release under that id, a release that was never live or holds exactly what is live now, and if another
 * release than `instead_of` is live, and (forbidden) one that changes a section that the caller may not see.
 */
export async function rollBack(
  ctx: Context,
  { id: of, new_id: id = uuidv7(), title, note, instead_of }: Input<typeof releases.rollBack>,
): Promise<ReleaseDetail> {
  const live = await holdLive(ctx)
  const target = await holdRelease(ctx, of)
  const known = await ctx.db.selectFrom('releases').selectAll().where('id', '=', id).executeTakeFirst()
  if (known) {
    refuseUnlessSame(
      ctx,
      known,
      known.title === title &&
        known.note === note &&
        known.rolls_back_to !== null &&
        known.rolls_back_to === target.number,
    )
    ctx.unchanged()
    return readRelease(ctx, { id })
  }
  if (target.state !== 'published')
    await refuse(ctx, of, 'Only a release that was live can be rolled back to')
  if (live.number !== instead_of)
    await refuse(
      ctx,
      of,
      `Release ${live.number} went live since you looked. Look at it before you roll back`,
    )
  const { rows } = await sql<{ section: string }>`
    select t.section from release_sections t
    left join release_sections l on l.section = t.section and l.release_id = ${live.release_id}
    where t.release_id = ${of} and t.hash is distinct from l.hash`.execute(ctx.db)
  if (rows.length === 0) await refuse(ctx, of, 'Shoppers already see exactly this release')
  const sections = rows.map(({ section }) => section)
  refuseUnseen(ctx, sectionsOf({ sections }))
  await insertRelease(ctx, {
    ...{ id, title, note, publish_at: null },
    sections,
    rolls_back_to: target.number,
  })
  await sql`
    insert into release_sections (release_id, section, hash)
    select ${id}, section, hash from release_sections where release_id = ${of}`.execute(ctx.db)
  await goLive(ctx, live, await holdRelease(ctx, id))
  return readRelease(ctx, { id })
}

/**
 * Makes sections of a release the working copies; shoppers see no difference. Refuses (forbidden) a section that the
 * caller may not change, (not-found), and (conflict) a working copy that was changed since it was looked at.
 */
export async function takeOver(
  ctx: Context,
  { id, sections }: Input<typeof releases.takeOver>,
): Promise<ReleaseDetail> {
  refuseOthers(
    ctx.actor,
    'change',
    sections.map(({ section }) => section),
  )
  const values = await readValues(ctx, (await holdRelease(ctx, id)).id)
  const chosen = inOrder(sections)
  let isChanged = false
  for (const { section, version } of chosen) {
    const value = values.get(section)
    const before = await holdWorking(ctx, section)
    refuseOtherVersion(section, before, version)
    if (value === undefined || !differs(section, before.value, value)) continue
    isChanged = true
    if (isOwnSection(section)) await keepSection(ctx, section, before, completed(section, value), 'take over')
    else await restoreForeign(ctx, section, value)
  }
  if (!isChanged) ctx.unchanged()
  return readRelease(ctx, { id })
}

async function restoreForeign(ctx: Context, name: ReleasedName, value: unknown): Promise<void> {
  await ctx.services.foreignSections.find((one) => one.name === name)?.restore(ctx, value)
  await ctx.record({ action: 'take over', subject: { type: 'section', id: null, name: titleOf(name) } })
}

/** The present values of the chosen sections, held until the transaction ends. Refuses (conflict) other versions. */
async function takeChosen(ctx: Context, chosen: Chosen): Promise<Values> {
  const values = new Map<ReleasedName, unknown>()
  for (const { section, version } of inOrder(chosen)) {
    const working = await holdWorking(ctx, section)
    refuseOtherVersion(section, working, version)
    values.set(section, working.value)
  }
  return values
}

function holdWorking(ctx: Context, name: ReleasedName): Promise<Working> {
  return isOwnSection(name) ? holdSection(ctx, name) : holdForeign(ctx, name)
}

function refuseOtherVersion(section: ReleasedName, working: Working, version: number): void {
  if (working.version === version) return
  const who = working.changed_by ? ` by ${working.changed_by}` : ''
  throw new Refusal(
    'conflict',
    `${titleOf(section)} was changed${who} since you looked at it. Look at it again`,
  )
}

/** What a release holds is decided by those who may see it, besides the permission to publish. */
function refuseUnseen(ctx: Context, chosen: readonly { section: ReleasedName }[]): void {
  refuseOthers(
    ctx.actor,
    'view',
    chosen.map(({ section }) => section),
  )
}

/** The sections that were chosen for a release; one that is no longer declared is left out. */
function sectionsOf({ sections }: Pick<ReleaseRecord, 'sections'>): { section: ReleasedName }[] {
  return releasedNames.filter((name) => sections.includes(name)).map((section) => ({ section }))
}

/**
 * Sections are always locked in the order of their names, as where all of them are, and those of other features after them in
 * the order of their declaration: so two of these never wait for each other.
 */
function inOrder(chosen: Chosen): Chosen {
  const own = releasedNames.filter(isOwnSection).toSorted((one, other) => (one < other ? -1 : 1))
  const foreign = releasedNames.filter((name) => !isOwnSection(name))
  return [...own, ...foreign].flatMap((name) => chosen.filter(({ section }) => section === name))
}

async function refuseWithoutChange(ctx: Context, live: Live, values: Values, at: Date | null): Promise<void> {
  const shown = await readValues(ctx, live.release_id)
  if ([...values].some(([name, value]) => differs(name, shown.get(name) ?? null, value))) return
  // What is live now is another value by then: this is the way back.
  if (at && (await readReplaced(ctx, values)).size > 0) return
  throw new Refusal('conflict', 'Shoppers already see these sections as they are', {
    current: await readWaiting(ctx),
  })
}

/** True if this release is already made. Refuses (conflict) another release with this id. */
async function isMade(
  ctx: Context,
  id: string,
  { title, note, sections, publish_at }: Omit<Input<typeof releases.create>, 'id'>,
): Promise<boolean> {
  const known = await ctx.db.selectFrom('releases').selectAll().where('id', '=', id).executeTakeFirst()
  if (!known) return false
  const names = sections.map(({ section }) => section)
  refuseUnlessSame(
    ctx,
    known,
    known.title === title &&
      known.note === note &&
      known.publish_at?.getTime() === (publish_at === null ? undefined : Date.parse(publish_at)) &&
      namesOf(known.sections) === namesOf(names),
  )
  return true
}

/** Refuses (conflict) a release under an id that was sent with other content or by another person. */
function refuseUnlessSame(ctx: Context, known: ReleaseRecord, isSaid: boolean): void {
  if (isSaid && ctx.actor.kind === 'person' && known.made_by === ctx.actor.id) return
  throw new Refusal('conflict', 'Another release was already made from this form. Look at it first')
}

function timeToCome(ctx: Context, text: string): Date {
  const at = new Date(text)
  if (at <= ctx.now()) throw fieldRefusal('publish_at', 'Choose a time that is still to come')
  return at
}

async function insertRelease(
  ctx: Context,
  release: Pick<ReleaseRecord, 'id' | 'title' | 'note' | 'sections' | 'publish_at'> & {
    rolls_back_to?: number | null
  },
): Promise<void> {
  await ctx.db
    .insertInto('releases')
    .values({
      ...release,
      state: 'scheduled',
      made_by: ctx.actor.kind === 'person' ? ctx.actor.id : null,
      made_by_name: actorName(ctx),
      created_at: ctx.now(),
    })
    .execute()
}

async function setRelease(ctx: Context, id: string, columns: Updateable<Tables['releases']>): Promise<void> {
  await ctx.db
    .updateTable('releases')
    .set({ ...columns, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('state', '=', 'scheduled')
    .execute()
}

async function holdRelease(ctx: Context, id: string): Promise<ReleaseRecord> {
  const record = await ctx.db
    .selectFrom('releases')
    .selectAll()
    .where('id', '=', id)
    // A release that goes live references the one before it, which this lock does not keep from it.
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!record) throw noSuchRelease()
  return record
}

async function holdScheduled(ctx: Context, id: string): Promise<ReleaseRecord> {
  const record = await holdRelease(ctx, id)
  if (record.state !== 'scheduled') await refuse(ctx, id, `This release is ${record.state} already`)
  return record
}

async function refuse(ctx: Context, id: string, why: string): Promise<never> {
  throw new Refusal('conflict', why, { current: await readRelease(ctx, { id }) })
}

function namesOf(names: readonly string[]): string {
  return releasedNames
    .filter((name) => names.includes(name))
    .map(titleOf)
    .join(', ')
}

function wordsOf(at: Date, values: Values): Record<string, unknown> {
  return { publish_at: at.toISOString(), sections: namesOf([...values.keys()]) }
}
