-- What came in and was given up: the ticket of its chat says so.
alter table ticket_log drop constraint ticket_log_kind_check;
alter table ticket_log add check (kind in ('access', 'create', 'closed', 'transfered', 'receivedTransfer', 'open', 'pending', 'nps', 'lgpd', 'queue',
                                           'userDefine', 'delete', 'chatBot', 'autoClose', 'retriesLimitQueue', 'retriesLimitUserDefine', 'reopen', 'merge', 'recovered', 'loopGuard',
                                           'editFailed', 'deleteFailed', 'reactFailed', 'unreadable'));
