-- The nouns that only few people search in lists of their own are found as orders and products are: by their words in any
-- order, with one typo, and by their numbers. Each has a search table, a view that says what it is found by, and triggers.

-- Brings the rows of a search table up to its view. The rows are locked in the order of their ids first, as for orders.
create function search_keep(name text, ids uuid[]) returns void language plpgsql set search_path = public as $$
begin
  execute format('select 1 from %I where id = any($1) order by id for update', name) using ids;
  execute format('insert into %1$I (id, text, codes) select s.id, s.text, s.codes from %2$I s where s.id = any($1)
    on conflict (id) do update set text = excluded.text, codes = excluded.codes
    where (%1$I.text, %1$I.codes) is distinct from (excluded.text, excluded.codes)', name, name || '_source') using ids;
end $$;
create function search_added() returns trigger language plpgsql set search_path = public as $$
begin
  perform public.search_keep(tg_argv[0], array(select id from new_rows));
  return null;
end $$;
create function search_changed() returns trigger language plpgsql set search_path = public as $$
begin
  perform public.search_keep(tg_argv[0], array[new.id]);
  return null;
end $$;

create table withdrawal_search (
  id uuid primary key references withdrawals on delete cascade,
  text text not null,
  codes text[] not null
);
create table payout_run_search (
  id uuid primary key references payout_runs on delete cascade,
  text text not null,
  codes text[] not null
);
create table settlement_search (
  id uuid primary key references settlements on delete cascade,
  text text not null,
  codes text[] not null
);
create table category_search (
  id uuid primary key references categories on delete cascade,
  text text not null,
  codes text[] not null
);
create table promotion_search (
  id uuid primary key references promotions on delete cascade,
  text text not null,
  codes text[] not null
);
create table person_search (
  id uuid primary key references people on delete cascade,
  text text not null,
  codes text[] not null
);
create table post_search (
  id uuid primary key references posts on delete cascade,
  text text not null,
  codes text[] not null
);
create table faq_search (
  id uuid primary key references faqs on delete cascade,
  text text not null,
  codes text[] not null
);
create table release_search (
  id uuid primary key references releases on delete cascade,
  text text not null,
  codes text[] not null
);

create view withdrawal_search_source as
select w.id,
  ' ' || concat_ws(' ', search_number(w.number), search_fold(w.owner_name), search_number(nullif(w.bank_reference, '')),
    search_number(w.external_id)) as text,
  array_remove(array[search_code(w.number), search_code(w.bank_reference), search_code(w.external_id)], '') as codes
from withdrawals w;
create view payout_run_search_source as
select r.id, ' ' || concat_ws(' ', search_number(r.number), search_fold(r.created_by_name)) as text,
  array[search_code(r.number)] as codes
from payout_runs r;
create view settlement_search_source as
select s.id, ' ' || concat_ws(' ', search_number(s.number), search_fold(s.courier), search_number(s.reference)) as text,
  array_remove(array[search_code(s.number), search_code(s.reference)], '') as codes
from settlements s;
create view category_search_source as
select c.id, ' ' || concat_ws(' ', search_fold(c.name), search_fold(c.slug)) as text, array[]::text[] as codes
from categories c;
create view promotion_search_source as
select p.id, ' ' || search_fold(p.name) as text, array[]::text[] as codes from promotions p;
create view person_search_source as
select p.id, ' ' || concat_ws(' ', search_fold(p.username), search_fold(p.email), search_phone(p.phone)) as text,
  array_remove(array[search_code(p.email), search_phone_code(p.phone)], '') as codes
from people p;
create view post_search_source as
select p.id, ' ' || concat_ws(' ', search_fold(p.title), search_fold(p.slug), search_fold(p.author)) as text,
  array[]::text[] as codes
from posts p;
create view faq_search_source as
select f.id, ' ' || concat_ws(' ', search_fold(f.title), search_fold(f.details), search_fold(f."group")) as text,
  array[]::text[] as codes
from faqs f;
create view release_search_source as
select r.id, ' ' || concat_ws(' ', search_fold(r.title), search_fold(r.note), 'release ' || r.number) as text,
  array_remove(array['release' || r.number, r.number::text], null) as codes
from releases r;

-- What was there before, the indexes, and the triggers: on the noun, for the columns of its view, and on the search table,
-- for its words.
do $$
declare
  one record;
begin
  for one in select * from (values
    ('withdrawal_search', 'withdrawals', array['number', 'owner_name', 'bank_reference', 'external_id']),
    ('payout_run_search', 'payout_runs', array['number', 'created_by_name']),
    ('settlement_search', 'settlements', array['number', 'courier', 'reference']),
    ('category_search', 'categories', array['name', 'slug']),
    ('promotion_search', 'promotions', array['name']),
    ('person_search', 'people', array['username', 'email', 'phone']),
    ('post_search', 'posts', array['title', 'slug', 'author']),
    ('faq_search', 'faqs', array['title', 'details', 'group']),
    ('release_search', 'releases', array['title', 'note', 'number'])
  ) n (search, noun, columns) loop
    execute format('insert into %1$I (id, text, codes) select id, text, codes from %1$I_source', one.search);
    execute format('insert into search_words (kind, word)
      select %1$L, word from (select distinct word from %1$I s, search_words_of(s.text) word) w', one.search);
    execute format('create index %1$I on %2$I using gin (text gin_trgm_ops)', one.search || '_text', one.search);
    execute format('create index %1$I on %2$I using gin (codes)', one.search || '_codes', one.search);
    execute format('create trigger %1$I after insert on %2$I referencing new table as new_rows
      for each statement execute function keep_search_words()', one.search || '_words_insert', one.search);
    execute format('create trigger %1$I after update on %2$I referencing new table as new_rows
      for each statement execute function keep_search_words()', one.search || '_words_update', one.search);
    execute format('create trigger %1$I after update on %2$I referencing old table as old_rows new table as new_rows
      for each statement execute function forget_search_words()', one.search || '_words_gone', one.search);
    execute format('create trigger %1$I after delete on %2$I referencing old table as old_rows
      for each statement execute function forget_search_words()', one.search || '_words_deleted', one.search);
    execute format('create trigger %1$I after insert on %2$I referencing new table as new_rows
      for each statement execute function search_added(%3$L)', one.noun || '_search_insert', one.noun, one.search);
    execute format('create trigger %1$I after update on %2$I for each row when ((%3$s) is distinct from (%4$s))
      execute function search_changed(%5$L)', one.noun || '_search_update', one.noun,
      (select string_agg(format('old.%I', name), ', ') from unnest(one.columns) name),
      (select string_agg(format('new.%I', name), ', ') from unnest(one.columns) name), one.search);
  end loop;
end $$;
