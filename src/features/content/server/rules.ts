import { createHash } from 'node:crypto'
import { allows, permissionInWords, permissionName } from '#features/access/contract.ts'
import { canonical } from '#kit/contract/canonical.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { cleanDescription } from '#kit/server/clean-html.ts'
import type { Actor } from '#kit/server/context.ts'
import { accessTo } from '../contract.ts'
import {
  emptyItem,
  emptyValue,
  foreignSections,
  isOwnSection,
  type ReleasedName,
  releasedNames,
  type Section,
  type SectionField,
  type SectionName,
  sections,
  titleOf,
} from '../section-contract.ts'

/** The value of every section, by its name; a section that a release does not know is missing. */
export type Values = ReadonlyMap<ReleasedName, unknown>

/** True if this caller may see the working copy of a section. */
export function maySee(actor: Actor, name: ReleasedName): boolean {
  return isAllowed(actor, name, 'view')
}

/** Refuses (forbidden) a caller who may not see, or may not change, the working copy of one of these sections. */
export function refuseOthers(actor: Actor, doing: 'view' | 'change', names: readonly ReleasedName[]): void {
  const name = names.find((one) => !isAllowed(actor, one, doing))
  if (name === undefined) return
  const { area, action } = accessTo(name, doing)
  const permission = permissionName(area, action)
  throw new Refusal(
    'forbidden',
    `You need the permission “${permissionInWords(permission)}” for ${titleOf(name)}. Ask an administrator for it`,
    { missingPermission: permission },
  )
}

function isAllowed(actor: Actor, name: ReleasedName, doing: 'view' | 'change'): boolean {
  return actor.kind === 'person' && allows(actor.permissions, accessTo(name, doing))
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** What a section holds before anybody wrote it. */
export function emptyOf(name: ReleasedName): unknown {
  return isOwnSection(name) ? emptyValue(name) : foreignSections[name].empty
}

/** True if these are different values of a section. Null is a section that was never released: it holds nothing yet. */
export function differs(name: ReleasedName, before: unknown, after: unknown): boolean {
  return canonical(before ?? emptyOf(name)) !== canonical(after ?? emptyOf(name))
}

/**
 * The version of a section that another feature keeps, for callers that chose it: another value has another number, as
 * good as certainly.
 */
export function versionOfValue(value: unknown): number {
  return 1 + Number.parseInt(hashOf(canonical(value)).slice(0, 7), 16)
}

type Entry = Record<string, unknown>

/** A stored value with the fields that were declared after it was stored, and without those that are gone. */
export function completed(name: SectionName, stored: unknown): unknown {
  const { items }: Section = sections[name]
  const value = (stored ?? {}) as Entry
  const whole = withFieldsOf(emptyValue(name) as Entry, value)
  if (!items) return whole
  const entries = (Array.isArray(value.items) ? value.items : []) as Entry[]
  return { ...whole, items: entries.map((entry) => withFieldsOf(emptyItem(name, String(entry.id)), entry)) }
}

function withFieldsOf(empty: Entry, stored: Entry): Entry {
  return Object.fromEntries(
    Object.entries(empty).map(([key, value]) => [key, stored[key] === undefined ? value : stored[key]]),
  )
}

/** The value with its rich texts reduced to what the shop shows. */
export function cleaned(name: SectionName, value: unknown): unknown {
  const { fields, items }: Section = sections[name]
  const given = value as Entry
  const whole = cleanFields(fields, given)
  if (!items) return whole
  return { ...whole, items: (given.items as Entry[]).map((entry) => cleanFields(items.fields, entry)) }
}

function cleanFields(fields: Readonly<Record<string, SectionField>>, value: Entry): Entry {
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      fields[key]?.kind === 'rich' ? cleanDescription(String(member)) : member,
    ]),
  )
}

const mostWords = 24

/** What an edit changed, for the audit log: the fields that differ by their paths, each as a short text. */
export function changedWords(before: unknown, after: unknown): Record<'before' | 'after', Entry> {
  const [was, is] = [leavesOf(before), leavesOf(after)]
  const paths = [...new Set([...was.keys(), ...is.keys()])].filter((path) => was.get(path) !== is.get(path))
  const some = (leaves: ReadonlyMap<string, string>) =>
    Object.fromEntries(paths.slice(0, mostWords).map((path) => [path, leaves.get(path) ?? '']))
  const more = paths.length - mostWords
  return { before: some(was), after: { ...some(is), ...(more > 0 ? { further_fields: more } : {}) } }
}

function leavesOf(value: unknown, path = '', found = new Map<string, string>()): Map<string, string> {
  if (typeof value !== 'object' || value === null) {
    const text = String(value ?? '')
    if (!path.endsWith('.id'))
      found.set(path, text.length > 200 ? `${[...text].slice(0, 199).join('')}…` : text)
  } else if ('media' in value) found.set(path, String(value.media).slice(0, 8))
  else
    for (const [key, member] of Object.entries(value)) leavesOf(member, path ? `${path}.${key}` : key, found)
  return found
}

/** What shoppers see of the values at a moment, and the moment from which it is something else; null if it stays. */
export function windowAt(values: Values, now: Date): { shown: Values; until: Date | null } {
  const shown = new Map<ReleasedName, unknown>()
  let until: number | null = null
  const isShown = (entry: Entry): boolean => {
    if (entry.is_on === false || entry.is_active === false) return false
    const [from, end] = [momentOf(entry.from), momentOf(entry.until)]
    for (const at of [from, end]) {
      if (at !== null && at > now.getTime()) until = Math.min(until ?? at, at)
    }
    return (from === null || from <= now.getTime()) && (end === null || now.getTime() < end)
  }
  for (const name of releasedNames) {
    // In the order of keys that a release keeps: a preview of a working copy is, to the byte, what is released of it.
    const value = JSON.parse(canonical(values.get(name) ?? emptyOf(name))) as Entry
    if ('is_on' in value && !isShown(value)) continue
    shown.set(
      name,
      Array.isArray(value.items) ? { ...value, items: (value.items as Entry[]).filter(isShown) } : value,
    )
  }
  return { shown, until: until === null ? null : new Date(until) }
}

function momentOf(value: unknown): number | null {
  return typeof value === 'string' ? Date.parse(value) : null
}
