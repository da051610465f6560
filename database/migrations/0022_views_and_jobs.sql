-- How somebody wants their lists: the height of the rows, and of each list its columns and the view it opens with.
alter table account_settings
  add column density text not null default 'compact' check (density in ('compact', 'comfortable')),
  add column lists jsonb not null default '{}';

-- What a list was narrowed and sorted by, under a name. A shared one is seen by whoever may see the list.
create table list_views (
  id uuid primary key,
  -- The path of the screen that the list stands on.
  list text not null,
  name text not null,
  is_shared boolean not null default false,
  owner_id uuid not null references people,
  -- Parameters of the address by their names.
  parameters jsonb not null,
  created_at timestamptz(3) not null,
  version integer not null default 1
);
create unique index list_views_by_owner on list_views (owner_id, list, lower(name));
create index list_views_shared on list_views (list) where is_shared;

-- Work on many records that goes on after the call that began it, one record after the other.
create table bulk_jobs (
  id uuid primary key,
  kind text not null,
  -- What is done with each of them, the same for all.
  input jsonb not null,
  -- In whose name it is done, as long as they may.
  person_id uuid not null references people,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3)
);
create index bulk_jobs_open on bulk_jobs (created_at) where finished_at is null;

create table bulk_rows (
  job_id uuid not null references bulk_jobs on delete cascade,
  number integer not null,
  subject_id uuid not null,
  status text not null default 'waiting' check (status in ('waiting', 'done', 'failed')),
  -- What the record is called, once it was looked at.
  name text not null default '',
  message text not null default '',
  primary key (job_id, number)
);
create index bulk_rows_by_status on bulk_rows (job_id, status, number);
