-- What checks of listings found. A listing is checked again when it was asked for more often than answered.
alter table products add column risk integer not null default 0;
create index products_by_risk on products (list, risk, id);

create table product_checks (
  product_id uuid primary key references products on delete cascade,
  asked integer not null default 1,
  answered integer not null default 0,
  asked_at timestamptz(3) not null default now(),
  checked_at timestamptz(3),
  -- The version of the listing that was checked.
  submission_number integer not null default 0,
  risk integer not null default 0,
  findings jsonb not null default '[]'
);
create index product_checks_due on product_checks (asked_at, product_id) where asked > answered;

-- One row: which checks are on, with their weights and thresholds, and the words that no listing may have.
create table listing_checks (
  id integer primary key default 1 check (id = 1),
  checks jsonb not null default '{}',
  forbidden jsonb not null default '[]',
  version integer not null default 1
);
insert into listing_checks (id) values (1);

-- What listings are found by that look alike: bands of the hash of the name and of the pictures.
create table product_likeness (
  product_id uuid primary key references products on delete cascade,
  vendor_id uuid not null,
  name text not null,
  keys text[] not null,
  pictures text[] not null
);
create index product_likeness_keys on product_likeness using gin (keys);

-- What was measured of a picture, once for each content.
create table picture_measures (
  media text primary key,
  hash text not null,
  writing integer not null
);

create function public.ask_for_checks() returns trigger language plpgsql set search_path = public as $$
begin
  insert into product_checks (product_id, asked_at) select id, created_at from new_rows order by id
  on conflict (product_id) do nothing;
  return null;
end $$;
create trigger products_checks_insert after insert on products
  referencing new table as new_rows for each statement execute function public.ask_for_checks();

create function public.ask_for_check() returns trigger language plpgsql set search_path = public as $$
begin
  update product_checks set asked = asked + 1, asked_at = new.updated_at where product_id = new.id;
  return null;
end $$;
create trigger products_checks_update after update on products for each row when (
  (old.submission_number, old.product_name, old.product_price, old.discounted_price, old.product_description, old.sku,
    old.category_id, old.revision_waiting_since, old.package_weight, old.product_length, old.product_width,
    old.product_height, old.cover_image)
  is distinct from
  (new.submission_number, new.product_name, new.product_price, new.discounted_price, new.product_description, new.sku,
    new.category_id, new.revision_waiting_since, new.package_weight, new.product_length, new.product_width,
    new.product_height, new.cover_image))
  execute function public.ask_for_check();

create function public.ask_for_picture_check() returns trigger language plpgsql set search_path = public as $$
begin
  update product_checks set asked = asked + 1
  where product_id = case tg_op when 'DELETE' then old.product_id else new.product_id end;
  return null;
end $$;
create trigger product_images_checks after insert or delete on product_images
  for each row execute function public.ask_for_picture_check();

-- What waits for a decision is checked after the rest, because copies are found among listings that were read before.
insert into product_checks (product_id, asked_at)
select id, case when list in ('pending', 'changes_requested') then now() else created_at end
from products;

-- What waits can be sorted by its risk; what is not checked has none.
create or replace view desk_items as
  select 'vendor'::text as kind, v.id, v.status_since as waiting_since, v.id as vendor_id, null::uuid as category_id,
    0 as risk
  from public.vendors v where v.list = 'pending'
  union all
  select 'vendor_change', v.id, v.change_waiting_since, v.id, null, 0
  from public.vendors v where v.change_waiting_since is not null and v.list <> 'pending'
  union all
  select 'product', p.id, p.status_since, p.vendor_id, p.category_id, p.risk
  from public.products p where p.list = 'pending'
  union all
  select 'product_revision', p.id, p.revision_waiting_since, p.vendor_id, p.category_id, p.risk
  from public.products p where p.revision_waiting_since is not null and p.list <> 'pending'
  union all
  select 'customer', c.id, c.status_since, null, null, 0
  from public.customers c where c.list = 'pending';
