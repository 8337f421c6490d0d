alter table opt_outs validate constraint opt_outs_source_check;
