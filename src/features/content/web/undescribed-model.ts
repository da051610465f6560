import { editors } from '#features/content/sections/web/links.ts'
import { UsedPicture } from '#features/media/contract.ts'
import { isUndescribed, undescribedInText } from '#features/media/undescribed-contract.ts'
import type { UndescribedPlace } from '#features/media/web/undescribed-panel.tsx'
import type { WaitingSection } from '../contract.ts'
import { isOwnSection, type Section, sections } from '../section-contract.ts'
import { texts } from '../texts.ts'

type Entry = Record<string, unknown>

/** The pictures of these sections that say nothing to people who cannot see them, each with the field that describes it. */
export function undescribedOf(
  chosen: readonly Pick<WaitingSection, 'section' | 'after'>[],
): UndescribedPlace[] {
  return chosen.flatMap(({ section, after }) => {
    if (!isOwnSection(section)) return []
    const { title, fields, items }: Section = sections[section]
    const value = (after ?? {}) as Entry
    const entries = (Array.isArray(value.items) ? value.items : []) as (Entry & { id: string })[]
    return [
      ...undescribedIn(fields, value).map((field) => ({
        label: texts.pictureOf({ section: title, field: fields[field]?.label ?? field }),
        href: editors[section]({ field }),
      })),
      ...entries.flatMap((entry, index) =>
        undescribedIn(items?.fields ?? {}, entry).map((field) => ({
          label: texts.pictureOfEntry({ section: title, number: index + 1 }),
          href: editors[section]({ item: entry.id, field }),
        })),
      ),
    ]
  })
}

/** The fields with a picture of which nothing is said, pictures within texts included. */
function undescribedIn(fields: Section['fields'], value: Entry): string[] {
  return Object.entries(fields).flatMap(([name, { kind }]) => {
    const own = value[name]
    if (kind === 'rich') return typeof own === 'string' && undescribedInText(own).length > 0 ? [name] : []
    const picture = UsedPicture.safeParse(own)
    return picture.success && isUndescribed(picture.data) ? [name] : []
  })
}
