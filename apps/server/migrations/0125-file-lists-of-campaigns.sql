-- The files of a list go out after the text of a campaign. A list that is deleted is taken from its campaigns.
alter table campaigns add column file_list_id bigint;
alter table campaigns add constraint campaigns_file_list foreign key (company_id, file_list_id) references file_lists (company_id, id)
  on delete set null (file_list_id) not valid;
alter table campaigns add constraint campaigns_one_attachment check (file_id is null or file_list_id is null) not valid;
create index campaigns_file_list on campaigns (company_id, file_list_id) where file_list_id is not null;
