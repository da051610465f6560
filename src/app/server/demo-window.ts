import { v7 as uuidv7 } from 'uuid'
import { type Entry, type WindowStep, windowDraft, windowSteps } from '#database/demo/window.ts'
import { emptyItem, type ReleasedName, type SectionName } from '#features/content/section-contract.ts'
import { saveSection } from '#features/content/server/commands.ts'
import { readForeign, readSection } from '#features/content/server/queries.ts'
import { createRelease } from '#features/content/server/release-commands.ts'
import type { UsedPicture } from '#features/media/contract.ts'
import '#features/media/server/tables.ts'
import { type Actor, type Context, transact } from '#kit/server/context.ts'

const dayMs = 86_400_000

/** Releases the shop window of the demo as a person would, at the times that its steps name, and leaves a draft. */
export async function releaseDemoWindow(parts: Context, actor: Actor): Promise<void> {
  const now = parts.services.clock.now().getTime()
  const at = (time: number): Context => ({
    ...parts,
    actor,
    services: { ...parts.services, clock: { now: () => new Date(time) } },
  })
  for (const [step, { title, note, daysAgo, sections }] of windowSteps.entries()) {
    const time = now - daysAgo * dayMs
    const isToCome = daysAgo < 0
    await transact(at(isToCome ? now : time), async (ctx) => {
      const chosen = await save(ctx, sections)
      // The questions are there from the beginning.
      if (step === 0) chosen.push({ section: 'faqs', version: (await readForeign(ctx, 'faqs')).version })
      const publish_at = isToCome ? new Date(time).toISOString() : null
      await createRelease(ctx, { title, note, sections: chosen, publish_at })
    })
  }
  await transact(at(now), (ctx) => save(ctx, windowDraft))
}

async function save(ctx: Context, sections: WindowStep['sections']) {
  const chosen: { section: ReleasedName; version: number }[] = []
  const drawn = await readPictures(ctx)
  for (const [name, { fields = {}, items }] of Object.entries(sections)) {
    const section = name as SectionName
    const before = (await readSection(ctx, { section })).value as { items?: Entry[] }
    // An entry that stays is the same entry.
    const idOf = ({ title }: Entry) =>
      String(before.items?.find((one) => one.title === title)?.id ?? uuidv7())
    const entries = items?.map((entry) => ({
      ...emptyItem(section, idOf(entry)),
      ...withPicture(section === 'services' ? 'icon' : 'image', entry, drawn),
    }))
    const value = {
      ...{ ...before, ...withPicture('image', fields, drawn) },
      ...(entries ? { items: entries } : {}),
    }
    chosen.push({ section, version: (await saveSection(ctx, { section, value })).version })
  }
  return chosen
}

/** The pictures of the library by their names, each as it was cut for its place. */
async function readPictures(ctx: Context): Promise<ReadonlyMap<string, UsedPicture>> {
  const rows = await ctx.db
    .selectFrom('media as m')
    .innerJoin('media_renditions as r', 'r.media_id', 'm.id')
    .select([
      'm.name',
      'm.id as media_id',
      'r.hash as media',
      'r.width',
      'r.height',
      'm.alt',
      'm.is_decorative',
    ])
    .execute()
  return new Map(rows.map(({ name, ...picture }) => [name, { ...picture, crop: null }]))
}

function withPicture(
  field: string,
  { picture, ...values }: Record<string, unknown>,
  drawn: ReadonlyMap<string, UsedPicture>,
): Record<string, unknown> {
  if (typeof picture !== 'string') return values
  const used = drawn.get(picture)
  if (!used) throw new Error(`the library has no picture ${picture}`)
  return { ...values, [field]: used }
}
