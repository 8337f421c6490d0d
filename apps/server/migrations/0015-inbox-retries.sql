-- What waits for its next try holds back its lane. There is seldom any of it, and it is looked for with each batch.
create index inbox_retries on inbox (company_id, connection_id, lane) where attempts > 0;
