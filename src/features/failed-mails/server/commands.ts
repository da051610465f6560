import { allows, neededInWords } from '#features/access/contract.ts'
import type { BulkOutcome } from '#features/decisions/contract.ts'
import { eachOf } from '#features/decisions/server/commands.ts'
import '#features/messages/server/tables.ts'
import { productDecisions } from '#features/products/server/commands.ts'
import { vendorDecisions } from '#features/vendors/server/commands.ts'
import { resendMail } from '#features/withdrawals/server/mail-commands.ts'
import '#features/withdrawals/server/tables.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { type Context, signedIn } from '#kit/server/context.ts'
import { type Resendable, resendAccess } from '../contract.ts'
import { aboutOf, isResendable, seeAccess } from './rules.ts'

type MailOf = { id: string; message_id: string }

/** How each record sends a mail again; each refuses a mail that has not failed or that a newer one has replaced. */
const resends: Readonly<Record<Resendable, (ctx: Context, mail: MailOf) => Promise<{ name: string }>>> = {
  vendor: async (ctx, mail) => {
    const { shop, username } = await vendorDecisions.resend(ctx, mail)
    return { name: shop?.shop_name || username }
  },
  product: async (ctx, mail) => ({ name: (await productDecisions.resend(ctx, mail)).product_name }),
  vendor_withdrawal: async (ctx, mail) => ({ name: (await resendMail(ctx, 'vendor', mail)).number }),
  customer_withdrawal: async (ctx, mail) => ({ name: (await resendMail(ctx, 'customer', mail)).number }),
}

/**
 * Sends failed mails again, each as its record does: to the address now on record, in a transaction of its own. A mail that
 * somebody else has sent again meanwhile, and one about a record of which the caller may not, become refused outcomes.
 */
export function resendFailedMails(ctx: Context, { ids }: { ids: string[] }): Promise<BulkOutcome[]> {
  const { permissions } = signedIn(ctx)
  const records = [...new Set(ids)].map((id) => ({ id }))
  const nameOf = async (own: Context, id: string) => {
    const { about = '', name = '' } = (await findMail(own, id)) ?? {}
    const access = seeAccess[about]
    return access && allows(permissions, access) ? name : ''
  }
  return eachOf(ctx, records, nameOf, async (own, { id }) => {
    const mail = await findMail(own, id)
    if (!mail) throw new Refusal('not-found', 'There is no such mail')
    const { about, subject_id } = mail
    if (!isResendable(about)) throw new Refusal('conflict', 'A mail of this kind cannot be sent again')
    const access = resendAccess[about]
    if (!allows(permissions, access))
      throw new Refusal('forbidden', `Sending this mail again needs ${neededInWords(access)}`)
    const { name } = await resends[about](own, { id: subject_id, message_id: id })
    return { name, unchanged: null }
  })
}

async function findMail(ctx: Context, id: string) {
  const found = await ctx.db
    .selectFrom('messages as m')
    .leftJoin('withdrawals as w', (join) =>
      join.onRef('w.id', '=', 'm.subject_id').on('m.subject_type', '=', 'withdrawal'),
    )
    .leftJoin('vendors as v', (join) =>
      join.onRef('v.id', '=', 'm.subject_id').on('m.subject_type', '=', 'vendor'),
    )
    .leftJoin('products as p', (join) =>
      join.onRef('p.id', '=', 'm.subject_id').on('m.subject_type', '=', 'product'),
    )
    .select(['m.subject_type', 'm.subject_id', 'w.owner_type', 'w.number', 'v.username', 'p.product_name'])
    .where('m.id', '=', id)
    .executeTakeFirst()
  if (!found) return null
  const { subject_id, subject_type, owner_type } = found
  const name = found.username ?? found.product_name ?? found.number ?? ''
  return { about: aboutOf(subject_type, owner_type), subject_id, name }
}
