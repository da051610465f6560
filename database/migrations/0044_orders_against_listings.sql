-- How a listing stood (its list: approved, deactivated, pending ...) and from when on: an order is held against it for the
-- moment at which it was placed, whatever became of the listing since.
create table product_states (
  product_id uuid not null references products on delete cascade,
  since timestamptz(3) not null,
  state text not null,
  primary key (product_id, since)
);
create function keep_new_states() returns trigger language plpgsql as $$
begin
  insert into product_states (product_id, since, state) select id, created_at, list from new_rows;
  return null;
end $$;
create trigger products_state_insert after insert on products
  referencing new table as new_rows for each statement execute function keep_new_states();

create function keep_changed_state() returns trigger language plpgsql as $$
begin
  insert into product_states (product_id, since, state)
  -- A change that forgets to say when it was made is one of this moment.
  values (new.id, case when new.updated_at > old.updated_at then new.updated_at else now() end, new.list)
  on conflict (product_id, since) do update set state = excluded.state;
  return null;
end $$;
create trigger products_state_update after update of status, available on products
  for each row when (old.list is distinct from new.list) execute function keep_changed_state();
-- Those that are there already, now that nobody adds one unseen. How it stood before its present state is not known any
-- more: for that time nothing is held against it.
insert into product_states (product_id, since, state) select id, status_since, list from products;

-- The same of the vendors: what a disabled vendor lists is not sold.
create table vendor_states (
  vendor_id uuid not null references vendors on delete cascade,
  since timestamptz(3) not null,
  state text not null,
  primary key (vendor_id, since)
);

create function keep_new_vendor_states() returns trigger language plpgsql as $$
begin
  insert into vendor_states (vendor_id, since, state) select id, created_at, status from new_rows;
  return null;
end $$;
create trigger vendors_state_insert after insert on vendors
  referencing new table as new_rows for each statement execute function keep_new_vendor_states();

create function keep_changed_vendor_state() returns trigger language plpgsql as $$
begin
  insert into vendor_states (vendor_id, since, state)
  values (new.id, case when new.updated_at > old.updated_at then new.updated_at else now() end, new.status)
  on conflict (vendor_id, since) do update set state = excluded.state;
  return null;
end $$;
create trigger vendors_state_update after update of status on vendors
  for each row when (old.status is distinct from new.status) execute function keep_changed_vendor_state();
insert into vendor_states (vendor_id, since, state) select id, status_since, status from vendors;

-- One row: what becomes of an order whose lines differ from the listings, by case.
create table order_checks (
  id integer primary key check (id = 1),
  version integer not null default 1,
  price text not null check (price in ('refuse', 'mark')),
  not_sold text not null check (not_sold in ('refuse', 'mark')),
  short text not null check (short in ('refuse', 'mark')),
  -- The order was placed before the listing was kept here: there is nothing to hold it against.
  unknown text not null check (unknown in ('refuse', 'mark', 'accept'))
);
insert into order_checks (id, price, not_sold, short, unknown) values (1, 'refuse', 'refuse', 'mark', 'mark');

-- What an accepted order was marked for. A mark is open until a person has checked it.
create table order_marks (
  id uuid primary key,
  order_id uuid not null references orders,
  line_id uuid not null references order_lines,
  kind text not null check (
    kind in ('price', 'switched_off', 'not_approved', 'vendor_not_approved', 'short', 'unknown')
  ),
  -- The price in force when the order was placed; the campaign that made it, or the state of listing or vendor.
  expected bigint check (expected >= 0),
  detail text not null default '',
  created_at timestamptz(3) not null,
  checked_at timestamptz(3),
  checked_by uuid references people,
  checked_by_name text not null default '',
  note text not null default '',
  unique (line_id, kind)
);
create index order_marks_by_order on order_marks (order_id);
create index order_marks_open on order_marks (kind, order_id, created_at) where checked_at is null;

-- Commission is dated by the order that it was earned with, as sales are; an order that came years later (or its refund)
-- counts on the day that it was placed. The account itself goes on by the days of its postings.
create or replace function total_accounts() returns trigger language plpgsql as $$
begin
  insert into daily_deltas (kind, day, key, n, amount)
  select 'accounts', karachi_day(l.at), a.kind || case when l.amount > 0 then ' debit' else ' credit' end,
    count(*), sum(abs(l.amount))
  from new_rows l join ledger_accounts a on a.id = l.account_id
  where a.owner_id = '00000000-0000-0000-0000-000000000000'
  group by 2, 3
  union all
  select 'commission by order', karachi_day(coalesce(o.placed_at, l.at)),
    case when l.amount > 0 then 'commission debit' else 'commission credit' end, count(*), sum(abs(l.amount))
  from new_rows l join ledger_accounts a on a.id = l.account_id and a.kind = 'commission'
  join ledger_transactions t on t.id = l.transaction_id left join orders o on o.id = t.order_id
  group by 2, 3;
  return null;
end $$;
insert into daily_totals (kind, day, key, n, amount)
select 'commission by order', karachi_day(coalesce(o.placed_at, l.at)),
  case when l.amount > 0 then 'commission debit' else 'commission credit' end, count(*), sum(abs(l.amount))
from ledger_lines l join ledger_accounts a on a.id = l.account_id and a.kind = 'commission'
join ledger_transactions t on t.id = l.transaction_id left join orders o on o.id = t.order_id
group by 2, 3;
