-- Passkeys as a second factor: of each the public key alone, which proves nothing to who reads it.

create table passkeys (
  id uuid primary key,
  person_id uuid not null references people,
  -- What the authenticator calls it, in base64url; it tells nobody whose it is.
  credential_id text not null unique,
  public_key bytea not null,
  -- How often the authenticator says that it signed. It only grows, unless the authenticator does not count and it stays 0.
  counter bigint not null,
  -- How a browser reaches the authenticator: internal, usb, hybrid …
  transports text[] not null,
  name text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_person on passkeys (person_id, created_at);

-- A challenge is signed and kept nowhere; once it was answered its hash is here, so that no instance takes it again.
create table spent_challenges (
  challenge_hash bytea primary key,
  spent_at timestamptz(3) not null
);
