/** What to do about a refusal. */
export type Remedy =
  /** The same may succeed in a moment. */
  | { do: 'again' }
  /** Everything of this page or account has to wait. */
  | { do: 'hold' }
  /** Nothing of this page or account will succeed until a person has acted. */
  | { do: 'stop'; because: StopCause }
  /** This will never succeed. */
  | { do: 'fail'; reason: FailReason }
  /** It can be done without. */
  | { do: 'without' }

export type StopCause = 'token_ended' | 'permission_lost' | 'restricted' | 'app_removed' | 'not_registered'
export type FailReason =
  | 'ERR_WINDOW_CLOSED'
  | 'ERR_NO_SUCH_PERSON'
  | 'ERR_PERSON_NOT_AVAILABLE'
  | 'ERR_FILE_REFUSED'
  | 'ERR_SENDING_WAPP_MSG'

interface Row {
  codes: readonly number[]
  /** Absent: all of them. */
  isSubcode?: (subcode: number | undefined) => boolean
  remedy: Remedy
}

const exactly = (wanted: number) => (subcode: number | undefined) => subcode === wanted

/** Of files. Meta documents the family only, so the whole family is taken. */
const isOfFiles = (subcode: number | undefined) =>
  subcode === 2018109 || (subcode !== undefined && subcode >= 2534000 && subcode <= 2534999)

/** The documented errors of pages and Instagram accounts. The first row that fits decides. */
const rows: readonly Row[] = [
  { codes: [190], remedy: { do: 'stop', because: 'token_ended' } },
  { codes: [10], isSubcode: exactly(2018278), remedy: { do: 'fail', reason: 'ERR_WINDOW_CLOSED' } },
  { codes: [10, 200, 3], remedy: { do: 'stop', because: 'permission_lost' } },
  { codes: [100], isSubcode: exactly(2018001), remedy: { do: 'fail', reason: 'ERR_NO_SUCH_PERSON' } },
  { codes: [100], isSubcode: exactly(1893061), remedy: { do: 'fail', reason: 'ERR_WINDOW_CLOSED' } },
  { codes: [551], remedy: { do: 'fail', reason: 'ERR_PERSON_NOT_AVAILABLE' } },
  { codes: [4, 17, 32, 613], remedy: { do: 'hold' } },
  { codes: [1, 2, 1200], remedy: { do: 'again' } },
  { codes: [230, 9010], remedy: { do: 'without' } },
  { codes: [368], remedy: { do: 'stop', because: 'restricted' } },
  { codes: [100], isSubcode: isOfFiles, remedy: { do: 'fail', reason: 'ERR_FILE_REFUSED' } },
]

/** What is not in the table will not succeed by being repeated. */
export function remedyFor(code: number, subcode: number | undefined): Remedy {
  const row = rows.find(({ codes, isSubcode }) => codes.includes(code) && (isSubcode?.(subcode) ?? true))
  return row?.remedy ?? { do: 'fail', reason: 'ERR_SENDING_WAPP_MSG' }
}
