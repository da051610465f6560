-- Audiences under a name: what is selected, not who it finds.
create table mailing_lists (
  id uuid primary key,
  name text collate "und-x-icu" not null,
  selection jsonb not null,
  created_by_name text not null,
  created_at timestamptz(3) not null default now(),
  version integer not null default 1
);
create unique index mailing_lists_by_name on mailing_lists (lower(name));

-- Group e-mails: what is written, to whom, and how far it is.
create table mailings (
  id uuid primary key,
  subject text collate "und-x-icu" not null,
  user_type text not null check (user_type in ('vendors', 'customers', 'subscribers', 'staff', 'list')),
  audience jsonb not null,
  -- Preview text, blocks, plain text, and whether it is a legal message.
  content jsonb not null,
  status text not null default 'draft'
    check (status in ('draft', 'waiting', 'scheduled', 'sending', 'paused', 'sent', 'canceled')),
  list_id uuid references mailing_lists,
  unknown_policy text not null default 'leave' check (unknown_policy in ('leave', 'again')),
  send_at timestamptz(3),
  asked_by uuid,
  asked_by_name text not null default '',
  -- The second person, who is never the one who asked.
  approved_by uuid check (approved_by <> asked_by),
  approved_by_name text not null default '',
  held_why text not null default '',
  -- What is sent, as it stood at the start: products and campaigns with their prices, the shop and its logo.
  frozen jsonb,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- Since when it runs without a pause, and how many were done then: the time that is left is told by it.
  pace_since timestamptz(3),
  pace_done integer not null default 0,
  recipient_count integer not null default 0,
  sent_count integer not null default 0,
  failed_count integer not null default 0,
  unknown_count integer not null default 0,
  skipped_count integer not null default 0,
  created_by_name text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  search_text text not null generated always as (' ' || public.search_fold(subject)) stored,
  check (sent_count + failed_count + unknown_count + skipped_count <= recipient_count)
);
create index mailings_by_created on mailings (created_at, id);
create index mailings_by_subject on mailings (subject, id);
create index mailings_by_status on mailings (status, created_at, id);
create index mailings_due on mailings (send_at) where status = 'scheduled';
create index mailings_search on mailings using gin (search_text gin_trgm_ops);

-- Who gets it, fixed at the start. The id is random, because it stands in the mail and proves where an answer belongs.
create table mailing_recipients (
  id uuid primary key,
  mailing_id uuid not null references mailings on delete cascade,
  address text not null,
  address_hash bytea not null,
  kind text not null check (kind in ('vendor', 'customer', 'subscriber', 'staff')),
  record_id uuid not null,
  -- First name, name, shop and city, as they stood at the start.
  fields jsonb not null,
  status text not null default 'queued'
    check (status in ('queued', 'sending', 'sent', 'failed', 'unknown', 'skipped')),
  attempts integer not null default 0,
  -- While it waits, from when on; while it is being sent, until when somebody is at it.
  send_at timestamptz(3) not null,
  last_code integer,
  last_error text not null default '',
  sent_at timestamptz(3),
  -- No address gets a mailing twice.
  unique (mailing_id, address_hash)
);
create index mailing_recipients_due on mailing_recipients (mailing_id, send_at, id) where status = 'queued';
create index mailing_recipients_in_flight on mailing_recipients (send_at) where status = 'sending';
create index mailing_recipients_by_address on mailing_recipients (mailing_id, address, id);
create index mailing_recipients_by_status on mailing_recipients (mailing_id, status, address, id);
create index mailing_recipients_of_address on mailing_recipients (address_hash, sent_at);

-- How many mails may leave now, for all instances together.
create table mailing_pace (
  id integer primary key check (id = 1),
  left_over numeric(12, 4) not null default 0,
  at timestamptz(3) not null
);
insert into mailing_pace (id, at) values (1, now());
