/**
 * The numbers of the screens (docs/requirements/workspace.md, section 9). Those that the server must know too are
 * `limits` in the contract. Times in ms, lengths in px.
 *
 * Style sheets cannot import this file. They repeat the widths of `breakpoints` and `drawerWidth`, and
 * `numbers.test.ts` compares them.
 */
export const numbers = {
  searchDebounce: 500,
  /** The next page of a list is loaded at this distance from its end. */
  nearListEnd: 100,
  /** Older messages are loaded at this distance from the top of a conversation. */
  nearHistoryTop: 50,
  /** The same in an internal chat. */
  nearChatTop: 600,
  /** How long toasts are shown, and those with an error of the server. */
  toast: 3000,
  serverErrorToast: 2000,
  reloadAfterOtherLogin: 1000,
  /** After a recovered password, and after too many wrong codes, the login is shown. */
  loginAfterRecovery: 1000,
  loginAfterWrongCodes: 3000,
  wrongCodes: 3,
  /** How long a connection is down before the menu says so. */
  connectionAlertAfter: 2000,
  /** The login warns if a subscription lasts for fewer days. */
  subscriptionWarningDays: 5,
  /** How long it is shown that a payment has arrived, before the tickets are. */
  shownAfterPayment: 5000,
  /** How often a payment is looked for while somebody waits for it, besides the event that tells of it. */
  lookForPayment: 15_000,
  /** After the end of a campaign its report is fetched once more. */
  reportAfterEnd: 5000,
  drawerWidth: 320,
  tagsOnRow: 2,
  /** The volume is between 0 and 1. */
  volume: 1,
  volumeStep: 0.1,
  playbackSpeeds: [0.5, 1, 1.5, 2],
  recordedBitsPerSecond: 128_000,
  zoom: { least: 1, most: 3, step: 0.2 },
  /** In degrees. */
  rotation: 90,
  newScheduleFromNow: 3_600_000,
} as const

/** A layout is used below its width, which grows with the font of the browser. */
export const breakpoints = {
  /** The narrow layout: list or conversation, dialogs as sheets. */
  phone: 600,
  /** The rail becomes a menu. */
  narrow: 900,
  /** Lists and panels are narrower. */
  medium: 1200,
  /** An open menu leaves too little space for the conversation and the contact beside it. */
  wide: 1600,
} as const
