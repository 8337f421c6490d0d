-- When the mails with the receipt were ordered; null: they were not. Invoices that were paid before this get none.
alter table invoices add column receipt_at timestamptz;
