-- Who is reviewing which record now: one row a record, ten minutes long, renewed while somebody works on it. What has ended
-- may be taken by the next person, so that a browser that dies holds nothing for longer.
create table claims (
  kind text not null check (kind in ('vendor', 'product', 'customer')),
  record_id uuid not null,
  person_id uuid not null references people,
  since timestamptz(3) not null,
  until timestamptz(3) not null,
  primary key (kind, record_id)
);
create index claims_person on claims (person_id);

-- Who was asked to review a record; without a row, anybody.
create table assignments (
  kind text not null check (kind in ('vendor', 'product', 'customer')),
  record_id uuid not null,
  person_id uuid not null references people,
  assigned_by uuid not null references people,
  assigned_at timestamptz(3) not null,
  primary key (kind, record_id)
);
create index assignments_person on assignments (person_id);

-- How long a record of each kind may wait, in working hours, and what working hours are: one row.
create table review_limits (
  id boolean primary key default true check (id),
  vendor integer not null default 24 check (vendor between 1 and 1000),
  vendor_change integer not null default 24 check (vendor_change between 1 and 1000),
  product integer not null default 24 check (product between 1 and 1000),
  product_revision integer not null default 24 check (product_revision between 1 and 1000),
  customer integer not null default 24 check (customer between 1 and 1000),
  -- Hours of the day in Asia/Karachi.
  opens_at integer not null default 9 check (opens_at between 0 and 23),
  closes_at integer not null default 18 check (closes_at between 1 and 24),
  -- Days of the week without work: 0 is Sunday.
  weekend jsonb not null default '[0]',
  -- Days without work, as 2026-03-23 with a name.
  holidays jsonb not null default '[]',
  version integer not null default 1,
  check (closes_at > opens_at)
);
insert into review_limits default values;

-- Everything that waits for a decision of staff. Each branch is read by an index in the order of waiting_since.
create view desk_items as
  select 'vendor'::text as kind, v.id, v.status_since as waiting_since, v.id as vendor_id, null::uuid as category_id
  from public.vendors v where v.list = 'pending'
  union all
  select 'vendor_change', v.id, v.change_waiting_since, v.id, null
  from public.vendors v where v.change_waiting_since is not null and v.list <> 'pending'
  union all
  select 'product', p.id, p.status_since, p.vendor_id, p.category_id
  from public.products p where p.list = 'pending'
  union all
  select 'product_revision', p.id, p.revision_waiting_since, p.vendor_id, p.category_id
  from public.products p where p.revision_waiting_since is not null and p.list <> 'pending'
  union all
  select 'customer', c.id, c.status_since, null, null
  from public.customers c where c.list = 'pending';

-- Whether a person goes to the next record at once after a decision, instead of by the dialog.
alter table account_settings add column goes_on boolean not null default false;
