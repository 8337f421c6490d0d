import { type FoundText, cardsOf, excerptOf, locationIn, searchWords, signatureOf, wordsOf } from '@guiche/contract'
import { isoTime } from '#platform/iso-time'
import { type RawBuilder, sql } from '#platform/database/sql'
import { type SpeakerPart, maskNumbersIn, speakerOf } from '#modules/contacts'

/** A message that a search has found. */
export interface FoundPart {
  id: number
  body: string
  signature: string | null
  senderUserId: number | null
  fileName: string | null
  mediaType: string
  fromMe: boolean
  isPrivate: boolean
  userName: string | null
  author: SpeakerPart | null
  at: string
}

/** As much of a text as the search indexes. */
export const searchedLength = sql.lit(4096)

/** The message `m` with what a result shows of it, as a value. */
export const foundPart: RawBuilder<FoundPart> = sql`
  json_build_object('id', m.id, 'body', left(m.body, ${searchedLength}), 'signature', m.signature, 'senderUserId', m.sender_user_id, 'mediaType', m.media_type, 'fromMe', m.from_me,
    'isPrivate', m.is_private, 'author', m.raw->'author', 'at', m.sent_at,
    'fileName', (select f.original_name from files f where f.company_id = m.company_id and f.id = m.file_id and m.media_type not in ('audio', 'sticker')),
    'userName', (select u.name from users u where u.company_id = m.company_id and u.id = m.sender_user_id))`

/** `masked`: the viewer must not see phone numbers (S67). */
export function presentFound(part: FoundPart, term: string, masked: boolean): FoundText {
  const words = searchWords(term)
  return {
    messageId: part.id,
    excerpt: excerptOf(shownText(part, masked), words),
    mediaType: part.mediaType,
    fileName: part.fileName,
    fromMe: part.fromMe,
    isPrivate: part.isPrivate,
    author: authorOf(part, masked),
    at: isoTime(new Date(part.at)),
  }
}

/** Without the signature. Cards as names and numbers, locations as names and addresses. */
function shownText(part: FoundPart, masked: boolean): string {
  const { body, mediaType } = part
  if (mediaType === 'contactMessage' || mediaType === 'contactsArrayMessage') {
    const text = cardsOf(body)
      .map(({ name, number }) => `${name} ${number}`.trim())
      .join(', ')
    return masked ? maskNumbersIn(text) : text
  }
  if (!/^(?:data:|https:\/\/maps)/.test(body)) return wordsOf({ body, signature: signatureOf(part) })
  const location = locationIn(body)
  return location ? [location.name, location.address].filter(Boolean).join(', ') : ''
}

function authorOf({ fromMe, userName, author }: FoundPart, masked: boolean): string | null {
  if (fromMe) return userName
  if (!author) return null
  return masked ? maskNumbersIn(speakerOf(author)) : speakerOf(author)
}
