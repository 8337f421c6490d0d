-- The file that the greeting of a connection is the caption of.
alter table connections add column greeting_file_id bigint;
alter table connections add constraint connections_greeting_file foreign key (company_id, greeting_file_id) references files (company_id, id);
create index connections_greeting_file on connections (company_id, greeting_file_id) where greeting_file_id is not null;
