-- What somebody sets for themselves. A person without a row has the defaults.
create table account_settings (
  person_id uuid primary key references people,
  -- The name of the picture in the file store: another picture has another name.
  photo uuid unique,
  is_away boolean not null default false,
  theme text not null default 'auto' check (theme in ('light', 'dark', 'auto')),
  -- Whether a single letter acts; with Ctrl or Cmd it always does.
  has_shortcuts boolean not null default true,
  -- Paths of screens that stand at the top of the menu, in the order in which they were pinned.
  pins text[] not null default '{}'
);
