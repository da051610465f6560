import { useState } from 'react'
import type { SectionName } from '#features/content/section-contract.ts'
import type { UsedPicture } from '#features/media/contract.ts'
import { momentOf } from '#kit/contract/words.ts'
import { momentTyped } from '#kit/web/fields/moment-field.tsx'
import { Clash } from '#kit/web/record/clash.tsx'
import { texts } from '../texts.ts'
import { type Choices, mergedSection, orderPath, type Side, wholeEntry } from './merge-model.ts'
import { partLabels } from './order-panel.tsx'
import { entriesOf, entryName, sectionOf, type Typed, type TypedEntry } from './section-model.ts'

/** What both people changed to something else, each with the saved and the typed value to choose from. */
export function SectionClash({
  name,
  base,
  mine,
  theirs,
  onDone,
}: {
  name: SectionName
  base: Typed
  mine: Typed
  theirs: Typed
  onDone: (merged: Typed) => void
}) {
  const [choices, setChoices] = useState<Choices>({})
  const { conflicts } = mergedSection(name, base, mine, theirs)
  const open = conflicts.filter((path) => !(path in choices))
  const choose = (paths: readonly string[], side: Side) => {
    const next = { ...choices, ...Object.fromEntries(paths.map((path) => [path, side])) }
    if (conflicts.every((path) => path in next)) onDone(mergedSection(name, base, mine, theirs, next).typed)
    else setChoices(next)
  }
  return (
    <Clash<Typed, string>
      clash={{
        fields: open,
        standing: theirs,
        typed: mine,
        take: (path) => choose([path], 'theirs'),
        keep: (path) => choose([path], 'mine'),
        takeAll: () => choose(open, 'theirs'),
        keepAll: () => choose(open, 'mine'),
      }}
      labels={Object.fromEntries(open.map((path) => [path, labelOf(name, path, [mine, theirs])]))}
      wordsOf={(path, typed) => wordsAt(name, path, typed)}
    />
  )
}

/** The label of a path: of the field, and of the entry that it belongs to. */
function labelOf(name: SectionName, path: string, sides: readonly Typed[]): string {
  const { fields, items } = sectionOf(name)
  if (path === orderPath) return texts.orderOfEntries
  const [id = '', field = ''] = path.split('.')
  if (field === '') return fields[id]?.label ?? id
  const of = sides.flatMap((typed) => entriesOf(typed).findIndex((entry) => entry.id === id))
  const at = of.findIndex((index) => index >= 0)
  const index = of[at] ?? 0
  const entry = entryName(name, entriesOf(sides[at] ?? {})[index], index)
  return field === wholeEntry ? entry : texts.fieldOf({ field: items?.fields[field]?.label ?? field, entry })
}

function wordsAt(name: SectionName, path: string, typed: Typed): string {
  const { fields, items } = sectionOf(name)
  if (path === orderPath)
    return entriesOf(typed)
      .map((entry, index) => entryName(name, entry, index))
      .join(', ')
  const [id = '', field = ''] = path.split('.')
  if (field === '') return valueWords(fields[id]?.kind ?? '', typed[id])
  const entry: TypedEntry | undefined = entriesOf(typed).find((one) => one.id === id)
  if (!entry) return texts.removed
  return field === wholeEntry ? texts.kept : valueWords(items?.fields[field]?.kind ?? '', entry[field])
}

function valueWords(kind: string, value: unknown): string {
  if (kind === 'picture') {
    const picture = value as UsedPicture | null
    return picture ? picture.alt || texts.decorativePicture : texts.noPicture
  }
  if (kind === 'switch') return value ? texts.on : texts.off
  if (kind === 'time') return value ? momentOf(momentTyped(String(value)) || new Date(0).toISOString()) : ''
  if (kind === 'order')
    return (value as (keyof typeof partLabels)[]).map((part) => partLabels[part]).join(', ')
  if (kind === 'rich')
    return String(value)
      .replace(/<[^>]*>/g, ' ')
      .trim()
  return String(value ?? '')
}
