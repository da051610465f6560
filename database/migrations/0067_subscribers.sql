-- The texts that people agree to when they subscribe. A text is never edited: another wording is the next version.
create table consent_texts (
  version integer primary key check (version > 0),
  text text not null,
  created_at timestamptz(3) not null default now(),
  created_by text not null default ''
);
insert into consent_texts (version, text) values
  (1, 'Send me news and offers by e-mail. I can unsubscribe at any time with one click.');
create function refuse_consent_change() returns trigger language plpgsql as $$
begin
  raise exception 'a consent text is never changed';
end $$;
create trigger consent_texts_stay before update or delete on consent_texts
  for each row execute function refuse_consent_change();

create trigger consent_texts_shown after insert on consent_texts
  for each statement execute function change_public('consent');

-- The hash under which an address is known after it was erased. Group mail joins by it, so it has no key.
create function address_hash(address text) returns bytea language sql immutable strict parallel safe as $$
  select sha256(convert_to(lower(btrim(address) collate "C"), 'UTF8'))
$$;

-- Addresses that asked for news, were imported with consent, or may get no mail. Erasing deletes the row.
create table subscribers (
  id uuid primary key,
  -- In lower case.
  email text collate "und-x-icu" not null unique,
  address_hash bytea not null unique,
  state text not null check (state in ('unconfirmed', 'subscribed', 'unsubscribed', 'bounced', 'blocked')),
  state_since timestamptz(3) not null,
  -- Who or what caused the state, in words.
  state_reason text not null default '',
  -- How the address came here, and which text was agreed to. Without a version, the source states the consent.
  origin text not null check (origin in ('form', 'import', 'staff', 'mail')),
  place text not null default '',
  consent_version integer references consent_texts,
  consent_source text not null default '',
  asked_at timestamptz(3),
  confirmed_at timestamptz(3),
  confirmation_sent_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  list text not null generated always as (state) stored
);
create index subscribers_by_created on subscribers (list, created_at, id);
create index subscribers_by_since on subscribers (list, state_since, id);
create index subscribers_by_email on subscribers (list, email, id);
create index subscribers_search on subscribers using gin (email gin_trgm_ops);
create index subscribers_email_prefix on subscribers (lower(email) text_pattern_ops);

create function count_subscribers() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into public.count_deltas (key, n) select 'subscribers:' || list, count(*) from new_rows group by list;
  elsif tg_op = 'DELETE' then
    insert into public.count_deltas (key, n) select 'subscribers:' || list, -count(*) from old_rows group by list;
  else
    insert into public.count_deltas (key, n)
    select key, sum(n) from (
      select 'subscribers:' || list as key, count(*) as n from new_rows group by list
      union all
      select 'subscribers:' || list, -count(*) from old_rows group by list
    ) change group by key having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger subscribers_count_insert after insert on subscribers
  referencing new table as new_rows for each statement execute function count_subscribers();
create trigger subscribers_count_update after update on subscribers
  referencing new table as new_rows old table as old_rows for each statement execute function count_subscribers();
create trigger subscribers_count_delete after delete on subscribers
  referencing old table as old_rows for each statement execute function count_subscribers();

-- Addresses that get no group mail, each with every reason for it. An erased address keeps its hash alone.
create table suppressions (
  address_hash bytea not null,
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complained', 'blocked', 'erased')),
  address text,
  since timestamptz(3) not null default now(),
  detail text not null default '',
  primary key (address_hash, reason)
);
create index suppressions_by_reason on suppressions (reason, since);

-- Requests of the public form. A job answers them, so that neither an answer nor its timing tells who is subscribed.
create table subscription_requests (
  id uuid primary key,
  email_sealed text not null,
  consent_version integer not null references consent_texts,
  place text not null default '',
  requested_at timestamptz(3) not null
);
create index subscription_requests_by_time on subscription_requests (requested_at, id);
