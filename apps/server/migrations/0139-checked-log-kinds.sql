alter table ticket_log validate constraint ticket_log_kind_check;
