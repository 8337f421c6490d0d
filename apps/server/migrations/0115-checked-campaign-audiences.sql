alter table campaigns validate constraint campaigns_one_source;
