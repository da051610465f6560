-- What a shop front or another system is told: where to, what, and how each delivery went.
create table webhook_endpoints (
  id uuid primary key,
  url text not null,
  description text not null default '',
  kinds text[] not null check (cardinality(kinds) > 0),
  -- What its deliveries are signed with.
  secret_sealed text not null,
  status text not null check (status in ('active', 'disabled')),
  -- Since when no delivery has arrived; null while they do.
  failing_since timestamptz(3),
  created_at timestamptz(3) not null,
  version integer not null default 1
);

-- The id is the webhook-id by which a receiver knows what it has seen. Only what somebody wants to hear is kept.
create table webhook_events (
  id uuid primary key,
  kind text not null,
  at timestamptz(3) not null,
  -- As it is signed and sent, to the letter.
  body text not null,
  -- The decision that it tells of, where that can be taken back.
  decision_id uuid
);
create index webhook_events_by_decision on webhook_events (decision_id) where decision_id is not null;
create index webhook_events_by_time on webhook_events (at);

create table webhook_deliveries (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoints,
  event_id uuid not null references webhook_events on delete cascade,
  status text not null check (status in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  -- While it is being sent, when another instance may take it over.
  next_at timestamptz(3) not null,
  -- The status of the last answer; null where none came.
  last_status integer,
  last_error text not null default '',
  sent_at timestamptz(3),
  created_at timestamptz(3) not null
);
create index webhook_deliveries_due on webhook_deliveries (next_at) where status = 'waiting';
create index webhook_deliveries_by_endpoint on webhook_deliveries (endpoint_id, created_at, id);
create index webhook_deliveries_by_event on webhook_deliveries (event_id);
