-- How goods reach the customer: what shipping costs, what they are packed in, and where they can be collected. A row that
-- an order names is never deleted; one that was deleted stays for orders that were placed before.
create table shipping_methods (
  id uuid primary key,
  title text collate "und-x-icu" not null,
  price bigint not null check (price >= 0),
  duration text not null,
  -- From this value of the goods on, shipping is free.
  free_from bigint check (free_from > 0),
  -- [{"up_to_kg": 5, "price": "350"}], ascending in both; a heavier parcel than the last is not taken.
  weight_steps jsonb not null default '[]',
  -- Where it delivers; everywhere if both are empty.
  provinces text[] not null default '{}',
  cities text[] not null default '{}',
  cash_on_delivery boolean not null default true,
  position integer not null,
  is_active boolean not null default true,
  -- An order has named it.
  is_used boolean not null default false,
  deleted_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  list text not null generated always as (case when deleted_at is null then 'kept' else 'deleted' end) stored
);
create index shipping_methods_by_position on shipping_methods (list, position, id);
create index shipping_methods_by_title on shipping_methods (list, title, id);
create index shipping_methods_by_price on shipping_methods (list, price, id);

create table packagings (
  id uuid primary key,
  title text collate "und-x-icu" not null,
  price bigint not null check (price >= 0),
  -- Inside measures in cm and what it carries in kg; 0 where nothing was said.
  length_cm numeric(10, 2) not null default 0 check (length_cm >= 0),
  width_cm numeric(10, 2) not null default 0 check (width_cm >= 0),
  height_cm numeric(10, 2) not null default 0 check (height_cm >= 0),
  weight_limit_kg numeric(10, 3) not null default 0 check (weight_limit_kg >= 0),
  position integer not null,
  is_active boolean not null default true,
  is_used boolean not null default false,
  deleted_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  list text not null generated always as (case when deleted_at is null then 'kept' else 'deleted' end) stored
);
create index packagings_by_position on packagings (list, position, id);
create index packagings_by_title on packagings (list, title, id);
create index packagings_by_price on packagings (list, price, id);

create table pickup_locations (
  id uuid primary key,
  city text collate "und-x-icu" not null,
  area text collate "und-x-icu" not null,
  address text not null,
  hours text not null default '',
  map_link text not null default '',
  phone text not null default '',
  position integer not null,
  is_active boolean not null default true,
  is_used boolean not null default false,
  deleted_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  list text not null generated always as (case when deleted_at is null then 'kept' else 'deleted' end) stored
);
create index pickup_locations_by_position on pickup_locations (list, position, id);
create index pickup_locations_by_city on pickup_locations (list, city, id);
create index pickup_locations_by_area on pickup_locations (list, area, id);

-- How each of them stood, and from when on: the shipping of an order is held against what was in force when it was placed.
create table delivery_terms (
  subject_id uuid not null,
  since timestamptz(3) not null,
  terms jsonb not null,
  primary key (subject_id, since)
);
create function keep_delivery_terms() returns trigger language plpgsql as $$
begin
  insert into delivery_terms (subject_id, since, terms)
  values (new.id, new.updated_at, to_jsonb(new) - 'position' - 'is_used' - 'version' - 'created_at' - 'updated_at')
  on conflict (subject_id, since) do update set terms = excluded.terms;
  return null;
end $$;
create trigger shipping_methods_terms_insert after insert on shipping_methods
  for each row execute function keep_delivery_terms();
create trigger shipping_methods_terms_update after update on shipping_methods
  for each row when (old.version is distinct from new.version) execute function keep_delivery_terms();
create trigger packagings_terms_insert after insert on packagings
  for each row execute function keep_delivery_terms();
create trigger packagings_terms_update after update on packagings
  for each row when (old.version is distinct from new.version) execute function keep_delivery_terms();
create trigger pickup_locations_terms_insert after insert on pickup_locations
  for each row execute function keep_delivery_terms();
create trigger pickup_locations_terms_update after update on pickup_locations
  for each row when (old.version is distinct from new.version) execute function keep_delivery_terms();

-- What an order named, and the names as they were when it was placed.
alter table orders
  add column shipping_method_id uuid references shipping_methods,
  add column packaging_id uuid references packagings,
  add column pickup_location_id uuid references pickup_locations,
  add column shipping_method text not null default '',
  add column packaging text not null default '',
  add column pickup_location text not null default '',
  add constraint orders_are_shipped_or_collected check (shipping_method_id is null or pickup_location_id is null);

-- A mark about the delivery concerns the whole order and no line of it.
alter table order_marks alter column line_id drop not null;
alter table order_marks drop constraint order_marks_kind_check;
alter table order_marks add constraint order_marks_kind_check check (
  kind in (
    'price', 'switched_off', 'not_approved', 'vendor_not_approved', 'short', 'unknown',
    'shipping_price', 'not_delivered', 'shipping_unnamed', 'shipping_unknown'
  )
);
alter table order_marks add constraint order_marks_line_check check (
  (line_id is null) = (kind in ('shipping_price', 'not_delivered', 'shipping_unnamed', 'shipping_unknown'))
);
create unique index order_marks_of_delivery on order_marks (order_id, kind) where line_id is null;
alter table order_checks
  add column shipping text not null default 'mark' check (shipping in ('refuse', 'mark')),
  add column not_delivered text not null default 'mark' check (not_delivered in ('refuse', 'mark')),
  -- The order names no way of delivery although there was one to choose.
  add column shipping_unnamed text not null default 'mark' check (shipping_unnamed in ('refuse', 'mark', 'accept'));

-- What a listing weighed and measured, and until when, kept when it changes: an order is held against the weight that its
-- quote was made with. What a listing has now is in the listing alone.
create table product_measures (
  product_id uuid not null,
  until timestamptz(3) not null,
  package_weight numeric(10, 3) not null,
  product_length numeric(10, 2) not null,
  product_width numeric(10, 2) not null,
  product_height numeric(10, 2) not null,
  primary key (product_id, until)
);
create function keep_product_measures() returns trigger language plpgsql as $$
begin
  insert into product_measures (product_id, until, package_weight, product_length, product_width, product_height)
  -- A change that forgets to say when it was made is one of this moment.
  values (old.id, case when new.updated_at > old.updated_at then new.updated_at else now() end,
    old.package_weight, old.product_length, old.product_width, old.product_height)
  -- Of two changes in one moment the first one ends what was in force before.
  on conflict (product_id, until) do nothing;
  return null;
end $$;
create trigger products_measures_update after update of package_weight, product_length, product_width, product_height on products
  for each row when (
    (old.package_weight, old.product_length, old.product_width, old.product_height)
    is distinct from (new.package_weight, new.product_length, new.product_width, new.product_height)
  ) execute function keep_product_measures();

create or replace function forget_product_histories() returns trigger language plpgsql as $$
begin
  delete from product_prices h using old_rows o where h.product_id = o.id;
  delete from product_places h using old_rows o where h.product_id = o.id;
  delete from product_states h using old_rows o where h.product_id = o.id;
  delete from product_measures h using old_rows o where h.product_id = o.id;
  return null;
end $$;
