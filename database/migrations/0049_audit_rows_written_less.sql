-- Every write pays for the indexes of its audit row. What a person did is read in the order of the list, so the index of
-- its filter serves both: audit_log_by_actor. (audit_log_subject stays: under statistics from before a kind of record
-- was known, PostgreSQL reads a record's history along audit_log_by_type, past all others of its kind.)
drop index audit_log_actor;
