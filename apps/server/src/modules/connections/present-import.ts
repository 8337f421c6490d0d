import { type ConnectionView, type ImportProgress, importStatuses } from '@guiche/contract'
import type { ConnectionRow } from './connections.repository.ts'

type ImportView = Pick<
  ConnectionView,
  | 'importOldMessages'
  | 'importRecentMessages'
  | 'importOldMessagesGroups'
  | 'closedTicketsPostImported'
  | 'statusImportMessages'
  | 'importProgress'
>

const none: ImportView = {
  importOldMessages: null,
  importRecentMessages: null,
  importOldMessagesGroups: null,
  closedTicketsPostImported: null,
  statusImportMessages: null,
  importProgress: null,
}

/** After the import its dates are not shown any more (docs/requirements/service.md, section 5). */
export function presentImport({ import: asked, timezone }: Pick<ConnectionRow, 'import' | 'timezone'>): ImportView {
  if (!asked) return none
  const { state, since, until, takes_groups, closes_tickets, is_once, heard_at } = asked
  // What comes once may go on, and its tickets are closed already.
  if (state === 'done' && is_once && closes_tickets) return none
  if (state === 'done') return { ...none, statusImportMessages: importStatuses.closable }
  if (state === 'closing') return { ...none, statusImportMessages: importStatuses.running }
  return {
    importOldMessages: iso(since),
    importRecentMessages: until && iso(until),
    importOldMessagesGroups: takes_groups,
    closedTicketsPostImported: closes_tickets,
    statusImportMessages:
      state === 'running' ? importStatuses.running : heard_at && String(new Date(heard_at).getTime()),
    importProgress: presentProgress({ import: asked, timezone }),
  }
}

export function presentProgress({
  import: asked,
  timezone,
}: Pick<ConnectionRow, 'import' | 'timezone'>): ImportProgress | null {
  if (asked?.state === 'preparing') return { this: -1, all: -1, date: '', sent: asked.sent }
  if (asked?.state !== 'running') return null
  return {
    this: asked.done,
    all: asked.total,
    date: asked.reached_at ? formatted(asked.reached_at, timezone) : '',
    sent: asked.sent,
  }
}

const iso = (time: string) => new Date(time).toISOString()

/** As existing clients show it: DD/MM/YY HH:mm:ss. */
const formatted = (time: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
    .format(new Date(time))
    .replace(',', '')
