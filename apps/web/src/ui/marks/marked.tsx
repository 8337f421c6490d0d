import { Fragment } from 'react'

interface Props {
  text: string
  /** The ranges to mark, in order and without overlaps. */
  marks: readonly { start: number; end: number }[]
}

/** A text with parts of it marked. */
export function Marked({ text, marks }: Props) {
  return (
    <>
      {marks.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(marks[index - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.end)}
    </>
  )
}
