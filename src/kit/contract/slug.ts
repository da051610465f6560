import { z } from 'zod'

/** The part of an address that names a record: letters a to z, digits and single hyphens, at most 80 of them. */
export const slug = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, { error: 'Slug is Required', abort: true })
  .max(80, 'At most 80 characters')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Only letters a to z, digits and single hyphens between them')

/** The slug made from a name: its letters a to z and digits; empty if the name has none, as in Urdu. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 70)
    .replace(/^-+|-+$/g, '')
}

/** The wanted slug, or the same with the first number from 2 that makes one which is not taken. */
export function freeSlugAmong(taken: ReadonlySet<string>, wanted: string): string {
  let slug = wanted
  for (let n = 2; taken.has(slug); n += 1) slug = `${wanted}-${n}`
  return slug
}
