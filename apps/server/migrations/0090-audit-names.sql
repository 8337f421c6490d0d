-- The name of who did it, as it was then; '' for what acts without a person. A company cannot read the names of operators.
alter table audit_log add column actor_name text not null default '';
