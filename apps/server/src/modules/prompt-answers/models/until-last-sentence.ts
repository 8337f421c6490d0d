/** A text that was cut off, up to its last whole sentence. If it has none, as it is. */
export function untilLastSentence(text: string): string {
  const ends = [...text.matchAll(/[.!?…](?=\s|$)|\n/g)]
  const last = ends.at(-1)
  return last ? text.slice(0, last.index + 1).trim() : text
}
