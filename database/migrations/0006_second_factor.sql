-- A second factor at the sign-in, when a session last proved who it is, and browsers that a person has used before.

-- Empty for sessions that a server without step-up opens while both run: they are asked before what needs it.
alter table sessions add column verified_at timestamptz(3);
update sessions set verified_at = created_at;

create table second_factors (
  person_id uuid primary key references people,
  -- Sealed with the field keys: who reads the table cannot make codes.
  secret_sealed text not null,
  started_at timestamptz(3) not null default now(),
  -- Empty until a code has shown that the app has the secret; until then nobody is asked for one.
  confirmed_at timestamptz(3),
  -- The 30-second step of the last code that was accepted: it and all before it are used up.
  last_step integer not null default 0
);

create table recovery_codes (
  person_id uuid not null references people,
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (person_id, code_hash)
);

create table known_devices (
  device_hash bytea primary key,
  person_id uuid not null references people,
  created_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3)
);
create index known_devices_person on known_devices (person_id, created_at);
