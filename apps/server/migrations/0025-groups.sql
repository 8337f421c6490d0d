-- Of a group: by what those are known who may take back what others say in it.
alter table contacts add column group_admins jsonb;
