/** Numbers that both sides know (specification parts 1 and 2, sections 9; S40, S47, S56). Sizes in bytes, times in ms. */
export const limits = {
  ticketsPerPage: 40,
  messagesPerPage: 20,
  contactsPerPage: 100,
  rowsPerPage: 20,
  messageText: 65_536,
  /** What is counted or ordered is kept in four bytes. */
  integer: 2_147_483_647,
  editWindow: 15 * 60_000,
  shortestRecording: 10_000,
  json: 1_048_576,
  headers: 8192,
  filesPerSend: 30,
  /** Passed on in one go, to so many; the pause between any two of them. */
  messagesPerForward: 30,
  contactsPerForward: 5,
  forwardPause: 900,
  image: 5 * 1_048_576,
  audioOrVideo: 16 * 1_048_576,
  document: 100 * 1_048_576,
  uploadsPerDay: 1024 * 1_048_576,
  lastMessagePreview: 30,
  searchDebounce: 500,
  searchLetters: 3,
  statusHeartbeat: 300_000,
  socketPing: 18_000,
  /** Tabs, and what a lost line has left of them until it is found to be dead. */
  socketsPerSession: 20,
  catchUpEvents: 1000,
  catchUpWindow: 5 * 60_000,
} as const
