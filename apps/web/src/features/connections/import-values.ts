import { type ConnectionView, importLimits, isImportDate } from '@guiche/contract'

/** Times are local, to the minute, as `datetime-local` fields have them. */
export interface ImportValues {
  wantsImport: boolean
  importSince: string
  importUntil: string
  importGroups: boolean
  importCloses: boolean
}

/** Defaults to the last day. */
export function importValuesOf(connection: ConnectionView | undefined, now = Date.now()): ImportValues {
  const { importOldMessages, importRecentMessages, importOldMessagesGroups, closedTicketsPostImported } =
    connection ?? {}
  return {
    wantsImport: Boolean(importOldMessages),
    importSince: fieldTime(importOldMessages ? new Date(importOldMessages) : new Date(now - importLimits.start)),
    importUntil: fieldTime(importRecentMessages ? new Date(importRecentMessages) : new Date(now)),
    importGroups: importOldMessagesGroups ?? false,
    importCloses: closedTicketsPostImported ?? false,
  }
}

export const importBodyOf = ({ wantsImport, importSince, importUntil, importGroups, importCloses }: ImportValues) =>
  wantsImport
    ? {
        importOldMessages: new Date(importSince).toISOString(),
        importRecentMessages: new Date(importUntil).toISOString(),
        importOldMessagesGroups: importGroups,
        closedTicketsPostImported: importCloses,
      }
    : {
        importOldMessages: null,
        importRecentMessages: null,
        importOldMessagesGroups: null,
        closedTicketsPostImported: null,
      }

/**
 * The first date is between two years ago and now, the second between the first and now
 * (docs/requirements/back-office.md, section 5).
 */
export function checkImport(
  { wantsImport, importSince, importUntil }: ImportValues,
  texts: { since: string; until: string },
): Record<string, string> {
  if (!wantsImport) return {}
  const [since, until] = [new Date(importSince), new Date(importUntil)]
  return {
    ...(!isImportDate(since) && { importSince: texts.since }),
    ...(!(isImportDate(until) && until >= since) && { importUntil: texts.until }),
  }
}

/** `2026-11-22T09:30` in local time. */
export const fieldTime = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
