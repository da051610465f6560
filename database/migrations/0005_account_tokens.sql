-- People who are invited and have no password yet, the links that give them one, and links for a forgotten one. Of a
-- token only the SHA-256 is kept; the copy that a mail needs lies sealed in its message until it was sent.

alter table people alter column password_hash drop not null;
alter table people add column list text not null generated always as (
  case when disabled_at is not null then 'disabled' when password_hash is null then 'invited' else 'active' end
) stored;
alter table people add column search_text text not null generated always as (
  lower(username || ' ' || email || ' ' || phone)
) stored;
create index people_by_username on people (list, username, id);
create index people_by_email on people (list, email, id);
create index people_by_created on people (list, created_at, id);

alter table roles alter column name type text collate "und-x-icu";
alter table roles add column search_text text not null generated always as (lower(name)) stored;
create unique index roles_name_in_any_case on roles (lower(name));

create table account_tokens (
  id uuid primary key,
  person_id uuid not null references people,
  kind text not null check (kind in ('invitation', 'reset')),
  token_hash bytea not null unique,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
-- Of each kind a person has one link that may still work.
create unique index account_tokens_standing on account_tokens (person_id, kind)
  where used_at is null and revoked_at is null;
create index account_tokens_person on account_tokens (person_id, created_at);

-- Who asked for a new password: answered by a job, so that the request takes as long for an address that nobody has.
create table reset_requests (
  id uuid primary key,
  email_sealed text not null,
  requested_at timestamptz(3) not null
);

alter table messages add column link_sealed text;

-- What somebody did, the latest first.
create index audit_log_actor on audit_log (actor_id, id);
