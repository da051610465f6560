-- People, roles, sessions and keys; the audit trail; decisions; the outbox; counters of lists.
-- Times are timestamptz(3): a JavaScript date keeps milliseconds, and a keyset page must not lose what it cannot say.

create extension if not exists pg_trgm;

create table roles (
  id uuid primary key,
  name text not null unique,
  permissions text[] not null default '{}',
  is_builtin boolean not null default false,
  version integer not null default 1,
  created_at timestamptz(3) not null default now()
);

create table people (
  id uuid primary key,
  username text collate "und-x-icu" not null,
  email text not null,
  phone text not null default '',
  password_hash text not null,
  email_verified_at timestamptz(3),
  disabled_at timestamptz(3),
  role_id uuid not null references roles,
  version integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create unique index people_email on people (lower(email));
create index people_role on people (role_id);

create table sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  person_id uuid not null references people,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  user_agent text not null default '',
  address text not null default ''
);
create index sessions_person on sessions (person_id, created_at);

create table sign_in_throttles (
  key text primary key,
  failures integer not null default 0,
  day date not null,
  guesses integer not null default 0,
  blocked_until timestamptz(3),
  -- Whether the latest try came too early; said by the statement that counts it.
  is_refused boolean not null default false
);

create table api_keys (
  id uuid primary key,
  name text not null,
  key_hash bytea not null unique,
  scopes text[] not null,
  created_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3)
);

create table idempotency_keys (
  api_key_id uuid not null,
  key text not null,
  body_hash bytea not null,
  status integer not null,
  answer jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (api_key_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table audit_log (
  id uuid primary key,
  at timestamptz(3) not null default now(),
  actor_kind text not null check (actor_kind in ('person', 'integrator', 'system')),
  actor_id uuid,
  actor_name text not null,
  action text not null,
  subject_type text not null,
  subject_id uuid,
  subject_name text not null default '',
  before jsonb,
  after jsonb,
  reason text,
  request_id text not null
);
create index audit_log_subject on audit_log (subject_type, subject_id, id);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit rows are append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_audit_change();

-- One row for each outcome that a person chose; what Undo takes back and what the dashboard shows last.
create table decisions (
  id uuid primary key,
  subject_type text not null check (subject_type in ('vendor', 'vendor_change', 'product', 'product_revision')),
  subject_id uuid not null,
  subject_name text not null,
  action text not null,
  reason text not null default '',
  from_status text not null,
  to_status text not null,
  -- The record's version after the decision.
  subject_version integer not null,
  -- What stood before it, for Undo: the words, and since when the record had been where it was.
  from_reason text not null default '',
  from_since timestamptz(3),
  decided_by uuid not null references people,
  decided_at timestamptz(3) not null default now(),
  undo_until timestamptz(3) not null,
  undone_at timestamptz(3),
  undone_by uuid references people
);
create index decisions_subject on decisions (subject_type, subject_id, decided_at desc);
create index decisions_latest on decisions (decided_at desc, id desc);

create table messages (
  id uuid primary key,
  kind text not null,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  status text not null check (status in ('queued', 'sending', 'sent', 'failed', 'withdrawn')),
  subject_type text not null,
  subject_id uuid not null,
  decision_id uuid references decisions,
  send_at timestamptz(3) not null,
  attempts integer not null default 0,
  last_error text not null default '',
  sent_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index messages_subject on messages (subject_type, subject_id, created_at desc);
create index messages_decision on messages (decision_id);
create index messages_due on messages (send_at) where status in ('queued', 'sending');

-- Counters of lists: a change appends a delta in its own transaction (so that no two changes wait for one row),
-- a job folds the deltas, a reader adds both.
create table counts (
  key text primary key,
  n bigint not null
);
create table count_deltas (
  key text not null,
  n bigint not null
);
create index count_deltas_key on count_deltas (key);

-- Which field keys this database was filled with: an instance with others must not start.
create table installation (
  id integer primary key check (id = 1),
  key_fingerprint text not null,
  -- The sealing keys that were ever used: none of them may be missing.
  key_ids text[] not null default '{}'
);
