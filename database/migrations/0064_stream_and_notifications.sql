-- What has changed since the stream was numbered last: each write adds its rows in its own transaction, without waiting for
-- any other writer.
create table stream_news (
  noun text not null,
  -- The person whom alone it concerns; null for everybody who may see the noun.
  person_id uuid,
  records integer not null
);

-- The same in an order that every reader sees alike: a row gets its number under a lock and after its transaction is stored,
-- so that no row with a lower number appears later.
create table stream_events (
  id bigserial primary key,
  noun text not null,
  person_id uuid,
  records integer not null,
  at timestamptz(3) not null default now()
);
create index stream_events_by_time on stream_events (at);

create table notifications (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  kind text not null,
  -- What exactly has happened, of the few things that a kind tells.
  event text not null,
  -- The permission without which the row is neither shown nor counted; empty if it concerns the person alone.
  needs text not null default '',
  -- Unread rows of one group are one row with a count.
  group_key text not null,
  subject_type text not null,
  subject_id uuid,
  name text not null,
  -- The screen of the record.
  path text not null,
  -- Whoever did it; empty for the product itself.
  by_name text not null default '',
  detail text not null default '',
  count integer not null default 1 check (count > 0),
  is_mine boolean not null,
  -- 'digest' until the digest with it is queued.
  mail text not null check (mail in ('none', 'digest', 'sent')),
  created_at timestamptz(3) not null,
  read_at timestamptz(3)
);
create index notifications_of_person on notifications (person_id, created_at desc, id desc);
create unique index notifications_unread on notifications (person_id, kind, group_key) where read_at is null;
create index notifications_digest on notifications (person_id) where mail = 'digest';
create index notifications_by_time on notifications (created_at);

create table notification_choices (
  person_id uuid not null references people on delete cascade,
  kind text not null,
  channel text not null check (channel in ('app', 'mail', 'digest', 'off')),
  primary key (person_id, kind)
);

-- What was announced once and is not announced again while it lasts: too much work, work that is too old, a failing webhook.
create table notification_marks (
  key text primary key,
  at timestamptz(3) not null
);

-- The few listings that are nearly sold out, for the look at campaigns.
create index products_low_stock on products (vendor_id) where list = 'approved' and product_stock <= 5;
