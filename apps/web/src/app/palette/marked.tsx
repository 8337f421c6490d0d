import { matchIn } from './match.ts'

/** A text with the search term highlighted. */
export function Marked({ text, part }: { text: string; part: string }) {
  const at = matchIn(text, part)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + part.length)}</mark>
      {text.slice(at + part.length)}
    </>
  )
}
