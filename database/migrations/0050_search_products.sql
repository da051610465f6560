-- What lists are searched by, in a table of its own for each noun: a change of price, stock or status writes no search index.
-- Triggers keep it. `text` holds the folded words of the record, with a space before each, and its numbers with and without
-- their signs; `codes` holds the numbers without signs, for the match that comes first.

-- Must give the same as `folded` in src/kit/contract/search-words.ts; a test holds them against each other.
create function search_fold(given text) returns text language plpgsql immutable strict parallel safe as $$
begin
  -- Most texts have no other signs, and cost a tenth this way.
  if given !~ '[^ -~]' then
    return regexp_replace(translate(lower(given collate "C"), '/\|,;:"!?*=<>~^[]{}-_''`()+#', repeat(' ', 19)), ' +', ' ', 'g');
  end if;
  return regexp_replace(translate(regexp_replace(
    lower(normalize(given, NFKD) collate "und-x-icu"),
    '[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0640\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\-_''`‘’ʼ()+#\u2010-\u2015\u2212]',
    '', 'g'),
    'يىكڪهةۃەھںٱ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹øłđðħıŧßς' || E'\t\n\r' || '/\|,;:"!?*=<>~^[]{}«»“”„•·،؛؟۔',
    'ییککہہہہہنا01234567890123456789olddhitsσ' || repeat(' ', 33)), ' +', ' ', 'g');
end $$;
-- A number without its signs.
create function search_code(given text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return regexp_replace(search_fold(given), '[ !-/:-@[-`{-~]+', '', 'g');
end $$;
-- A phone number without what stands before its national digits.
create function search_phone_code(given text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return regexp_replace(search_code(given), '^(0092|92|0)0?(?=[0-9]{3})', '');
end $$;
-- The forms in which a number is found by a part of it.
create function search_number(given text) returns text language plpgsql immutable strict parallel safe as $$
declare
  plain text := search_fold(given);
  code text := regexp_replace(plain, '[ !-/:-@[-`{-~]+', '', 'g');
begin
  return case when plain = code then code else plain || ' ' || code end;
end $$;
create function search_phone(given text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return case when given = '' then '' else search_code(given) || ' 0' || search_phone_code(given) end;
end $$;
create function search_words_of(given text) returns setof text language sql immutable strict parallel safe as $$
  select distinct word from regexp_split_to_table(given, '[ !-/:-@[-`{-~]+') word
  where length(word) between 4 and 40 and word !~ '[0-9]'
$$;

-- The words of each search table, so that one with a typo can be found. Nothing waits for another who adds the same word, so
-- a word may stand here twice.
create table search_words (
  kind text not null,
  word text not null
);
create index search_words_word on search_words (word collate "C", kind);

create function keep_search_words() returns trigger language plpgsql as $$
begin
  insert into search_words (kind, word)
  select tg_table_name, w.word from (select distinct word from new_rows n, search_words_of(n.text) word) w
  -- Looked up word by word: the plan is kept, and must not read all words for a single record.
  where (select 1 from search_words k where k.word collate "C" = w.word and k.kind = tg_table_name limit 1) is null;
  return null;
end $$;

-- A name that nobody has any more is forgotten, so that an erased customer leaves none behind.
create function forget_search_words() returns trigger language plpgsql as $$
declare
  gone text;
  is_used boolean;
begin
  for gone in
    select word from old_rows o, search_words_of(o.text) word
    except select word from new_rows n, search_words_of(n.text) word
  loop
    execute format('select exists (select from %I where text like %L)', tg_table_name, '%' || gone || '%') into is_used;
    if not is_used then
      delete from search_words where word collate "C" = gone and kind = tg_table_name;
    end if;
  end loop;
  return null;
end $$;

-- Brings a search table up to its view, forgets words without a record and knows those of all. Returns how many rows differed.
create function check_search(name text) returns integer language plpgsql as $$
declare
  changed integer;
begin
  execute format('insert into %1$I (id, text, codes)
    select s.id, s.text, s.codes from %2$I s left join %1$I t on t.id = s.id
    where (t.text, t.codes) is distinct from (s.text, s.codes)
    on conflict (id) do update set text = excluded.text, codes = excluded.codes', name, name || '_source');
  get diagnostics changed = row_count;
  execute format('create temporary table words_now on commit drop as
    select distinct word from %I s, search_words_of(s.text) word', name);
  delete from search_words where kind = name and word not in (select word from words_now);
  insert into search_words (kind, word)
  select name, word from words_now where word not in (select word from search_words where kind = name);
  drop table words_now;
  return changed;
end $$;

create table product_search (
  id uuid primary key references products on delete cascade,
  text text not null,
  codes text[] not null
);
create view product_search_source as
select p.id,
  ' ' || concat_ws(' ', search_fold(p.product_name), search_number(p.sku), search_number(p.external_id),
    search_fold(coalesce(nullif(v.shop_name, ''), v.username)), search_fold(c.name),
    case when p.category is distinct from c.name then search_fold(p.category) end) as text,
  array_remove(array[search_code(p.sku), search_code(p.external_id)], null) as codes
from products p join vendors v on v.id = p.vendor_id left join categories c on c.id = p.category_id;

create function search_products(ids uuid[]) returns void language plpgsql as $$
begin
  insert into product_search (id, text, codes)
  select s.id, s.text, s.codes from product_search_source s where s.id = any(ids)
  on conflict (id) do update set text = excluded.text, codes = excluded.codes
  where (product_search.text, product_search.codes) is distinct from (excluded.text, excluded.codes);
end $$;
create function search_new_products() returns trigger language plpgsql as $$
begin
  perform search_products(array(select id from new_rows));
  return null;
end $$;
create trigger products_search_insert after insert on products
  referencing new table as new_rows for each statement execute function search_new_products();
create function search_changed_product() returns trigger language plpgsql as $$
begin
  perform search_products(array[new.id]);
  return null;
end $$;
create trigger products_search_update after update on products for each row
  when ((old.product_name, old.sku, old.external_id, old.vendor_id, old.category_id, old.category)
    is distinct from (new.product_name, new.sku, new.external_id, new.vendor_id, new.category_id, new.category))
  execute function search_changed_product();
create function search_products_of_vendor() returns trigger language plpgsql as $$
begin
  perform search_products(array(select id from products where vendor_id = new.id));
  return null;
end $$;
create trigger vendors_search_products after update on vendors for each row
  when (coalesce(nullif(old.shop_name, ''), old.username) <> coalesce(nullif(new.shop_name, ''), new.username))
  execute function search_products_of_vendor();
create function search_products_of_category() returns trigger language plpgsql as $$
begin
  perform search_products(array(select id from products where category_id = new.id));
  return null;
end $$;
create trigger categories_search_products after update on categories for each row
  when (old.name <> new.name) execute function search_products_of_category();

insert into product_search (id, text, codes) select id, text, codes from product_search_source;
insert into search_words (kind, word)
select 'product_search', word from (select distinct word from product_search s, search_words_of(s.text) word) w;
create index product_search_text on product_search using gin (text gin_trgm_ops);
create index product_search_codes on product_search using gin (codes);
create trigger product_search_words_insert after insert on product_search
  referencing new table as new_rows for each statement execute function keep_search_words();
create trigger product_search_words_update after update on product_search
  referencing new table as new_rows for each statement execute function keep_search_words();
create trigger product_search_words_gone after update on product_search
  referencing old table as old_rows new table as new_rows for each statement execute function forget_search_words();

drop index products_search;
drop index products_name_prefix;
drop index products_sku_prefix;
alter table products drop column search_text;
