-- A file may have a row for each wait of a customer.
alter table report_exports drop constraint report_exports_row_kind_check;
alter table report_exports add constraint report_exports_row_kind_check
  check (row_kind in ('conversations', 'waits', 'messages')) not valid;
