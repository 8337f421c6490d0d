/** Numbers that both sides know (docs/requirements/workspace.md and back-office.md, section 9; S40, S47, S56). Sizes in bytes, times in ms. */
export const limits = {
  ticketsPerPage: 40,
  messagesPerPage: 20,
  contactsPerPage: 100,
  rowsPerPage: 20,
  /** The fewest characters of a password that is set anew. */
  password: 8,
  messageText: 65_536,
  /** What a visitor of the web chat may write at once: as much as the search indexes of a text. */
  visitorText: 4096,
  /** What is counted or ordered is kept in four bytes. */
  integer: 2_147_483_647,
  editWindow: 15 * 60_000,
  shortestRecording: 10_000,
  json: 1_048_576,
  headers: 8192,
  filesPerSend: 30,
  cardsPerMessage: 10,
  placeName: 200,
  placeAddress: 500,
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
  /** An existing client of the product family opens 14 in each tab. */
  socketsPerSession: 200,
  catchUpEvents: 1000,
  catchUpWindow: 5 * 60_000,
} as const
