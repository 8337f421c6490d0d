interface Where {
  field: HTMLTextAreaElement | null
  text: string
  from: number
  to: number
}

/** The text with a piece in place of what stood there; the caret goes behind the piece. */
export function insertAt({ field, text, from, to }: Where, piece: string): string {
  const caret = from + piece.length
  requestAnimationFrame(() => field?.setSelectionRange(caret, caret))
  return text.slice(0, from) + piece + text.slice(to)
}
