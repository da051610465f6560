-- A text that loses words asked for each of them, in the transaction that changed it, whether another record still has it: each
-- question was planned anew with what is known of that word, 0.7 ms, and a listing with another name asks two or three. The words are
-- put aside now, and asked about once a minute.
create table search_words_left (
  kind text not null,
  word text not null
);

create or replace function forget_search_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into search_words_left (kind, word)
    select distinct tg_table_name, word from old_rows o, search_words_of(o.text) word;
  else
    insert into search_words_left (kind, word)
    select tg_table_name, word from (
      select word from old_rows o, search_words_of(o.text) word
      except select word from new_rows n, search_words_of(n.text) word) gone;
  end if;
  return null;
end $$;

-- Asks about at most so many that were put aside, and returns how many they were. A word has none of the signs that divide words, so it
-- means itself in both patterns.
create function forget_words_left(most integer) returns integer language plpgsql as $$
declare
  kinds text[];
  words text[];
  taken integer;
  is_used boolean;
begin
  with gone as (
    delete from search_words_left where ctid = any(array(
      select ctid from search_words_left limit most for update skip locked))
    returning kind, word
  ), named as (
    select kind, word, count(*) as times from gone group by kind, word
  )
  -- In one order, as another instance may hold the same words.
  select array_agg(kind order by kind, word), array_agg(word order by kind, word), coalesce(sum(times), 0)
  into kinds, words, taken from named;
  for at in 1 .. coalesce(cardinality(words), 0) loop
    execute format('select exists (select from %I where text like %L and text ~ %L)', kinds[at], '%' || words[at] || '%',
      '(^|[ !-/:-@[-`{-~])' || words[at] || '($|[ !-/:-@[-`{-~])') into is_used;
    if not is_used then
      delete from search_words where word collate "C" = words[at] and kind = kinds[at];
    end if;
  end loop;
  return taken;
end $$;

-- A plan for whatever ids are given costs more on paper than one for these ids, so that they were planned each time.
do $$
declare
  one regprocedure;
begin
  for one in
    select p.oid from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname ~ '^search_' and p.proargtypes = '2951'::oidvector
      and p.prorettype = 'void'::regtype
  loop
    execute format('alter function %s set plan_cache_mode = force_generic_plan', one);
  end loop;
end $$;
