-- In which encoding a sheet is read and how far that is known, the same line in others, and which sheet of a workbook it is.
alter table imports add column reading jsonb not null default '{}';
