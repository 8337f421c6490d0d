alter table campaigns validate constraint campaigns_file_list;
alter table campaigns validate constraint campaigns_one_attachment;
