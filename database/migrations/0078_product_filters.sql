-- Product lists are filtered by who decided last.
create index decisions_of_person on decisions (decided_by, subject_type, decided_at desc) where undone_at is null;
