import { type ConnectionView, importLimits, isImportDate } from '@guiche/contract'

/** Times as a field of a form has them: here and now, to the minute. */
export interface ImportValues {
  wantsImport: boolean
  importSince: string
  importUntil: string
  importGroups: boolean
  importCloses: boolean
}

/** Unless something else was asked for: the day before now. */
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

/** The first date lies between two years ago and now, the second between the first and now (docs/requirements/back-office.md, section 5). */
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

/** `2026-11-22T09:30`, on the clock of who looks. */
export const fieldTime = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
