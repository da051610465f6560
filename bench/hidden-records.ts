import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { blindOf } from '#features/vendors/server/submission-commands.ts'
import { parseFieldKeys } from '#kit/server/field-keys.ts'
import { withClient } from '#testing/client.ts'
import { signInNew } from './people.ts'

/** Texts to search for, by somebody who may not see the records that some of them belong to. */
export interface HiddenRecords {
  name: string
  permission: string
  group: string
  token: string
  there: string[]
  notThere: string[]
}

/** Numbers of records, numbers of the same form that no record has, and somebody who may see neither. */
export function hiddenRecords(connectionString: string, fieldKeys: string): Promise<HiddenRecords[]> {
  return withClient(connectionString, (client) => hiddenIn(client, fieldKeys))
}

async function hiddenIn(client: pg.Client, fieldKeys: string): Promise<HiddenRecords[]> {
  const column = async (query: string) =>
    (await client.query<{ text: string }>(`${query} limit 200`)).rows.map(({ text }) => text)
  const orders = await column("select order_number as text from orders where order_number like 'M-______'")
  const emails = await column('select email as text from customers')
  const vendors = await column('select id as text from vendors order by id')
  const keys = parseFieldKeys(fieldKeys)
  const cnicOf = (index: number, province: number) => `${province}5202${String(index).padStart(8, '0')}`
  for (const [index, id] of vendors.entries())
    await client.query('update vendors set cnic_blind = $2 where id = $1', [
      id,
      blindOf(keys, 'cnic', cnicOf(index, 3)),
    ])
  const hidden = [
    {
      name: 'order number',
      permission: 'Blogs: view',
      group: 'orders',
      there: orders,
      notThere: orders.map((number) => number.replace(/-./, '-0')),
    },
    {
      name: 'email of a customer',
      permission: 'Orders: view',
      group: 'customers',
      there: emails,
      notThere: emails.map((email) => email.replace('.example', '.exampel')),
    },
    {
      name: 'CNIC of a vendor, sealed',
      permission: 'Vendor Verifications: view',
      group: 'vendors',
      there: vendors.map((_, index) => cnicOf(index, 3)),
      notThere: vendors.map((_, index) => cnicOf(index, 4)),
    },
  ]
  const tokens: string[] = []
  for (const { permission } of hidden) tokens.push(await personWith(client, permission))
  return hidden.map((one, index) => ({ ...one, token: tokens[index] ?? '' }))
}

/** The token of somebody new who has this permission alone. */
async function personWith(client: pg.Client, permission: string): Promise<string> {
  const roleId = randomUUID()
  await client.query('insert into roles (id, name, permissions) values ($1, $2, $3)', [
    roleId,
    `${permission} ${roleId}`,
    [permission],
  ])
  return signInNew(client, roleId)
}
