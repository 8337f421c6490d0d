import type { MessageView } from '@guiche/contract'
import { bodyOf, kindOf } from '../message-kind.ts'
import type { Entry } from './timeline.ts'

/** So many pictures in a row become an album, as on a phone. */
const least = 4
/** In ms. Between two pictures of an album; those chosen together arrive within moments. */
const within = 60_000

type MessageEntry = Extract<Entry, { kind: 'message' }>

/** Puts pictures and videos that one person sent together into albums. Looks at each row once. */
export function withAlbums(rows: readonly Entry[]): Entry[] {
  const found: Entry[] = []
  let run: MessageEntry[] = []

  for (const row of rows) {
    if (row.kind === 'message' && mayBePart(row.message)) {
      if (!continues(run, row)) end()
      run.push(row)
      continue
    }
    end()
    found.push(row)
  }
  end()
  return found

  function end() {
    const [first] = run
    if (first && run.length >= least)
      found.push({
        kind: 'album',
        key: first.key,
        messages: run.map(({ message }) => message),
        isFirst: first.isFirst,
      })
    else found.push(...run)
    run = []
  }
}

/** Captions, answers and failures are shown with their picture. */
function mayBePart(message: MessageView): boolean {
  const kind = kindOf(message)
  return (
    (kind === 'image' || kind === 'video') &&
    bodyOf(message) === '' &&
    !message.isDeleted &&
    !message.isPrivate &&
    message.quotedMsg === null &&
    message.failure === null &&
    message.mediaState !== 'failed'
  )
}

function continues(run: readonly MessageEntry[], { message, isFirst }: MessageEntry): boolean {
  const before = run.at(-1)?.message
  if (!before) return true
  return (
    !isFirst &&
    message.isForwarded === before.isForwarded &&
    Date.parse(message.createdAt) - Date.parse(before.createdAt) <= within
  )
}
