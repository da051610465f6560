-- Lines of the marketplace's own accounts by day, debits and credits apart, so that no screen counts or sums them one by
-- one. What was earned is the account 'commission' among them: it needs no totals of its own.
delete from daily_totals where kind = 'commission';
delete from daily_deltas where kind = 'commission';
drop trigger ledger_lines_commission on ledger_lines;
drop function total_commission();
create function total_accounts() returns trigger language plpgsql as $$
begin
  insert into daily_deltas (kind, day, key, n, amount)
  select 'accounts', karachi_day(l.at), a.kind || case when l.amount > 0 then ' debit' else ' credit' end,
    count(*), sum(abs(l.amount))
  from new_rows l join ledger_accounts a on a.id = l.account_id
  where a.owner_id = '00000000-0000-0000-0000-000000000000'
  group by 2, 3;
  return null;
end $$;
create trigger ledger_lines_accounts after insert on ledger_lines
  referencing new table as new_rows for each statement execute function total_accounts();
insert into daily_totals (kind, day, key, n, amount)
select 'accounts', karachi_day(l.at), a.kind || case when l.amount > 0 then ' debit' else ' credit' end,
  count(*), sum(abs(l.amount))
from ledger_lines l join ledger_accounts a on a.id = l.account_id
where a.owner_id = '00000000-0000-0000-0000-000000000000'
group by 2, 3;

-- The days of one city, method, status or account are read without those of all others. Goods are left out: they are most
-- of the rows, and are asked for by day alone.
create index daily_totals_by_key on daily_totals (kind, key, day) include (n, amount)
  where kind in ('orders', 'methods', 'cities', 'devices', 'customers', 'accounts');
-- A device that few order with is found as a method and a city are. It takes some sixty bytes an order, and is one of eighteen
-- indexes that a move of an order writes: beside the others its cost could not be told from noise.
create index orders_by_device on orders (list, device_os, placed_at, id);

-- What is due is taken for each endpoint by itself: one that hangs keeps no other from its turn.
create index webhook_deliveries_due_by_endpoint on webhook_deliveries (endpoint_id, next_at) where status = 'waiting';
drop index webhook_deliveries_due;
