-- outside of a transaction
create index concurrently if not exists opt_outs_newest on opt_outs (company_id, id desc) where is_current and is_out;
