-- The identities of a group's admins, who may delete messages of others.
alter table contacts add column group_admins jsonb;
