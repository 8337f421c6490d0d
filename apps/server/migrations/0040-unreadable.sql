-- An inbox entry was given up; the log of the chat's ticket mentions it.
alter table ticket_log drop constraint ticket_log_kind_check;
alter table ticket_log add check (kind in ('access', 'create', 'closed', 'transfered', 'receivedTransfer', 'open', 'pending', 'nps', 'lgpd', 'queue',
                                           'userDefine', 'delete', 'chatBot', 'autoClose', 'retriesLimitQueue', 'retriesLimitUserDefine', 'reopen', 'merge', 'recovered', 'loopGuard',
                                           'editFailed', 'deleteFailed', 'reactFailed', 'unreadable'));
