-- The shop window: working copies of its sections, and releases of them. A release lists every section by the hash of its
-- value, so a thousand releases that change one section each are small.
create table content_sections (
  name text primary key,
  value jsonb not null,
  version integer not null default 1,
  changed_at timestamptz(3) not null,
  changed_by_name text not null
);

-- Canonical JSON as text: what is released comes back byte for byte.
create table content_values (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  value text not null
);

create table releases (
  id uuid primary key,
  -- Given when the release goes live, from 1 without gaps.
  number integer unique check (number > 0),
  title text not null collate "und-x-icu",
  note text not null default '',
  state text not null default 'scheduled' check (state in ('scheduled', 'published', 'cancelled', 'failed')),
  -- The sections that were chosen for it.
  sections text[] not null check (cardinality(sections) > 0),
  publish_at timestamptz(3),
  published_at timestamptz(3),
  -- What was live before.
  follows uuid references releases,
  rolls_back_to integer,
  failed_because text not null default '',
  -- Who is told if it fails.
  made_by uuid references people,
  made_by_name text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  search_text text not null generated always as (lower(title || ' ' || note)) stored,
  constraint releases_published_has_number check ((state = 'published') = (number is not null)),
  constraint releases_published_has_time check ((state = 'published') = (published_at is not null))
);
create index releases_by_time on releases (created_at, id);
create index releases_by_state on releases (state, created_at, id);
create index releases_due on releases (publish_at, id) where state = 'scheduled';
create index releases_search on releases using gin (search_text gin_trgm_ops);

create table release_sections (
  release_id uuid not null references releases,
  section text not null,
  hash text not null references content_values,
  primary key (release_id, section)
);

-- One row: which release shoppers see. Whoever publishes holds it, so releases go live one after the other.
create table live_release (
  id integer primary key check (id = 1),
  release_id uuid references releases,
  last_number integer not null default 0
);
insert into live_release (id) values (1);

create table preview_links (
  id uuid primary key,
  token_hash bytea not null unique,
  made_by_name text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index preview_links_open on preview_links (expires_at) where ended_at is null;

create function keep_release() returns trigger language plpgsql as $$
begin
  if old.state = 'published' then
    raise exception 'a published release is not changed' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger releases_kept before update or delete on releases
  for each row execute function keep_release();

create function keep_release_section() returns trigger language plpgsql as $$
declare
  owner uuid;
begin
  if tg_op = 'DELETE' then owner := old.release_id; else owner := new.release_id; end if;
  if tg_op = 'UPDATE' or exists (select from releases where id = owner and state = 'published') then
    raise exception 'a published release is not changed' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger release_sections_kept before insert or update or delete on release_sections
  for each row execute function keep_release_section();

create function keep_released() returns trigger language plpgsql as $$
begin
  raise exception 'what was released is not changed' using errcode = 'restrict_violation';
end $$;
create trigger content_values_kept before update or delete on content_values
  for each row execute function keep_released();
create trigger content_values_not_emptied before truncate on content_values
  for each statement execute function keep_released();
create trigger releases_not_emptied before truncate on releases
  for each statement execute function keep_released();
create trigger release_sections_not_emptied before truncate on release_sections
  for each statement execute function keep_released();
