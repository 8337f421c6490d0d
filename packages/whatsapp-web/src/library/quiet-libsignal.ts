const methods = ['info', 'warn', 'error'] as const

/** The stack of a call to the console: the error's name, `isSaidByLibsignal`, the console's method, then who called it. */
const CALLER = 3

/**
 * In the course of normal work libsignal tells the console about whole sessions, private keys included. What it says
 * is dropped, by who says it and not by its words; everyone else is heard.
 */
export function quietLibsignal(): void {
  for (const method of methods) {
    const say = console[method]
    console[method] = (...words: unknown[]) => {
      if (!isSaidByLibsignal()) say.apply(console, words)
    }
  }
}

function isSaidByLibsignal(): boolean {
  const caller = new Error('who speaks?').stack?.split('\n')[CALLER] ?? ''
  return /[\\/]node_modules[\\/]libsignal[\\/]/.test(caller)
}
