-- An order, its part for each vendor, and its lines. All amounts are whole paisa.
create sequence order_numbers start 100001;

create table orders (
  id uuid primary key,
  external_id text unique not null,
  body_hash bytea not null,
  order_number text not null unique,
  customer_id uuid not null references customers,
  -- As they were when it was placed: an order is not rewritten when its customer moves.
  customer_name text collate "und-x-icu" not null,
  email text not null default '',
  phone text not null default '',
  address text not null default '',
  area text not null default '',
  landmark text not null default '',
  city text collate "und-x-icu" not null default '',
  province text not null default '',
  -- What the customer ordered with, as the shop front knows it.
  device_os text not null default '',
  customer_note text not null default '',

  payment_method text not null check (
    payment_method in ('cod', 'bank_transfer', 'raast', 'easypaisa', 'jazzcash', 'card', 'wallet')
  ),
  order_status text not null check (order_status in ('pending', 'processing', 'completed', 'declined')),
  payment_status text not null check (
    payment_status in ('unpaid', 'cod_due', 'paid', 'part_refunded', 'refunded')
  ),
  -- Of its parts the one that is furthest behind; returned when all are.
  vendor_status text not null check (vendor_status in ('to_pack', 'packed', 'shipped', 'delivered', 'returned')),

  items_total bigint not null check (items_total >= 0),
  discount_total bigint not null default 0 check (discount_total >= 0 and discount_total <= items_total),
  shipping_total bigint not null default 0 check (shipping_total >= 0),
  total_bill bigint not null check (total_bill = items_total - discount_total + shipping_total),
  total_qty integer not null check (total_qty > 0),
  -- What came in for it, what of it is no longer charged (declined, returned, refunded), what was given back. The
  -- customer owes total_bill - reversed_total - paid_total + refunded_total; below zero, the marketplace owes them.
  paid_total bigint not null default 0 check (paid_total >= 0),
  reversed_total bigint not null default 0 check (reversed_total >= 0 and reversed_total <= total_bill),
  refunded_total bigint not null default 0 check (refunded_total >= 0 and refunded_total <= paid_total),

  -- The call that confirms a cash on delivery.
  confirmed_at timestamptz(3),
  call_attempts integer not null default 0,
  payment_reference text not null default '',
  status_reason text not null default '',
  version integer not null default 1,
  placed_at timestamptz(3) not null,
  status_since timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The SKUs of its lines, for the search.
  skus text not null default '',

  list text not null generated always as (order_status) stored,
  search_text text not null generated always as (
    lower(order_number || ' ' || customer_name || ' ' || email || ' ' || phone || ' ' || skus)
  ) stored
);
create index orders_by_placed on orders (list, placed_at, id);
create index orders_by_number on orders (list, order_number, id);
create index orders_by_customer_name on orders (list, customer_name, id);
create index orders_by_bill on orders (list, total_bill, id);
create index orders_by_qty on orders (list, total_qty, id);
create index orders_by_payment on orders (list, payment_status, placed_at, id);
create index orders_by_vendor_status on orders (list, vendor_status, placed_at, id);
create index orders_by_city on orders (list, city, placed_at, id);
create index orders_by_customer on orders (customer_id, placed_at, id);
create index orders_search on orders using gin (search_text gin_trgm_ops);
create index orders_number_prefix on orders (lower(order_number) text_pattern_ops);
create index orders_name_prefix on orders (lower(customer_name) text_pattern_ops);

create table order_parts (
  id uuid primary key,
  order_id uuid not null references orders,
  vendor_id uuid not null references vendors,
  -- From 1, in the order in which the vendors first occur among the lines.
  number integer not null,
  shop_name text not null,
  vendor_status text not null check (vendor_status in ('to_pack', 'packed', 'shipped', 'delivered', 'returned')),
  items_total bigint not null,
  discount_total bigint not null,
  shipping_total bigint not null,
  -- What the customer pays for this part, and what of it the vendor is owed.
  total bigint not null check (total = items_total - discount_total + shipping_total),
  vendor_share bigint not null,
  -- Of its shipping, what is no longer charged.
  shipping_reversed bigint not null default 0 check (shipping_reversed >= 0 and shipping_reversed <= shipping_total),
  courier text not null default '',
  tracking_number text not null default '',
  delivery_attempts integer not null default 0,
  return_reason text not null default '',
  packed_at timestamptz(3),
  shipped_at timestamptz(3),
  delivered_at timestamptz(3),
  returned_at timestamptz(3),
  -- When what is held for it became the vendor's to withdraw.
  released_at timestamptz(3),
  placed_at timestamptz(3) not null,
  unique (order_id, number),
  unique (order_id, vendor_id)
);
create index order_parts_by_vendor on order_parts (vendor_id, placed_at, order_id);
create index order_parts_to_release on order_parts (delivered_at, id)
  where delivered_at is not null and released_at is null;
create unique index order_parts_by_tracking on order_parts (courier, tracking_number) where tracking_number <> '';

create table order_lines (
  id uuid primary key,
  order_id uuid not null references orders,
  part_id uuid not null references order_parts,
  number integer not null,
  product_id uuid not null references products,
  sku text not null,
  product_name text not null,
  image text not null default '',
  unit_price bigint not null check (unit_price >= 0),
  quantity integer not null check (quantity > 0),
  line_total bigint not null check (line_total = unit_price * quantity),
  -- Its share of the discount of the order.
  discount bigint not null default 0 check (discount >= 0 and discount <= line_total),
  -- How many of them were not in stock when it came.
  short integer not null default 0 check (short >= 0 and short <= quantity),
  -- Frozen at the sale: what the marketplace and the state keep, and by which rule.
  commission_rule_id uuid,
  commission_why text not null,
  commission_rate_bp integer not null,
  commission bigint not null check (commission >= 0),
  income_tax bigint not null default 0 check (income_tax >= 0),
  sales_tax bigint not null default 0 check (sales_tax >= 0),
  vendor_share bigint not null,
  -- Of what the customer was charged for it, what is no longer: declined, returned or refunded.
  reversed bigint not null default 0,
  restocked integer not null default 0 check (restocked >= 0 and restocked <= quantity),
  check (vendor_share = line_total - discount - commission - income_tax - sales_tax),
  check (reversed >= 0 and reversed <= line_total - discount),
  unique (order_id, number)
);
create index order_lines_by_part on order_lines (part_id);
create index order_lines_by_product on order_lines (product_id);

create function count_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into count_deltas (key, n) select 'orders:' || list, count(*) from new_rows group by list;
  elsif tg_op = 'DELETE' then
    insert into count_deltas (key, n) select 'orders:' || list, -count(*) from old_rows group by list;
  else
    insert into count_deltas (key, n)
    select key, sum(n) from (
      select 'orders:' || list as key, count(*) as n from new_rows group by list
      union all
      select 'orders:' || list, -count(*) from old_rows group by list
    ) change group by key having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger orders_count_insert after insert on orders
  referencing new table as new_rows for each statement execute function count_orders();
create trigger orders_count_update after update on orders
  referencing new table as new_rows old table as old_rows for each statement execute function count_orders();
create trigger orders_count_delete after delete on orders
  referencing old table as old_rows for each statement execute function count_orders();
