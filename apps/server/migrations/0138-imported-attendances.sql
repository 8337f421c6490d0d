-- In a transaction of its own, because that of 0129 locks the table.
update ticket_turns a set is_imported = true
from tickets t where t.company_id = a.company_id and t.id = a.ticket_id and t.imported_at is not null and a.created_at = t.created_at;
