-- A thumbnail has an address of its own, so its file is found by its key.
create index files_thumbnail on files (company_id, thumbnail_key) where thumbnail_key is not null;
