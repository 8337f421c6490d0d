-- A sheet of people who want no campaigns: whoever is in it opts out.
alter table contact_list_imports add column opts_out boolean not null default false;
