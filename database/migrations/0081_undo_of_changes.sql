-- What a decision on changed vendor data or on an edit of a listing replaced, as long as the decision can be undone. Sealed
-- values stay sealed.
create table decision_states (
  decision_id uuid primary key references decisions on delete cascade,
  until timestamptz(3) not null,
  state jsonb not null
);
create index decision_states_by_until on decision_states (until);
