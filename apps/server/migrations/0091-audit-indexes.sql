-- outside of a transaction
-- The pages of the audit screen, the newest entries first: all of them, and those of each filter.
create index concurrently if not exists audit_log_newest on audit_log (company_id, created_at desc, id desc);
create index concurrently if not exists audit_log_by_action on audit_log (company_id, action, created_at desc, id desc);
create index concurrently if not exists audit_log_by_person on audit_log (company_id, actor_user_id, created_at desc, id desc);
create index concurrently if not exists audit_log_by_kind on audit_log (company_id, object, created_at desc, id desc);
create index concurrently if not exists audit_log_by_object on audit_log (company_id, object_id, created_at desc, id desc) where object_id <> '';
create index concurrently if not exists audit_log_by_address on audit_log (company_id, address, created_at desc, id desc) where address is not null;
create index concurrently if not exists audit_log_by_operator on audit_log (company_id, created_at desc, id desc) where actor_company_id <> company_id;
drop index concurrently if exists audit_log_time;
