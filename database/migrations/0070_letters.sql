-- Texts of letters that staff have edited. A letter without a row is sent as the product writes it; so is one whose text is
-- empty here. The language is empty where the letter follows the language of all letters.
create table letters (
  id uuid primary key,
  kind text not null unique,
  language text not null default '' check (language in ('', 'en', 'ur')),
  subject_en text not null default '',
  body_en text not null default '',
  subject_ur text not null default '',
  body_ur text not null default '',
  version integer not null default 1,
  updated_at timestamptz(3),
  updated_by_name text not null default '',
  check ((subject_en = '') = (body_en = '')),
  check ((subject_ur = '') = (body_ur = ''))
);

-- Each text that was saved, whole.
create table letter_versions (
  letter_id uuid not null references letters,
  number integer not null,
  action text not null,
  content jsonb not null,
  saved_at timestamptz(3) not null,
  saved_by uuid references people,
  saved_by_name text not null,
  primary key (letter_id, number)
);

create table letter_settings (
  id boolean primary key default true check (id),
  language text not null default 'en' check (language in ('en', 'ur')),
  version integer not null default 1
);
insert into letter_settings (id) values (true);

-- What the fields of a letter were filled with, to preview a new text with it; links are never kept here.
alter table messages add column field_values jsonb;
create index messages_kind on messages (kind, created_at desc) where status = 'sent';
