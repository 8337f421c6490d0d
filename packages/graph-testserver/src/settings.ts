/** Habits and figures that Meta does not document, or changes now and then. A test chooses them, a product follows what comes. */
export interface Settings {
  /** A call to a version that has ended. */
  endedVersions: 'refused' | 'served'
  /** How a message outside of the window is refused. */
  closedWindow: 'byStatus' | 'byAnswer'
  /** Where the codes of templates (2388…) stand: in the place of the code, or below code 100. */
  templateCodes: 'code' | 'subcode'
  /** The code of a message to more people than the portfolio may reach in a day. */
  messagingLimitCode: number
  /** Free-form messages within the window are billed. */
  serviceIsBilled: boolean
  /** Webhooks name people by their id within the portfolio. */
  tellsUserIds: boolean
  /** Webhooks name people by their id within linked portfolios too. */
  tellsParentIds: boolean
  /** Webhooks of files contain the address of the file too. */
  tellsMediaUrls: boolean
  /** Names of programs that get a page instead of the file: by default none, and what libraries say of themselves. */
  wrongAgents: RegExp
  windowHours: number
  freeEntryHours: number
  humanAgentDays: number
  /** How long a number stays known after the business has written to it. */
  knownNumberDays: number
  oldestMarkedDays: number
  oldestReactedDays: number
  mediaUrlMinutes: number
  uploadedMediaDays: number
  receivedMediaDays: number
  loginCodeSeconds: number
  longTokenSeconds: number
  shortTokenSeconds: number
  syncHours: number
  templateNameDays: number
  /** The pauses before a webhook is sent again, in seconds. The last one repeats. */
  webhookPauses: number[]
  /** After so many days a webhook is given up. */
  webhookDays: number
  /** How many webhooks to one address are on their way at the same time. 1 keeps their order. */
  webhooksAtOnce: number
}

export const usualSettings = (): Settings => ({
  endedVersions: 'refused',
  closedWindow: 'byStatus',
  templateCodes: 'code',
  messagingLimitCode: 131048,
  serviceIsBilled: false,
  tellsUserIds: true,
  tellsParentIds: false,
  tellsMediaUrls: false,
  wrongAgents: /^(node|undici)?$/,
  windowHours: 24,
  freeEntryHours: 72,
  humanAgentDays: 7,
  knownNumberDays: 30,
  oldestMarkedDays: 30,
  oldestReactedDays: 30,
  mediaUrlMinutes: 5,
  uploadedMediaDays: 30,
  receivedMediaDays: 7,
  loginCodeSeconds: 30,
  longTokenSeconds: 5_183_944,
  shortTokenSeconds: 2 * 3600,
  syncHours: 24,
  templateNameDays: 30,
  webhookPauses: [10, 30, 60, 5 * 60, 15 * 60, 3600, 2 * 3600, 4 * 3600, 8 * 3600],
  webhookDays: 7,
  webhooksAtOnce: 1,
})
