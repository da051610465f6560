-- A decision is made by a person or, where nobody is named, by a rule.
alter table decisions alter column decided_by drop not null;
alter table decisions add column decided_by_rule text not null default '';
alter table decisions add constraint decisions_by check ((decided_by is null) = (decided_by_rule <> ''));
create index decisions_by_rule on decisions (decided_at) where decided_by_rule <> '';

-- One row: the rules of trust, what was counted since they were switched on, and why they stopped.
create table trust_rules (
  id integer primary key default 1 check (id = 1),
  is_on boolean not null default false,
  rules jsonb not null default '{}',
  on_since timestamptz(3),
  seen integer not null default 0,
  sampled integer not null default 0 check (sampled <= seen),
  stopped_at timestamptz(3),
  stopped_because text not null default '',
  version integer not null default 1
);
insert into trust_rules (id) values (1);

-- What the rules made of each version of a listing, and what people found of those that were left to them as a sample.
create table trust_verdicts (
  product_id uuid not null references products on delete cascade,
  submission_number integer not null,
  verdict text not null check (verdict in ('approved', 'sampled', 'left')),
  because text not null default '',
  decision_id uuid references decisions,
  decided_at timestamptz(3) not null,
  outcome text not null check (outcome in ('waiting', 'agreed', 'found', 'none')),
  settled_at timestamptz(3),
  primary key (product_id, submission_number)
);
create index trust_verdicts_waiting on trust_verdicts (decided_at) where outcome = 'waiting';
create index trust_verdicts_settled on trust_verdicts (settled_at) where outcome in ('agreed', 'found');
create index trust_verdicts_latest on trust_verdicts (decided_at, product_id) where verdict <> 'left';
