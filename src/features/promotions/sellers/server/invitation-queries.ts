import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { statusAt } from '#features/promotions/contract.ts'
import { sellerStateOf, shownTerms } from '#features/promotions/server/queries.ts'
import type { PromotionRecord } from '#features/promotions/server/tables.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { Invitation } from '../invitation-contract.ts'

type Row = PromotionRecord & {
  own_share_bp: number
  /** The categories or products that the campaign is limited to. */
  chosen: string | null
  joined_at: Date | null
  left_at: Date | null
}

/** The campaigns that a vendor is invited to or has opted in to, and that have not ended. */
export function listInvitations(ctx: Context, { seller_id }: { seller_id: string }): Promise<Invitation[]> {
  return readInvitations(ctx, seller_id, sql`c.over_at > ${ctx.now()}`)
}

/** One campaign as the vendor sees it. Refuses (not-found) a campaign that the vendor was not invited to. */
export async function readInvitation(ctx: Context, id: string, sellerId: string): Promise<Invitation> {
  const [invitation] = await readInvitations(ctx, sellerId, sql`c.id = ${id}`)
  if (!invitation) throw new Refusal('not-found', 'There is no such campaign')
  return invitation
}

async function readInvitations(
  ctx: Context,
  sellerId: string,
  where: RawBuilder<unknown>,
): Promise<Invitation[]> {
  const { rows } = await sql<Row>`
    select c.*, s.cost_share_bp as own_share_bp, s.joined_at, s.left_at,
      case c.scope
        when 'categories' then (
          select string_agg(x.category_id::text, ' ' order by x.category_id)
          from promotion_categories x where x.promotion_id = c.id)
        when 'products' then (
          select string_agg(x.product_id::text, ' ' order by x.product_id)
          from promotion_products x where x.promotion_id = c.id)
      end as chosen
    from promotion_sellers s join promotions c on c.id = s.promotion_id
    where s.vendor_id = ${sellerId} and ${where} order by c.starts_at, c.id limit 100`.execute(ctx.db)
  return rows.map((row) => invitationOf(ctx, row))
}

function invitationOf(ctx: Context, row: Row): Invitation {
  const { scope: _, ...terms } = shownTerms(row)
  return {
    ...terms,
    id: row.id,
    status: statusAt(row, ctx.now()),
    ends_at: row.over_at.toISOString(),
    seller_state: sellerStateOf(row),
    cost_share_bp: row.own_share_bp,
    terms: nameOfTerms(row),
  }
}

/** A short name of what a vendor agrees to: another discount, period, share or scope has another one. */
function nameOfTerms(row: Row): string {
  const { name: _, ...terms } = shownTerms(row)
  const told = JSON.stringify([{ ...terms, cost_share_bp: row.own_share_bp }, row.chosen])
  return createHash('sha256').update(told).digest('base64url').slice(0, 22)
}
