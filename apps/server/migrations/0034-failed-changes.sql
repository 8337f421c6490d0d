-- Changes that the network did not make to a message it has: the message counts as sent, and the ticket log mentions
-- the failure.
alter table ticket_log drop constraint ticket_log_kind_check;
alter table ticket_log add check (kind in ('access', 'create', 'closed', 'transfered', 'receivedTransfer', 'open', 'pending', 'nps', 'lgpd', 'queue',
                                           'userDefine', 'delete', 'chatBot', 'autoClose', 'retriesLimitQueue', 'retriesLimitUserDefine', 'reopen', 'merge', 'recovered', 'loopGuard',
                                           'editFailed', 'deleteFailed', 'reactFailed'));
