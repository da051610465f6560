import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { filledLine } from '#kit/contract/text.ts'
import { texts } from './texts.ts'

/** The maximum number of views that a person can save for one list. */
export const mostViews = 20

/** The query parameters of a view by name. */
const Parameters = z
  .record(z.string().min(1).max(40), z.string().min(1).max(100))
  .refine((parameters) => Object.keys(parameters).length <= 30, texts.atMost30Parameters)

/** A list, identified by the path of its screen. Only the server knows which lists exist. */
const ListPath = z
  .string()
  .max(100)
  .meta({ description: 'The path of the screen of the list, for example /orders-all-orders' })

export const mostOfName = 60
export const ViewName = filledLine(mostOfName, texts.nameIsRequired)

export const ListView = z.object({
  id: z.uuid(),
  list: ListPath,
  name: z.string(),
  is_shared: z.boolean(),
  is_own: z.boolean(),
  /** True if the reader may change the view: its owner, and people with full access. */
  is_changeable: z.boolean(),
  owner_name: z.string(),
  /** Only parameters that the list still supports; all other parameters are left out. */
  parameters: z.record(z.string(), z.string()),
  version: z.int(),
})
export type ListView = z.infer<typeof ListView>

const path = '/api/admin/views'
const id = z.strictObject({ id: z.uuid() })
const access = { kind: 'signed-in' } as const

/** Saved views of lists; a person sees no views of a list that they may not see. */
export const views = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'The saved views of a list: your own, and those that others share',
    access,
    query: z.strictObject({ list: ListPath }),
    answer: z.array(ListView),
  }),
  create: endpoint({
    method: 'POST',
    path,
    summary: 'Save a view of a list under a name',
    access,
    body: z.strictObject({
      list: ListPath,
      name: ViewName,
      is_shared: z.boolean().default(false),
      parameters: Parameters,
    }),
    answer: ListView,
    status: 201,
  }),
  change: endpoint({
    method: 'PATCH',
    path: `${path}/:id`,
    summary: 'Rename a view, share or unshare it, or save other parameters; omitted fields stay the same',
    access,
    params: id,
    body: z.strictObject({ name: ViewName, is_shared: z.boolean(), parameters: Parameters }).partial(),
    answer: ListView,
    conditional: 'optional',
    refuses: ['not-found', 'stale'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a view',
    access,
    params: id,
    layout: 'none',
    status: 204,
    refuses: ['not-found'],
  }),
}
