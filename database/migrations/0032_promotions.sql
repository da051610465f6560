-- What a listing cost and from when on: the price that a shopper paid without a campaign. A campaign is held against it.
create table product_prices (
  product_id uuid not null references products on delete cascade,
  since timestamptz(3) not null,
  price bigint not null check (price >= 0),
  primary key (product_id, since)
);
-- What it cost before is not known any more: today's price is taken for all of the time until now.
insert into product_prices (product_id, since, price)
select id, created_at, case when discounted_price > 0 then discounted_price else product_price end from products;

create function keep_new_prices() returns trigger language plpgsql as $$
begin
  insert into product_prices (product_id, since, price)
  select id, created_at, case when discounted_price > 0 then discounted_price else product_price end from new_rows;
  return null;
end $$;
create trigger products_price_insert after insert on products
  referencing new table as new_rows for each statement execute function keep_new_prices();

create function keep_changed_price() returns trigger language plpgsql as $$
declare
  now_price bigint := case when new.discounted_price > 0 then new.discounted_price else new.product_price end;
  old_price bigint := case when old.discounted_price > 0 then old.discounted_price else old.product_price end;
begin
  if now_price <> old_price then
    insert into product_prices (product_id, since, price)
    -- A change that forgets to say when it was made is one of this moment.
    values (new.id, case when new.updated_at > old.updated_at then new.updated_at else now() end, now_price)
    on conflict (product_id, since) do update set price = excluded.price;
  end if;
  return null;
end $$;
create trigger products_price_update after update of product_price, discounted_price on products
  for each row execute function keep_changed_price();

create table promotions (
  id uuid primary key,
  name text collate "und-x-icu" not null,
  -- The content hash of its picture; empty where there is none.
  image text not null default '',
  discount_bp integer not null check (discount_bp between 1 and 9900),
  -- Whole paisa for a piece: the most that is taken off, and what it never costs less than.
  discount_cap bigint check (discount_cap > 0),
  price_floor bigint check (price_floor > 0),
  -- What a seller who is invited is asked to carry of the discount.
  cost_share_bp integer not null default 10000 check (cost_share_bp between 0 and 10000),
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  scope text not null default 'all' check (scope in ('all', 'categories', 'products')),
  -- From when on it is more than a draft: from then on the clock alone starts and ends it.
  decided_at timestamptz(3),
  -- When somebody ended it before its time.
  ended_at timestamptz(3),
  -- When those who listen were told; null until then.
  start_told_at timestamptz(3),
  end_told_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  over_at timestamptz(3) not null generated always as (coalesce(ended_at, ends_at)) stored,
  search_text text not null generated always as (lower(name)) stored,
  check (starts_at < ends_at),
  check (ended_at is null or (decided_at is not null and ended_at <= ends_at))
);
create index promotions_by_start on promotions (starts_at, id);
create index promotions_by_end on promotions (over_at, id);
create index promotions_by_name on promotions (name, id);
create index promotions_by_discount on promotions (discount_bp, id);
create index promotions_by_created on promotions (created_at, id);
create index promotions_search on promotions using gin (search_text gin_trgm_ops);
create index promotions_to_tell on promotions (starts_at) where decided_at is not null and end_told_at is null;

-- Whom a campaign asks, and who is in it. What is in a campaign at a time is told by these times alone.
create table promotion_sellers (
  promotion_id uuid not null references promotions on delete cascade,
  vendor_id uuid not null references vendors,
  -- Of what is taken off, the part that the seller carries.
  cost_share_bp integer not null check (cost_share_bp between 0 and 10000),
  invited_at timestamptz(3) not null,
  joined_at timestamptz(3),
  left_at timestamptz(3),
  -- Who wrote down that they joined, and how it was agreed; the seller's own system where it told so.
  joined_by_name text not null default '',
  note text not null default '',
  primary key (promotion_id, vendor_id),
  check (left_at is null or joined_at is null or left_at >= joined_at)
);
create index promotion_sellers_by_vendor on promotion_sellers (vendor_id, promotion_id);

create table promotion_categories (
  promotion_id uuid not null references promotions on delete cascade,
  category_id uuid not null references categories on delete cascade,
  primary key (promotion_id, category_id)
);
create index promotion_categories_category on promotion_categories (category_id);

create table promotion_products (
  promotion_id uuid not null references promotions on delete cascade,
  product_id uuid not null references products on delete cascade,
  primary key (promotion_id, product_id)
);
create index promotion_products_product on promotion_products (product_id);

