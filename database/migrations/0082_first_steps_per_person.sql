-- Whether a person has put the first steps of a new installation away: in each of their browsers.
alter table account_settings add column hides_first_steps boolean not null default false;
