/** Messages for a person at a terminal; programs read the log. This one explains a failed start. */
export function printFailure(sentence: string): void {
  console.error(sentence)
}

/** Prints the sentence if the work takes longer than a moment. */
export async function printIfSlow<T>(sentence: string, work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => console.log(sentence), moment)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}

/** In ms. */
const moment = 1_000

/**
 * Prints one block:
 *
 *     Guichê is ready.
 *
 *       Address   http://127.0.0.1:3000
 *       Password  …
 *
 *     Sentences that belong to it.
 */
export function printBlock(title: string, rows: [label: string, value: string][], sentences: string[] = []): void {
  const width = Math.max(...rows.map(([label]) => label.length))
  const lines = rows.map(([label, value]) => (label ? `  ${label.padEnd(width)}  ${value}` : ''))
  const parts = [title, lines.join('\n'), sentences.join('\n')].filter((part) => part !== '')
  console.log(`\n${parts.join('\n\n')}\n`)
}
