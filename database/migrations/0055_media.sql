-- The library of pictures that all pages of the shop share.
create table media (
  id uuid primary key,
  name text collate "und-x-icu" not null,
  alt text not null default '',
  -- What the picture begins with where it is used: it says nothing that the texts beside it do not say.
  is_decorative boolean not null default false,
  -- The content hash of the cleaned original, and of the same in a small size.
  hash text not null unique,
  thumbnail text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null check (bytes > 0),
  -- In fractions from the left edge and the top: what stays in sight where only a part is shown.
  focal_x numeric(7, 6) not null default 0.5 check (focal_x between 0 and 1),
  focal_y numeric(7, 6) not null default 0.5 check (focal_y between 0 and 1),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  created_by text not null,
  -- A picture that was deleted is in no list; an earlier release that shows it can be made live again.
  deleted_at timestamptz(3),
  list text not null generated always as (case when deleted_at is null then 'kept' else 'deleted' end) stored,
  search_text text not null generated always as (lower(name || ' ' || alt)) stored
);
create index media_by_created on media (list, created_at, id);
create index media_by_name on media (list, name, id);
create index media_by_bytes on media (list, bytes, id);
create index media_search on media using gin (search_text gin_trgm_ops);

-- What was made of a picture for a place. Rows stay when the file is replaced: earlier releases show them.
create table media_renditions (
  media_id uuid not null references media,
  hash text not null,
  -- The content hash of the original that it was made of.
  original text not null,
  -- The size of the place; null for a picture that is shown as it is.
  slot_width integer,
  slot_height integer,
  -- The part of the original, in fractions; null for the whole.
  crop jsonb,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  created_at timestamptz(3) not null,
  primary key (media_id, hash),
  check ((slot_width is null) = (slot_height is null))
);

-- Where a picture is used, in the words of whoever uses it: once for its drafts and once for what is live.
create table media_uses (
  noun text not null,
  record_id text not null,
  is_live boolean not null,
  media_id uuid not null references media,
  -- The rendition that it shows.
  hash text not null,
  label text not null,
  primary key (noun, record_id, is_live, media_id, hash)
);
create index media_uses_of on media_uses (media_id);
