-- The tree of categories, three deep: main, sub, child. A category keeps its slug for good: an old one leads to it.
create table categories (
  id uuid primary key,
  parent_id uuid,
  depth integer not null check (depth between 1 and 3),
  -- With the key below no category can be its own ancestor, nor stand deeper than it says.
  parent_depth integer generated always as (nullif(depth - 1, 0)) stored,
  name text collate "und-x-icu" not null,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  -- From 1 among its siblings, without gaps.
  position integer not null check (position > 0),
  -- The positions from the main category down, so that the tree can be read in its order.
  place text collate "C" not null,
  is_active boolean not null default true,
  -- The content hash of its picture; empty where there is none.
  image text not null default '',
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  list text not null generated always as (
    case depth when 1 then 'main' when 2 then 'sub' else 'child' end
  ) stored,
  search_text text not null generated always as (lower(name || ' ' || slug)) stored,
  check ((parent_id is null) = (depth = 1)),
  unique (id, depth),
  unique (slug),
  -- A subtree moves in one statement after the other: it must be right when the transaction ends.
  foreign key (parent_id, parent_depth) references categories (id, depth) deferrable initially deferred
);
create unique index categories_name on categories (coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), lower(name));
create index categories_parent on categories (parent_id, position);
create index categories_by_place on categories (list, place, id);
create index categories_by_name on categories (list, name, id);
create index categories_by_slug on categories (list, slug, id);
create index categories_by_created on categories (list, created_at, id);
create index categories_search on categories using gin (search_text gin_trgm_ops);

-- The slugs that categories had before, and those of categories that were merged into another.
create table category_redirects (
  slug text primary key,
  category_id uuid not null references categories on delete cascade,
  created_at timestamptz(3) not null default now()
);
create index category_redirects_category on category_redirects (category_id);

alter table products add column category_id uuid references categories;
create index products_by_category on products (category_id, list, created_at, id) where category_id is not null;

create or replace function count_products() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into count_deltas (key, n)
    select 'products:' || list, count(*) from new_rows group by list
    union all
    select 'category:' || category_id, count(*) from new_rows where category_id is not null group by category_id;
  elsif tg_op = 'DELETE' then
    insert into count_deltas (key, n)
    select 'products:' || list, -count(*) from old_rows group by list
    union all
    select 'category:' || category_id, -count(*) from old_rows where category_id is not null group by category_id;
  else
    insert into count_deltas (key, n)
    select key, sum(n) from (
      select 'products:' || list as key, count(*) as n from new_rows group by list
      union all
      select 'products:' || list, -count(*) from old_rows group by list
      union all
      select 'category:' || category_id, count(*) from new_rows where category_id is not null group by category_id
      union all
      select 'category:' || category_id, -count(*) from old_rows where category_id is not null group by category_id
    ) change group by key having sum(n) <> 0;
  end if;
  return null;
end $$;

-- What vendors called the categories of their products until now becomes the first tree: a main category for each name.
with given as (
  select lower(category collate "und-x-icu") as key, min(category) as name,
    trim(both '-' from left(lower(regexp_replace(min(category), '[^a-zA-Z0-9]+', '-', 'g')), 60)) as slug
  from products where category <> '' group by 1
),
numbered as (
  select *, row_number() over (order by name, key) as position,
    row_number() over (partition by slug order by name, key) as same
  from given
)
insert into categories (id, depth, name, slug, position, place)
select gen_random_uuid(), 1, name,
  -- A name without letters a to z, and one whose slug another has already, are told apart by a number of their own.
  case when slug <> '' and same = 1 then slug
    else trim(leading '-' from slug || '-' || left(md5(key), 12)) end,
  position, lpad(position::text, 6, '0')
from numbered;
update products p set category_id = c.id
from categories c where p.category <> '' and lower(c.name) = lower(p.category collate "und-x-icu");
