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
      kept as (
        select account_id, sum(amount) as amount from (
          select account_id, amount from ledger_balances union all select account_id, amount from ledger_deltas
        ) b group by account_id
      ),
      differing as (
        select a.kind || case when a.owner_id = '00000000-0000-0000-0000-000000000000' then ''
            else ' ' || a.owner_id end as account,
          coalesce(l.amount, 0)::text as lines, coalesce(k.amount, 0)::text as balance
        from ledger_accounts a
        left join lines l on l.account_id = a.id left join kept k on k.account_id = a.id
        where coalesce(l.amount, 0) <> coalesce(k.amount, 0)
      ),
      whole as (select coalesce(sum(amount), 0) as amount from lines)
      (select * from differing order by account limit 100)
      union all
      select 'the whole ledger', amount::text, '0' from whole where amount <> 0`.execute(ctx.db)
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
