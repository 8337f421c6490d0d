-- Nobody sees it any more; a job removes its people and then itself.
alter table campaigns add column removed_at timestamptz;
