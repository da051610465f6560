-- What staff report and ask, with the answers.
create sequence support_request_numbers as integer start with 1001;
create table support_requests (
  id uuid primary key,
  number integer not null unique default nextval('support_request_numbers'),
  kind text not null check (kind in ('report', 'idea', 'praise', 'problem')),
  status text not null default 'open' check (status in ('open', 'answered', 'closed')),
  author_id uuid not null references people,
  -- The name at the time of writing, for the search.
  author_name text collate "und-x-icu" not null,
  text text not null check (text <> ''),
  -- The address of the screen without what was searched or filtered there.
  screen text not null default '',
  -- The request id of the last call before the report, as the log has it.
  last_request_id text not null default '',
  browser text not null default '',
  mood integer check (mood between 1 and 5),
  assignee_id uuid references people,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  -- When somebody last wrote, closed or reopened.
  updated_at timestamptz(3) not null,
  closed_at timestamptz(3),
  search_text text not null generated always as
    (lower('r-' || number || ' ' || author_name || ' ' || screen || ' ' || last_request_id || ' ' || text)) stored,
  check ((status = 'closed') = (closed_at is not null))
);
create index support_requests_by_updated on support_requests (status, updated_at, id);
create index support_requests_by_created on support_requests (status, created_at, id);
create index support_requests_of_author on support_requests (author_id, updated_at, id);
create index support_requests_of_author_created on support_requests (author_id, created_at);
create index support_requests_of_assignee on support_requests (assignee_id, status, updated_at, id);
create index support_requests_closed on support_requests (closed_at) where closed_at is not null;
create index support_requests_search on support_requests using gin (search_text gin_trgm_ops);

create table support_entries (
  id uuid primary key,
  request_id uuid not null references support_requests on delete cascade,
  author_id uuid not null references people,
  -- Who speaks: the author of the request, or the support desk.
  side text not null check (side in ('author', 'desk')),
  via text not null check (via in ('screen', 'mail')),
  text text not null,
  -- The Message-ID of the mail that brought it.
  mail_id text unique check ((via = 'mail') = (mail_id is not null)),
  created_at timestamptz(3) not null
);
create index support_entries_of_request on support_entries (request_id, created_at, id);

-- Until it is sent with a request or an entry, a file belongs to its owner alone and is deleted after a day.
create table support_files (
  id uuid primary key,
  owner_id uuid not null references people,
  request_id uuid references support_requests on delete cascade,
  entry_id uuid references support_entries on delete cascade,
  is_screenshot boolean not null default false,
  name text not null,
  media_type text not null,
  bytes integer not null check (bytes > 0),
  storage_key text not null unique,
  created_at timestamptz(3) not null,
  check (entry_id is null or request_id is not null)
);
create index support_files_of_request on support_files (request_id, created_at, id);
create index support_files_of_entry on support_files (entry_id) where entry_id is not null;
create index support_files_waiting on support_files (owner_id, created_at) where request_id is null;
create index support_files_waiting_by_time on support_files (created_at) where request_id is null;

create function count_support_requests() returns trigger language plpgsql set search_path = public as $$
begin
  if tg_op = 'INSERT' then
    insert into count_deltas (key, n)
    select 'support:' || status, count(*) from new_rows group by status;
  elsif tg_op = 'DELETE' then
    insert into count_deltas (key, n)
    select 'support:' || status, -count(*) from old_rows group by status;
  else
    insert into count_deltas (key, n)
    select k.key, sum(k.n) from (
      select 'support:' || status as key, 1 as n from new_rows
      union all select 'support:' || status, -1 from old_rows
    ) k group by k.key having sum(k.n) <> 0;
  end if;
  return null;
end $$;
create trigger support_requests_count_insert after insert on support_requests
  referencing new table as new_rows for each statement execute function count_support_requests();
create trigger support_requests_count_update after update on support_requests
  referencing new table as new_rows old table as old_rows for each statement execute function count_support_requests();
create trigger support_requests_count_delete after delete on support_requests
  referencing old table as old_rows for each statement execute function count_support_requests();

-- Where an answer to a mail goes, and the stored files that go with it: [{"key", "name", "media_type"}].
alter table messages add column reply_to text not null default '';
alter table messages add column attachments jsonb;
