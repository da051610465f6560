create table vendors (
  id uuid primary key,
  external_id text unique,
  username text collate "und-x-icu" not null,
  email text not null,
  phone text not null default '',
  status text not null check (
    status in ('draft', 'submitted', 'in_review', 'changes_requested', 'rejected', 'approved', 'disabled', 'closed')
  ),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Since when the record has been where it is; on a waiting one, since when it has been our turn.
  status_since timestamptz(3) not null default now(),
  -- The words that went with the last rejection, request or disabling.
  status_reason text not null default '',
  submission_number integer not null default 1,
  change_waiting_since timestamptz(3),

  -- Null: the vendor has not filled in a seller record yet.
  seller_created_at timestamptz(3),
  sellers_address text not null default '',
  sellers_city text collate "und-x-icu" not null default '',
  sellers_province text not null default '',
  cnic_sealed text,
  cnic_blind bytea,
  cnic_masked text not null default '',

  -- Null: no shop record yet.
  shop_created_at timestamptz(3),
  shop_name text collate "und-x-icu" not null default '',
  shop_email text not null default '',
  shop_mobile text not null default '',
  shop_phone text not null default '',
  shop_address text not null default '',
  shop_postal text not null default '',
  shop_ntn_sealed text,
  shop_ntn_blind bytea,
  shop_ntn_masked text not null default '',
  bank_name text not null default '',
  account_title text not null default '',
  branch_code text not null default '',
  account_number_sealed text,
  account_number_masked text not null default '',
  ibn_number_sealed text,
  ibn_number_blind bytea,
  ibn_number_masked text not null default '',

  -- Which list shows it. The pending of the fixed calls is 'pending' and 'changes_requested' together.
  list text not null generated always as (
    case when status in ('submitted', 'in_review') then 'pending' else status end
  ) stored,
  search_text text not null generated always as (
    lower(username || ' ' || email || ' ' || phone || ' ' || shop_name)
  ) stored
);
create index vendors_by_created on vendors (list, created_at, id);
create index vendors_by_since on vendors (list, status_since, id);
create index vendors_by_username on vendors (list, username, id);
create index vendors_by_email on vendors (list, email, id);
create index vendors_by_shop_name on vendors (list, shop_name, id);
create index vendors_by_city on vendors (list, sellers_city, id);
create index vendors_search on vendors using gin (search_text gin_trgm_ops);
create index vendors_username_prefix on vendors (lower(username) text_pattern_ops);
create index vendors_shop_prefix on vendors (lower(shop_name) text_pattern_ops);
create index vendors_cnic on vendors (cnic_blind) where cnic_blind is not null;
create index vendors_ntn on vendors (shop_ntn_blind) where shop_ntn_blind is not null;
create index vendors_iban on vendors (ibn_number_blind) where ibn_number_blind is not null;
create index vendors_phone on vendors (phone) where phone <> '';
create index vendors_shop_mobile on vendors (shop_mobile) where shop_mobile <> '';
create index vendors_change_waiting on vendors (change_waiting_since, id) where change_waiting_since is not null;

-- What a vendor handed in, each version as it was. Sensitive values inside the payload are sealed.
create table vendor_submissions (
  id uuid primary key,
  vendor_id uuid not null references vendors,
  number integer not null,
  kind text not null check (kind in ('application', 'edit', 'change')),
  -- Only a change waits for a decision of its own; 'accepted_once' waits for the second person.
  status text not null check (status in ('recorded', 'waiting', 'accepted_once', 'accepted', 'declined', 'superseded')),
  payload jsonb not null,
  body_hash bytea not null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  first_accepted_by uuid references people,
  decided_by uuid references people,
  decided_at timestamptz(3),
  reason text not null default '',
  unique (vendor_id, number)
);
create unique index vendor_submissions_waiting on vendor_submissions (vendor_id)
  where status in ('waiting', 'accepted_once');

create table vendor_files (
  id uuid primary key,
  vendor_id uuid not null references vendors,
  slot text not null check (
    slot in ('cheque_copy', 'shop_logo', 'shop_banner', 'shop_image', 'cnic_front', 'cnic_back')
  ),
  storage_key text not null,
  media_type text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  created_at timestamptz(3) not null default now(),
  replaced_at timestamptz(3),
  -- A paper of an approved vendor that is not in force yet: it came with a change, or for one, and is decided with it.
  waits boolean not null default false
);
create unique index vendor_files_current on vendor_files (vendor_id, slot, waits) where replaced_at is null;

create function count_vendors() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into count_deltas (key, n) select 'vendors:' || list, count(*) from new_rows group by list;
  elsif tg_op = 'DELETE' then
    insert into count_deltas (key, n) select 'vendors:' || list, -count(*) from old_rows group by list;
  else
    insert into count_deltas (key, n)
    select key, sum(n) from (
      select 'vendors:' || list as key, count(*) as n from new_rows group by list
      union all
      select 'vendors:' || list, -count(*) from old_rows group by list
    ) change group by key having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger vendors_count_insert after insert on vendors
  referencing new table as new_rows for each statement execute function count_vendors();
create trigger vendors_count_update after update on vendors
  referencing new table as new_rows old table as old_rows for each statement execute function count_vendors();
create trigger vendors_count_delete after delete on vendors
  referencing old table as old_rows for each statement execute function count_vendors();
