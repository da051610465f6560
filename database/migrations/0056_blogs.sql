-- What posts are filed under.
create table blog_categories (
  id uuid primary key,
  name text collate "und-x-icu" not null check (name <> ''),
  slug text not null unique,
  position integer not null check (position > 0),
  -- Off: readers are not offered the category; its posts stay readable.
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  search_text text not null generated always as (lower(name || ' ' || slug)) stored
);
create unique index blog_categories_name on blog_categories (lower(name));
create index blog_categories_by_position on blog_categories (position, id);
create index blog_categories_by_name on blog_categories (name, id);
create index blog_categories_by_slug on blog_categories (slug, id);
create index blog_categories_by_created on blog_categories (created_at, id);
create index blog_categories_search on blog_categories using gin (search_text gin_trgm_ops);

create table posts (
  id uuid primary key,
  title text collate "und-x-icu" not null check (title <> ''),
  slug text not null unique,
  category_id uuid references blog_categories,
  -- The used picture of the library; null without one.
  banner jsonb,
  excerpt text not null default '',
  html text not null default '',
  author text collate "und-x-icu" not null default '',
  search_title text not null default '',
  search_description text not null default '',
  -- A whole content that is to replace the one above: what is written since readers see the post, or since it has a time.
  pending jsonb,
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'published', 'unpublished')),
  publish_at timestamptz(3),
  -- When readers first saw the post; it stays when the post is taken down.
  published_at timestamptz(3),
  -- Since when readers see the present content.
  shown_at timestamptz(3),
  -- Readings up to the last fold; what came since is in post_views.
  views bigint not null default 0,
  version integer not null default 1,
  word_count integer not null default 0 check (word_count >= 0),
  reading_minutes integer not null default 0 check (reading_minutes >= 0),
  -- Since when, and for whom, a run of automatic saves goes on that no version holds yet.
  autosaved_at timestamptz(3),
  autosaved_by uuid references people on delete set null,
  -- A deleted draft can be brought back for a while.
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),

  list text not null generated always as (case when deleted_at is null then state else 'deleted' end) stored,
  search_text text not null generated always as (lower(title || ' ' || slug || ' ' || author)) stored,
  check ((state = 'scheduled') = (publish_at is not null)),
  check (state not in ('published', 'unpublished') or published_at is not null),
  check (state <> 'published' or shown_at is not null),
  check (pending is null or state in ('scheduled', 'published')),
  check (deleted_at is null or state = 'draft')
);
create index posts_by_created on posts (list, created_at, id);
create index posts_by_updated on posts (list, updated_at, id);
create index posts_by_title on posts (list, title, id);
create index posts_by_views on posts (list, views, id);
create index posts_by_published on posts (list, published_at, id);
create index posts_of_category on posts (category_id, list, created_at, id);
create index posts_of_category_published on posts (category_id, list, published_at, id);
create index posts_due on posts (publish_at) where publish_at is not null;
create index posts_deleted on posts (deleted_at) where deleted_at is not null;
create index posts_search on posts using gin (search_text gin_trgm_ops);
create index posts_title_prefix on posts (lower(title) text_pattern_ops);

create function count_posts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into count_deltas (key, n)
    select k.key, count(*) from new_rows r cross join lateral (values
      ('posts:' || r.list), ('filed-posts:' || r.category_id || ':' || r.list)) k (key)
    where k.key is not null group by k.key;
  elsif tg_op = 'DELETE' then
    insert into count_deltas (key, n)
    select k.key, -count(*) from old_rows r cross join lateral (values
      ('posts:' || r.list), ('filed-posts:' || r.category_id || ':' || r.list)) k (key)
    where k.key is not null group by k.key;
  else
    insert into count_deltas (key, n)
    select k.key, sum(k.n) from (
      select 'posts:' || list as key, 1 as n from new_rows
      union all select 'filed-posts:' || category_id || ':' || list, 1 from new_rows
      union all select 'posts:' || list, -1 from old_rows
      union all select 'filed-posts:' || category_id || ':' || list, -1 from old_rows
    ) k where k.key is not null group by k.key having sum(k.n) <> 0;
  end if;
  return null;
end $$;
create trigger posts_count_insert after insert on posts
  referencing new table as new_rows for each statement execute function count_posts();
create trigger posts_count_update after update on posts
  referencing new table as new_rows old table as old_rows for each statement execute function count_posts();
create trigger posts_count_delete after delete on posts
  referencing old table as old_rows for each statement execute function count_posts();

-- What was saved of a post by a person's own decision, whole.
create table post_versions (
  post_id uuid not null references posts on delete cascade,
  number integer not null check (number > 0),
  action text not null,
  content jsonb not null,
  saved_at timestamptz(3) not null,
  saved_by uuid references people on delete set null,
  saved_by_name text not null,
  primary key (post_id, number)
);
create function refuse_version_change() returns trigger language plpgsql as $$
begin
  -- Who saved it is forgotten with the person, and nothing else of a version ever changes.
  if (new.post_id, new.number, new.action, new.content, new.saved_at, new.saved_by_name)
    is distinct from (old.post_id, old.number, old.action, old.content, old.saved_at, old.saved_by_name) then
    raise exception 'a version of a post does not change';
  end if;
  return new;
end $$;
create trigger post_versions_stay before update on post_versions
  for each row execute function refuse_version_change();

-- Every slug that a post has taken: the present one, those of before, which redirect, and that of changes to come.
create table post_slugs (
  slug text primary key,
  post_id uuid not null references posts on delete cascade deferrable initially deferred,
  -- True once readers could find the post there; the slug stays with the post from then on, and leads to it.
  is_seen boolean not null default false,
  created_at timestamptz(3) not null default now()
);
create index post_slugs_of_post on post_slugs (post_id);

-- Readings that are not folded into their post yet.
create table post_views (
  post_id uuid not null references posts on delete cascade,
  n integer not null
);
create index post_views_of_post on post_views (post_id);

-- Who read what within the last half hour, under a keyed hash of the day: whoever comes again is not counted twice.
create table post_visits (
  post_id uuid not null references posts on delete cascade,
  visitor bytea not null,
  at timestamptz(3) not null,
  primary key (post_id, visitor)
);
create index post_visits_by_time on post_visits (at);
