import { sql } from 'kysely'
import { transact } from '#kit/server/context.ts'
import type { Job } from '#kit/server/jobs.ts'
import './tables.ts'

/** Folds pending deltas into the balances, so that readers have few deltas to add. Safe to run on several instances. */
export const foldLedger: Job = {
  name: 'fold-ledger',
  everySeconds: 5,
  run: async ({ db }) => {
    await sql`
      with taken as (
        delete from ledger_deltas where ctid = any(array(
          select ctid from ledger_deltas limit 20000 for update skip locked))
        returning account_id, amount
      ), sums as (select account_id, sum(amount) as amount from taken group by account_id order by account_id)
      insert into ledger_balances (account_id, amount) select account_id, amount from sums
      on conflict (account_id) do update set amount = ledger_balances.amount + excluded.amount`.execute(db)
  },
}

interface Difference {
  account: string
  lines: string
  balance: string
}

/**
 * Checks every night that each account's balance is the sum of its lines, and that the whole ledger sums to zero. A
 * difference is a defect: it goes to the log and the audit log, and is never corrected automatically.
 */
export const checkLedger: Job = {
  name: 'check-ledger',
  cron: '30 4 * * *',
  run: async (ctx, log) => {
    // A single statement, so that balances, deltas and lines are from the same moment.
    const { rows } = await sql<Difference>`
      with lines as (select account_id, sum(amount)::numeric as amount from ledger_lines group by account_id),
      -- Both sides are added up together: a join of the two is planned as a loop within a loop, and takes hours at a million
      -- accounts.
      differing as (
        select account_id, sum(amount) as lines, sum(kept) as balance from (
          select account_id, amount, 0::numeric as kept from lines
          union all select account_id, 0, amount from ledger_balances
          union all select account_id, 0, amount from ledger_deltas
        ) sides group by account_id having sum(amount) <> sum(kept)
      )
      (select coalesce(a.kind || case when a.owner_id = '00000000-0000-0000-0000-000000000000' then ''
            else ' ' || a.owner_id end, 'no account ' || d.account_id) as account, d.lines::text, d.balance::text
        from differing d left join ledger_accounts a on a.id = d.account_id order by account limit 100)
      union all
      select 'the whole ledger', total::text, '0' from (select coalesce(sum(amount), 0) as total from lines) whole
      where total <> 0`.execute(ctx.db)
    if (rows.length === 0) return
    log.error({ accounts: rows }, 'balances of the ledger differ from its lines')
    await transact(ctx, (own) =>
      own.record({
        action: 'ledger differs',
        subject: { type: 'ledger', id: null, name: 'Ledger' },
        before: Object.fromEntries(rows.map(({ account, balance }) => [account, balance])),
        after: Object.fromEntries(rows.map(({ account, lines }) => [account, lines])),
      }),
    )
  },
}
