-- Who merged two contacts; null: the network told that they are one person. Only a merge by a person can be undone.
alter table contact_merges add column by_user_id bigint, add column parted_at timestamptz;
grant update (parted_at) on contact_merges to guiche_tenant;
