-- Who buys: handed in by the shop front, looked at by staff.
create table customers (
  id uuid primary key,
  external_id text unique,
  username text collate "und-x-icu" not null,
  email text collate "und-x-icu" not null default '',
  phone text not null default '',
  city text collate "und-x-icu" not null default '',
  address text not null default '',
  status text not null check (status in ('pending', 'approved', 'disabled')),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  status_since timestamptz(3) not null default now(),
  -- The words that went with disabling.
  status_reason text not null default '',
  -- The content hash of the picture; empty where there is none and the default image stands for it.
  image text not null default '',
  -- The body that was handed in last, so that the same one again changes nothing.
  body_hash bytea,
  -- Name, address and numbers are gone for good; orders and money keep their row.
  erased_at timestamptz(3),

  -- What has been ordered and not declined, kept with each order.
  orders_count integer not null default 0,
  orders_total bigint not null default 0,
  last_order_at timestamptz(3),

  -- The latest withdrawal, kept with each: the Approved list shows it and is sorted by it.
  withdrawal_id uuid,
  withdrawal_amount bigint,
  withdrawal_at timestamptz(3),
  withdrawal_status text,

  -- As the list is sorted by them: whoever has never withdrawn stands before all others.
  withdrawal_amount_sort bigint not null generated always as (coalesce(withdrawal_amount, -1)) stored,
  withdrawal_at_sort timestamptz(3) not null generated always as (
    coalesce(withdrawal_at, timestamptz '1970-01-01 00:00:00+00')
  ) stored,

  list text not null generated always as (status) stored,
  search_text text not null generated always as (lower(username || ' ' || email || ' ' || phone)) stored
);
create index customers_by_created on customers (list, created_at, id);
create index customers_by_since on customers (list, status_since, id);
create index customers_by_name on customers (list, username, id);
create index customers_by_email on customers (list, email, id);
create index customers_by_city on customers (list, city, id);
create index customers_by_withdrawal_amount on customers (list, withdrawal_amount_sort, id);
create index customers_by_withdrawal_at on customers (list, withdrawal_at_sort, id);
create index customers_search on customers using gin (search_text gin_trgm_ops);
create index customers_name_prefix on customers (lower(username) text_pattern_ops);
create index customers_email_prefix on customers (lower(email) text_pattern_ops);
create index customers_phone on customers (phone) where phone <> '';

create function count_customers() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into count_deltas (key, n) select 'customers:' || list, count(*) from new_rows group by list;
  elsif tg_op = 'DELETE' then
    insert into count_deltas (key, n) select 'customers:' || list, -count(*) from old_rows group by list;
  else
    insert into count_deltas (key, n)
    select key, sum(n) from (
      select 'customers:' || list as key, count(*) as n from new_rows group by list
      union all
      select 'customers:' || list, -count(*) from old_rows group by list
    ) change group by key having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger customers_count_insert after insert on customers
  referencing new table as new_rows for each statement execute function count_customers();
create trigger customers_count_update after update on customers
  referencing new table as new_rows old table as old_rows for each statement execute function count_customers();
create trigger customers_count_delete after delete on customers
  referencing old table as old_rows for each statement execute function count_customers();

-- Customers are decided about, and colleagues write on them and on orders.
alter table decisions drop constraint decisions_subject_type_check;
alter table decisions add constraint decisions_subject_type_check
  check (subject_type in ('vendor', 'vendor_change', 'product', 'product_revision', 'customer'));
alter table notes drop constraint notes_record_type_check;
alter table notes add constraint notes_record_type_check
  check (record_type in ('vendor', 'product', 'customer', 'order', 'person', 'role'));
