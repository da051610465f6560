-- What colleagues write to each other about a record. The record is not a foreign key, because it is one of several tables;
-- a person named in the text stands in it as a reference, @{id}.
create table notes (
  id uuid primary key,
  record_type text not null check (record_type in ('vendor', 'product', 'person', 'role')),
  record_id uuid not null,
  author_id uuid not null references people,
  text text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  edited_at timestamptz(3)
);
create index notes_record on notes (record_type, record_id, created_at desc, id desc);

-- Who was told of a note that names them, and by which mail: one for each note and person.
create table note_mentions (
  note_id uuid not null references notes on delete cascade,
  person_id uuid not null references people,
  message_id uuid not null references messages,
  primary key (note_id, person_id)
);
