-- A thumbnail is asked for by its own address: who serves it looks for the file that it belongs to.
create index files_thumbnail on files (company_id, thumbnail_key) where thumbnail_key is not null;
