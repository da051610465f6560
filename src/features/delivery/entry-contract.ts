import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { listQuery } from '#kit/contract/page.ts'
import { texts } from './texts.ts'

/** What a shipping method, a packaging and a pickup location have in common besides their own fields. */
export const entryFacts = {
  id: z.uuid(),
  /** From 1, as shoppers see them. */
  position: z.int(),
  is_active: z.boolean(),
  /** An order has named it, so that it can be switched off and not deleted. */
  is_used: z.boolean(),
  version: z.int(),
  created_at: z.string(),
}
export const EntryFacts = z.object(entryFacts)
export type EntryFacts = z.infer<typeof EntryFacts>

/** How many entries a list can hold: one page of it, so that all of them can be put in order. */
export const mostEntries = 100

const id = z.strictObject({ id: z.uuid() })
const see = grants('General Setting', 'view')
const arrange = grants('General Setting', 'configure')

/** A change of any of these fields, or of the switch. */
export function changeOf<S extends z.ZodRawShape>(fields: S) {
  return z
    .strictObject({ ...z.strictObject(fields).partial().shape, is_active: z.boolean().optional() })
    .refine((change) => Object.values(change).some((value) => value !== undefined), texts.changeIsEmpty)
}

/** The calls of a list that shoppers choose from: read, add, change, put in order, delete and take back. */
export function entryEndpoints<
  Sorts extends readonly [string, ...string[]],
  Row extends z.ZodType,
  Draft extends z.ZodType,
  Change extends z.ZodType,
>(given: {
  path: `/api/admin/${string}`
  /** `a shipping method` and `shipping methods`. */
  one: string
  many: string
  sorts: Sorts
  row: Row
  draft: Draft
  change: Change
}) {
  const { path, one, many, row } = given
  const changed = { params: id, answer: row, refuses: ['not-found'] as const }
  return {
    list: endpoint({
      method: 'GET',
      path,
      summary: `The ${many}, in the order in which shoppers see them`,
      access: see,
      query: listQuery(given.sorts, { status: z.enum(['active', 'inactive']).optional() }),
      layout: 'page',
      answer: row,
    }),
    get: endpoint({
      method: 'GET',
      path: `${path}/:id`,
      summary: `Read ${one}`,
      access: see,
      ...changed,
    }),
    create: endpoint({
      method: 'POST',
      path,
      summary: `Add ${one}, as the last of the list`,
      access: arrange,
      body: given.draft,
      answer: row,
      status: 201,
    }),
    change: endpoint({
      method: 'PATCH',
      path: `${path}/:id`,
      summary: `Change ${one} or switch it on or off, for orders from now on; needs If-Match`,
      access: arrange,
      body: given.change,
      conditional: true,
      ...changed,
      refuses: ['not-found', 'stale'],
    }),
    order: endpoint({
      method: 'POST',
      path: `${path}/:id/order`,
      summary: `Change the position of ${one}, from 1; a position past the end means last`,
      access: arrange,
      body: z.strictObject({ position: z.int().min(1).max(100_000) }),
      ...changed,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/:id`,
      summary: `Delete ${one} that no order names`,
      access: arrange,
      params: id,
      layout: 'none',
      status: 204,
      refuses: ['not-found', 'conflict'],
    }),
    restore: endpoint({
      method: 'POST',
      path: `${path}/:id/restore`,
      summary: `Take back the deletion of ${one}`,
      access: arrange,
      ...changed,
      refuses: ['not-found', 'conflict'],
    }),
  }
}