-- Products that are in a campaign although they stood cheaper shortly before: who let them in, and why.
create table promotion_waivers (
  promotion_id uuid not null references promotions on delete cascade,
  product_id uuid not null references products on delete cascade,
  reason text not null,
  waived_by uuid references people,
  waived_by_name text not null,
  waived_at timestamptz(3) not null,
  primary key (promotion_id, product_id)
);

-- A line that was bought in a campaign: what was taken off, and what of it the marketplace pays to the vendor.
alter table order_lines add column promotion_id uuid references promotions;
alter table order_lines add column promotion_discount bigint not null default 0 check (promotion_discount >= 0);
alter table order_lines add column promotion_grant bigint not null default 0 check (promotion_grant >= 0);
alter table order_lines add constraint order_lines_promotion check (
  promotion_grant <= promotion_discount and (promotion_id is not null or promotion_discount = 0)
);
create index order_lines_by_promotion on order_lines (promotion_id, order_id) where promotion_id is not null;
alter table refund_lines add column promotion_grant bigint not null default 0 check (promotion_grant >= 0);

-- What a vendor is owed has one more source. The checks of before have names that the database gave them.
do $$
declare
  held record;
begin
  for held in
    select conrelid::regclass as relation, conname from pg_constraint
    where contype = 'c' and conrelid in ('order_lines'::regclass, 'refund_lines'::regclass)
      and pg_get_constraintdef(oid) like '%vendor_share%' and pg_get_constraintdef(oid) like '%commission%'
  loop
    execute format('alter table %s drop constraint %I', held.relation, held.conname);
  end loop;
end $$;
alter table order_lines add constraint order_lines_shared check (
  vendor_share = line_total - discount + promotion_grant - commission - income_tax - sales_tax
);
alter table refund_lines add constraint refund_lines_shared check (
  amount + promotion_grant = commission + income_tax + sales_tax + vendor_share
);

alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (
  kind in (
    'customer_due', 'bank', 'gateway', 'courier', 'courier_fee', 'courier_tax', 'courier_difference', 'commission',
    'shipping', 'promotion', 'income_tax', 'sales_tax', 'paying_out', 'vendor_held', 'vendor_available',
    'customer_wallet'
  )
);
insert into ledger_accounts (id, kind) values (gen_random_uuid(), 'promotion');

-- What a campaign sold, by product; what came back is taken off again, by the measure of the ledger. Orders are counted
-- under the product of zeros: one order may have several products.
create table promotion_totals (
  promotion_id uuid not null references promotions on delete cascade,
  product_id uuid not null,
  orders bigint not null,
  pieces bigint not null,
  revenue numeric not null,
  discount numeric not null,
  granted numeric not null,
  primary key (promotion_id, product_id)
);
create table promotion_deltas (
  promotion_id uuid not null,
  product_id uuid not null,
  orders bigint not null,
  pieces bigint not null,
  revenue numeric not null,
  discount numeric not null,
  granted numeric not null
);
create index promotion_deltas_promotion on promotion_deltas (promotion_id);

-- What is left of a side of a line when this much of its net is no longer charged.
create function left_of_line(side bigint, net bigint, reversed bigint) returns numeric immutable language sql as $$
  select side - case when net > 0 then div(side::numeric * reversed, net) else 0 end
$$;

create function sum_promotions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into promotion_deltas (promotion_id, product_id, orders, pieces, revenue, discount, granted)
    select promotion_id, product_id, 0, sum(quantity), sum(line_total - discount), sum(promotion_discount),
      sum(promotion_grant)
    from new_rows where promotion_id is not null group by promotion_id, product_id
    union all
    select promotion_id, '00000000-0000-0000-0000-000000000000', count(distinct order_id), 0, 0, 0, 0
    from new_rows where promotion_id is not null group by promotion_id;
  else
    insert into promotion_deltas (promotion_id, product_id, orders, pieces, revenue, discount, granted)
    select n.promotion_id, n.product_id, 0, 0, sum(o.reversed - n.reversed),
      sum(left_of_line(n.promotion_discount, n.line_total - n.discount, n.reversed)
        - left_of_line(o.promotion_discount, o.line_total - o.discount, o.reversed)),
      sum(left_of_line(n.promotion_grant, n.line_total - n.discount, n.reversed)
        - left_of_line(o.promotion_grant, o.line_total - o.discount, o.reversed))
    from new_rows n join old_rows o on o.id = n.id
    where n.promotion_id is not null and n.reversed <> o.reversed group by n.promotion_id, n.product_id;
  end if;
  return null;
end $$;
create trigger order_lines_promotion_insert after insert on order_lines
  referencing new table as new_rows for each statement execute function sum_promotions();
create trigger order_lines_promotion_update after update on order_lines
  referencing new table as new_rows old table as old_rows for each statement execute function sum_promotions();
