-- Whoever stops marketing messages at WhatsApp itself. Networks tell of it.
alter table opt_outs drop constraint opt_outs_source_check;
alter table opt_outs add constraint opt_outs_source_check check (source in ('word', 'attendant', 'import', 'network')) not valid;
