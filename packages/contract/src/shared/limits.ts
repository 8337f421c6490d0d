/**
 * Limits that server and browser share (docs/requirements/workspace.md and back-office.md, section 9; S40, S47, S56).
 * Sizes in bytes, times in ms.
 */
export const limits = {
  ticketsPerPage: 40,
  messagesPerPage: 20,
  contactsPerPage: 100,
  rowsPerPage: 20,
  auditPerPage: 50,
  /** Entries of the audit log in one table. */
  auditExport: 100_000,
  /** In a calendar. */
  schedulesPerPage: 500,
  /** Tickets of each kind on the board of /moments. */
  momentsTickets: 1000,
  /** Cards of a lane that are fetched at a time. */
  cardsPerPage: 40,
  /** Cards of the board for existing clients, which fetch it as a whole. */
  boardCards: 1000,
  /** Of the longest period that the dashboard counts. */
  dashboardDays: 1830,
  /** Files of reports that are being made for a company at the same time, or wait for it. */
  reportExportsAtOnce: 5,
  /** Files of reports that a person is shown. */
  reportExportsShown: 20,
  /** Of the list behind a number. */
  numberRowsPerPage: 50,
  scheduleLetters: 5,
  /** For new passwords, in characters. */
  password: 8,
  /** In hours, how long a one-time password is valid. */
  oneTimePassword: 24,
  /** Days that a company can try after its sign-up. */
  trialDays: 3,
  /** Days before its end in which a trial is said to end. */
  trialEndingDays: 3,
  /** Days from the closing of a company to its erasure. Migration 0085 has the same number. */
  daysUntilErased: 30,
  termsText: 50_000,
  messageText: 65_536,
  /** The length of a recording or video that a sender may tell. */
  mediaSeconds: 24 * 3600,
  /** Length of one message of a visitor: as much as the search indexes of a text. */
  visitorText: 4096,
  /** Of what a message offers to tap: longer ids are none of ours. */
  choiceId: 255,
  quickMessageText: 10_000,
  /** All of them are fetched with each page, so their number is limited. */
  quickMessagesPerUser: 500,
  /** Letters of a quick message's text that a list of them shows. */
  quickMessagePreview: 35,
  /** All of them are offered in pick lists, so their number is limited. */
  fileListsPerCompany: 200,
  /** With greeting and message still less than the automatic messages that a contact gets in 10 minutes. */
  filesPerList: 15,
  fileCaption: 200,
  /** All of them are offered in pick lists, and shown on one page. */
  promptsPerCompany: 100,
  promptText: 20_000,
  /** Messages of a talk that a model is told. */
  promptMessages: 100,
  /** Of one answer of a model. */
  promptTokens: 4096,
  helpTitle: 100,
  helpDescription: 1000,
  /** Of each variant of a campaign, and of what is made of it (S45). */
  campaignText: 4096,
  campaignVariables: 50,
  campaignValue: 1000,
  campaignConnections: 50,
  messagePrices: 500,
  /** Tests to oneself, of a user in an hour. */
  campaignTests: 5,
  audienceTags: 50,
  /** People whom a campaign shows one by one in an answer or event. */
  campaignShown: 2000,
  /** People in one page of the report of a campaign. */
  campaignPeoplePerPage: 50,
  /** In ms. A campaign that starts sooner than this can be stopped, and not changed. */
  campaignFixed: 3_600_000,
  optOutWord: 40,
  /** Of a company, besides those that count everywhere. */
  optOutWords: 20,
  optOutReason: 200,
  announcementTitle: 150,
  announcementText: 10_000,
  plansPerAnnouncement: 100,
  /** At a time, to one user. */
  announcementsShown: 100,
  chatTitle: 100,
  /** Members of an internal chat: each message tells all of them about all of them. */
  chatMembers: 200,
  /** Messages of internal chats that a search finds. */
  chatMessagesFound: 50,
  /** Notices to others before a person on call gets one. */
  noticesBefore: 20,
  /** The last ones that the roster shows. */
  onCallNotices: 50,
  /** Days that a company closes or opens. All of them are read at once. */
  holidaysPerCompany: 400,
  /** Of the menu of a queue: in all, on one level, and how many levels. */
  optionsPerMenu: 300,
  optionsPerLevel: 50,
  optionLevels: 10,
  /** More are refused before they are counted. */
  optionsSent: 1000,
  optionName: 100,
  optionText: 4096,
  /** Messages of a customer in one simulation or replay of the bot. */
  simulatedSteps: 50,
  /** Tickets that are offered for a replay. */
  replayableTickets: 20,
  /** The largest value of an integer column. */
  integer: 2_147_483_647,
  editWindow: 15 * 60_000,
  /** How long closing, ignoring, transferring and deleting can be undone. */
  undoWindow: 8_000,
  shortestRecording: 10_000,
  json: 1_048_576,
  headers: 8192,
  filesPerSend: 30,
  cardsPerMessage: 10,
  placeName: 200,
  placeAddress: 500,
  /** Limits of one forward, and the pause between two forwarded messages. */
  messagesPerForward: 30,
  contactsPerForward: 5,
  forwardPause: 900,
  /** The messages API: the longest delay of a message, calls of a token, the length of an address, named tokens of a company. */
  apiDelay: 60_000,
  apiCallsPerMinute: 60,
  apiCallsAtOnce: 10,
  linkedAddress: 2000,
  apiTokensPerCompany: 100,
  /** All of them are offered in pick lists. */
  integrationsPerCompany: 100,
  integrationKeyword: 200,
  /** In ms, before each message of a Typebot. */
  integrationDelay: 30_000,
  /** The file of a service account of Google, in characters. */
  serviceAccount: 20_000,
  image: 5 * 1_048_576,
  audioOrVideo: 16 * 1_048_576,
  document: 100 * 1_048_576,
  uploadsPerDay: 1024 * 1_048_576,
  sheet: 20 * 1_048_576,
  sheetRows: 100_000,
  sheetColumns: 50,
  /** Sheets that wait for their import or are kept after it. */
  sheetsPerCompany: 20,
  /** Of people for campaigns. All lists are offered in pick lists. */
  contactListsPerCompany: 1000,
  contactListItems: 1_000_000,
  /** Of a sheet with such people. */
  listSheet: 100 * 1_048_576,
  listSheetRows: 1_000_000,
  variableName: 100,
  variableText: 1000,
  /** Of a ticket's last message in events. Screens cut it at the width of their rows. */
  lastMessagePreview: 80,
  searchLetters: 3,
  /** Hits of each kind in one answer of a search. */
  foundPerPage: 20,
  /** Hits of a search in one conversation. */
  foundInConversation: 1000,
  statusHeartbeat: 300_000,
  socketPing: 18_000,
  /** An existing client opens 14 in each tab. */
  socketsPerSession: 200,
  catchUpEvents: 1000,
  catchUpWindow: 5 * 60_000,
} as const
