create table products (
  id uuid primary key,
  external_id text,
  vendor_id uuid not null references vendors,
  sku text not null,
  product_name text collate "und-x-icu" not null,
  -- Whole paisa. Zero in discounted_price means no discount.
  product_price bigint not null check (product_price >= 0),
  discounted_price bigint not null default 0 check (discounted_price >= 0 and discounted_price <= product_price),
  product_stock integer not null check (product_stock >= 0),
  package_weight numeric(10, 3) not null default 0 check (package_weight >= 0),
  product_length numeric(10, 2) not null default 0 check (product_length >= 0),
  product_width numeric(10, 2) not null default 0 check (product_width >= 0),
  product_height numeric(10, 2) not null default 0 check (product_height >= 0),
  -- HTML that has been through the sanitiser.
  product_description text not null default '',
  product_video_url text not null default '',
  category text not null default '',
  status text not null check (
    status in ('draft', 'submitted', 'in_review', 'changes_requested', 'rejected', 'approved')
  ),
  available boolean not null default true,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  status_since timestamptz(3) not null default now(),
  status_reason text not null default '',
  submission_number integer not null default 1,
  revision_waiting_since timestamptz(3),
  -- The prices that somebody last looked at: how far an edit may go without a look is counted from them.
  reviewed_price bigint,
  reviewed_discount bigint,
  -- The content hash of the first picture; empty where there is none.
  cover_image text not null default '',

  -- A deactivated product is an approved one whose switch is off.
  list text not null generated always as (
    case
      when status in ('submitted', 'in_review') then 'pending'
      when status = 'approved' and not available then 'deactivated'
      else status
    end
  ) stored,
  search_text text not null generated always as (lower(product_name || ' ' || sku)) stored,
  unique (vendor_id, sku)
);
create unique index products_external on products (external_id) where external_id is not null;
create index products_by_created on products (list, created_at, id);
create index products_by_since on products (list, status_since, id);
create index products_by_name on products (list, product_name, id);
create index products_by_price on products (list, product_price, id);
create index products_by_discount on products (list, discounted_price, id);
create index products_by_stock on products (list, product_stock, id);
create index products_by_vendor on products (vendor_id, list, created_at, id);
create index products_search on products using gin (search_text gin_trgm_ops);
create index products_name_prefix on products (lower(product_name) text_pattern_ops);
create index products_sku_prefix on products (lower(sku) text_pattern_ops);
create index products_revision_waiting on products (revision_waiting_since, id) where revision_waiting_since is not null;

create table product_submissions (
  id uuid primary key,
  product_id uuid not null references products,
  number integer not null,
  kind text not null check (kind in ('application', 'edit', 'revision')),
  status text not null check (
    status in ('recorded', 'waiting', 'changes_requested', 'approved', 'rejected', 'superseded')
  ),
  payload jsonb not null,
  body_hash bytea not null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  decided_by uuid references people,
  decided_at timestamptz(3),
  reason text not null default '',
  unique (product_id, number)
);
create unique index product_submissions_waiting on product_submissions (product_id) where status = 'waiting';

create table product_images (
  id uuid primary key,
  product_id uuid not null references products,
  -- The content hash under which /media serves it.
  media text not null,
  position integer not null,
  width integer not null,
  height integer not null,
  -- False while it belongs to a revision that has not been approved.
  is_live boolean not null default true,
  created_at timestamptz(3) not null default now()
);
create index product_images_product on product_images (product_id, position);

create function count_products() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into count_deltas (key, n) select 'products:' || list, count(*) from new_rows group by list;
  elsif tg_op = 'DELETE' then
    insert into count_deltas (key, n) select 'products:' || list, -count(*) from old_rows group by list;
  else
    insert into count_deltas (key, n)
    select key, sum(n) from (
      select 'products:' || list as key, count(*) as n from new_rows group by list
      union all
      select 'products:' || list, -count(*) from old_rows group by list
    ) change group by key having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger products_count_insert after insert on products
  referencing new table as new_rows for each statement execute function count_products();
create trigger products_count_update after update on products
  referencing new table as new_rows old table as old_rows for each statement execute function count_products();
create trigger products_count_delete after delete on products
  referencing old table as old_rows for each statement execute function count_products();
