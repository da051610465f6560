-- Sums by day of Asia/Karachi, kept in the transaction of each change, so that no screen ever scans what it sums.
-- `kind` says what is counted and `key` of what: orders by status, payment method, city and device; goods by product;
-- new customers; what the marketplace earned.
create table daily_totals (
  kind text not null,
  day date not null,
  key text not null,
  n bigint not null,
  amount numeric not null,
  primary key (kind, day, key)
);
create table daily_deltas (
  kind text not null,
  day date not null,
  key text not null,
  n bigint not null,
  amount numeric not null
);
create index daily_deltas_key on daily_deltas (kind, day);

create function karachi_day(at timestamptz) returns date language sql immutable parallel safe as $$
  select (at at time zone 'Asia/Karachi')::date
$$;

-- An order counts by its status, and whatever becomes of it by its method, city and device; its goods until it is declined.
create function total_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into daily_deltas (kind, day, key, n, amount)
    select kind, karachi_day(placed_at), key, count(*), sum(total_bill)
    from new_rows cross join lateral (values
      ('orders', order_status), ('methods', payment_method), ('cities', city), ('devices', device_os)
    ) k (kind, key) group by 1, 2, 3;
    return null;
  end if;
  insert into daily_deltas (kind, day, key, n, amount)
  select kind, day, key, sum(n), sum(amount) from (
    select kind, karachi_day(placed_at) as day, key, 1 as n, total_bill as amount
    from new_rows cross join lateral (values
      ('orders', order_status), ('methods', payment_method), ('cities', city), ('devices', device_os)
    ) k (kind, key)
    union all
    select kind, karachi_day(placed_at), key, -1, -total_bill
    from old_rows cross join lateral (values
      ('orders', order_status), ('methods', payment_method), ('cities', city), ('devices', device_os)
    ) k (kind, key)
  ) change group by kind, day, key having sum(n) <> 0 or sum(amount) <> 0;
  insert into daily_deltas (kind, day, key, n, amount)
  select 'products', karachi_day(o.placed_at), l.product_id::text, -sum(l.quantity), -sum(l.line_total - l.discount)
  from new_rows o join old_rows b on b.id = o.id join order_lines l on l.order_id = o.id
  where o.order_status = 'declined' and b.order_status <> 'declined'
  group by 2, 3;
  return null;
end $$;
create trigger orders_total_insert after insert on orders
  referencing new table as new_rows for each statement execute function total_orders();
create trigger orders_total_update after update on orders
  referencing new table as new_rows old table as old_rows for each statement execute function total_orders();
create function total_order_lines() returns trigger language plpgsql as $$
begin
  insert into daily_deltas (kind, day, key, n, amount)
  select 'products', karachi_day(o.placed_at), l.product_id::text, sum(l.quantity), sum(l.line_total - l.discount)
  from new_rows l join orders o on o.id = l.order_id where o.order_status <> 'declined'
  group by 2, 3;
  return null;
end $$;
create trigger order_lines_total after insert on order_lines
  referencing new table as new_rows for each statement execute function total_order_lines();

create function total_customers() returns trigger language plpgsql as $$
begin
  insert into daily_deltas (kind, day, key, n, amount)
  select 'customers', karachi_day(created_at), '', count(*), 0 from new_rows group by 2;
  return null;
end $$;
create trigger customers_total after insert on customers
  referencing new table as new_rows for each statement execute function total_customers();

create function total_commission() returns trigger language plpgsql as $$
begin
  insert into daily_deltas (kind, day, key, n, amount)
  select 'commission', karachi_day(l.at), '', count(*), -sum(l.amount)
  from new_rows l join ledger_accounts a on a.id = l.account_id where a.kind = 'commission'
  group by 2;
  return null;
end $$;
create trigger ledger_lines_commission after insert on ledger_lines
  referencing new table as new_rows for each statement execute function total_commission();

-- What stood there before is counted once.
insert into daily_totals (kind, day, key, n, amount)
select 'customers', karachi_day(created_at), '', count(*), 0 from customers group by 2;

create index customers_latest on customers (created_at, id);
create index orders_latest on orders (placed_at, id);
create index products_latest on products (created_at, id);
