/** As many as fit in a row at any width. */
const most = 12

/** The emoji used last, the newest first, each once. */
export const withRecent = (recent: readonly string[], emoji: string): string[] =>
  [emoji, ...recent.filter((one) => one !== emoji)].slice(0, most)
