-- A sheet of products that somebody sent: read, assigned, checked, confirmed, written, and perhaps taken back.
create table imports (
  id uuid primary key,
  file_name text not null,
  -- Where the bytes lie; empty once nothing is read from them any more.
  file_key text not null default '',
  file_bytes bigint not null,
  file_kind text not null check (file_kind in ('csv', 'xlsx', 'zip')),
  source text not null check (source in ('munshi', 'shopify', 'woocommerce', 'other')),
  status text not null check (
    status in (
      'reading', 'mapping', 'checking', 'checked', 'importing', 'done', 'cancelled', 'failed', 'reverting', 'reverted'
    )
  ),
  message text not null default '',
  follows uuid references imports on delete set null,
  -- The names of the columns, up to three samples of each, and the field that each says (null: none).
  head jsonb not null,
  samples jsonb not null,
  mapping jsonb not null,
  mapping_from text not null check (mapping_from in ('template', 'recognised', 'remembered', 'guessed', 'person')),
  -- Over the names of the columns: by it an assignment is remembered.
  head_hash bytea not null,
  vendor_id uuid references vendors,

  -- What was read, what the dry run says, and what was done by now; each moves in the transaction of its rows.
  row_count integer not null default 0,
  create_count integer not null default 0,
  change_count integer not null default 0,
  unchanged_count integer not null default 0,
  error_count integer not null default 0,
  skipped_count integer not null default 0,
  created_count integer not null default 0,
  changed_count integer not null default 0,
  failed_count integer not null default 0,
  picture_count integer not null default 0,
  pictures_done integer not null default 0,
  pictures_failed integer not null default 0,
  reverted_count integer not null default 0,
  kept_count integer not null default 0,
  -- Rows with an error, by column; 'none' for those that belong to no column.
  column_errors jsonb not null default '{}',
  -- How far the present step has come: the number of the last row, and of the last picture of it.
  position integer not null default 0,
  -- What the next rows inherit from the ones above them, while a sheet is checked.
  carried jsonb not null default '{}',
  -- Who works on it, and until when nobody else does.
  worker uuid,
  worker_until timestamptz(3),

  created_by uuid not null references people,
  created_by_name text not null,
  created_at timestamptz(3) not null,
  -- In whose name it is written, as long as they may.
  confirmed_by uuid references people,
  confirmed_by_name text not null default '',
  confirmed_at timestamptz(3),
  finished_at timestamptz(3),
  reverted_by uuid references people,
  reverted_by_name text not null default '',
  reverted_at timestamptz(3),
  version integer not null default 1,
  list text not null generated always as ('all') stored,
  search_text text not null generated always as (lower(file_name || ' ' || created_by_name)) stored
);
create index imports_by_created on imports (list, created_at, id);
create index imports_by_file on imports (list, file_name, id);
create index imports_open on imports (created_at) where status in ('reading', 'checking', 'importing', 'reverting');
create index imports_follows on imports (follows) where follows is not null;

-- The rows of the sheet as they were read: cells in the order of the columns.
create table import_rows (
  import_id uuid not null references imports on delete cascade,
  number integer not null,
  cells jsonb not null,
  primary key (import_id, number)
);

-- What the dry run says of a row, and what became of it. Checking again makes these anew, reading does not.
create table import_items (
  import_id uuid not null references imports on delete cascade,
  number integer not null,
  verdict text not null check (verdict in ('create', 'change', 'unchanged', 'error', 'skipped')),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed', 'reverted', 'kept')),
  vendor_id uuid,
  sku text not null default '',
  product_name text not null default '',
  product_id uuid,
  -- The version of the listing that was compared with, and the one that was left behind: who changed it since, shows in it.
  seen_version integer,
  left_version integer,
  -- The fields that the row says, in their normal form.
  wanted jsonb,
  -- The listing before it was changed, for who takes it back.
  before jsonb,
  errors jsonb not null default '[]',
  notes jsonb not null default '[]',
  changes jsonb not null default '[]',
  primary key (import_id, number)
-- Each row is written twice, and the second time no column of an index changes: there is room for it beside the first.
) with (fillfactor = 55);
create index import_items_by_verdict on import_items (import_id, verdict, number);
create index import_items_by_sku on import_items (import_id, vendor_id, sku) where vendor_id is not null;

-- Pictures that a row brings, each fetched and added after the rows were written.
create table import_pictures (
  import_id uuid not null references imports on delete cascade,
  -- The row whose listing it belongs to; a sheet may name it further down.
  number integer not null,
  position integer not null,
  -- An address, or the name of a file in the ZIP.
  source text not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  message text not null default '',
  primary key (import_id, number, position)
);
create index import_pictures_waiting on import_pictures (import_id, number, position) where state = 'waiting';

-- Where a picture of a product came from: the same file again brings nothing new.
create table product_picture_sources (
  product_id uuid not null references products on delete cascade,
  source_hash bytea not null,
  media text not null,
  primary key (product_id, source_hash)
);

-- What was said of the columns of a sheet with these names, the last time.
create table import_mappings (
  head_hash bytea primary key,
  fields jsonb not null,
  vendor_id uuid references vendors,
  used_at timestamptz(3) not null
);

-- A column of a sheet names its vendor by any of them.
create index vendors_email_lower on vendors (lower(email));
