const methods = ['info', 'warn', 'error'] as const

/** The stack of a call to the console: the error's name, `isSaidByLibsignal`, the console's method, then its caller. */
const CALLER = 3

/**
 * libsignal logs whole sessions with private keys to the console in normal operation. This drops all console output
 * whose caller is libsignal.
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
