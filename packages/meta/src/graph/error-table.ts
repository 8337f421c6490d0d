/** What to do about a refusal. */
export type Remedy =
  /** The same may succeed in a moment. */
  | { do: 'again' }
  /** Everything of this page or account has to wait. `forSeconds`: a moment, if Meta does not say how long. */
  | { do: 'hold'; forSeconds?: number }
  /** Campaigns of this number have to wait for hours. What else it sends goes on, as far as Meta takes it. */
  | { do: 'holdCampaigns'; reason: FailReason }
  /** Everything to this person has to wait. */
  | { do: 'holdPair' }
  /** Nothing of this page or account will succeed until a person has acted. */
  | { do: 'stop'; because: StopCause }
  /**
   * This will never succeed. `tells`: what Meta says with it helps whoever has written the message. `mayEncode`: Meta may take its
   * file in another form.
   */
  | { do: 'fail'; reason: FailReason; tells?: true; mayEncode?: true }
  /** It can be done without. */
  | { do: 'without' }

export type StopCause = 'token_ended' | 'permission_lost' | 'restricted' | 'app_removed' | 'not_registered'
export type FailReason =
  | 'ERR_WINDOW_CLOSED'
  | 'ERR_NO_SUCH_PERSON'
  | 'ERR_PERSON_NOT_AVAILABLE'
  | 'ERR_FILE_REFUSED'
  | 'ERR_NOT_ON_WHATSAPP'
  | 'ERR_SENT_TO_ITSELF'
  | 'ERR_COUNTRY_REFUSED'
  | 'ERR_NAME_NOT_APPROVED'
  | 'ERR_PAYMENT_MISSING'
  | 'ERR_PAYMENT_TERMS'
  | 'ERR_SENDING_LIMITED'
  | 'ERR_MARKETING_HELD_BACK'
  | 'ERR_MARKETING_STOPPED'
  | 'ERR_NUMBER_NEEDED'
  | 'ERR_TEMPLATE_VALUES'
  | 'ERR_TEMPLATE_MISSING'
  | 'ERR_TEMPLATE_PAUSED'
  | 'ERR_FORM_BLOCKED'
  | 'ERR_FORM_THROTTLED'
  | 'ERR_KIND_REFUSED'
  | 'ERR_MESSAGE_FLAWED'
  | 'ERR_REFUSED_BY_META'

/** What the company has to set right at Meta before such a message can be sent. */
type Subject = 'payment' | 'name' | 'country'

const subjects: Partial<Record<FailReason, Subject>> = {
  ERR_PAYMENT_MISSING: 'payment',
  ERR_COUNTRY_REFUSED: 'country',
  ERR_NAME_NOT_APPROVED: 'name',
}

/** Undefined: a refusal for this reason says nothing about the number itself. */
export const subjectOf = (reason: string): Subject | undefined =>
  Object.entries(subjects).find(([known]) => known === reason)?.[1]

interface Row {
  codes: readonly (number | readonly [first: number, last: number])[]
  /** Absent: all of them. */
  isSubcode?: (subcode: number | undefined) => boolean
  remedy: Remedy
}

const exactly = (wanted: number) => (subcode: number | undefined) => subcode === wanted

/** Of files. Meta documents the family only, so the whole family is taken. */
const isOfFiles = (subcode: number | undefined) =>
  subcode === 2018109 || (subcode !== undefined && subcode >= 2534000 && subcode <= 2534999)

/** The documented errors of pages, Instagram accounts and WhatsApp numbers. The first row that fits decides. */
const rows: readonly Row[] = [
  { codes: [0, 190], remedy: { do: 'stop', because: 'token_ended' } },
  { codes: [10], isSubcode: exactly(2018278), remedy: { do: 'fail', reason: 'ERR_WINDOW_CLOSED' } },
  { codes: [3, 10, [200, 229], [231, 299], 131005], remedy: { do: 'stop', because: 'permission_lost' } },
  { codes: [100], isSubcode: exactly(2018001), remedy: { do: 'fail', reason: 'ERR_NO_SUCH_PERSON' } },
  { codes: [100], isSubcode: exactly(1893061), remedy: { do: 'fail', reason: 'ERR_WINDOW_CLOSED' } },
  { codes: [551], remedy: { do: 'fail', reason: 'ERR_PERSON_NOT_AVAILABLE' } },
  { codes: [4, 17, 32, 613, 80007, 133016], remedy: { do: 'hold' } },
  { codes: [131048], remedy: { do: 'holdCampaigns', reason: 'ERR_SENDING_LIMITED' } },
  { codes: [130429], remedy: { do: 'hold', forSeconds: 2 } },
  { codes: [131056], remedy: { do: 'holdPair' } },
  { codes: [1, 2, 1200, 131000, 131016, 131057, 133004], remedy: { do: 'again' } },
  { codes: [230, 9010, 139100], remedy: { do: 'without' } },
  { codes: [368, 131031], remedy: { do: 'stop', because: 'restricted' } },
  { codes: [100], isSubcode: isOfFiles, remedy: { do: 'fail', reason: 'ERR_FILE_REFUSED', tells: true } },
  { codes: [133006, 133010, 131045], remedy: { do: 'stop', because: 'not_registered' } },
  { codes: [131052, 131053], remedy: { do: 'fail', reason: 'ERR_FILE_REFUSED', tells: true, mayEncode: true } },
  { codes: [131026], remedy: { do: 'fail', reason: 'ERR_NOT_ON_WHATSAPP' } },
  { codes: [131021], remedy: { do: 'fail', reason: 'ERR_SENT_TO_ITSELF' } },
  { codes: [130497], remedy: { do: 'fail', reason: 'ERR_COUNTRY_REFUSED' } },
  { codes: [131037], remedy: { do: 'fail', reason: 'ERR_NAME_NOT_APPROVED' } },
  { codes: [131042], remedy: { do: 'fail', reason: 'ERR_PAYMENT_MISSING' } },
  { codes: [134011], remedy: { do: 'fail', reason: 'ERR_PAYMENT_TERMS' } },
  { codes: [131047], remedy: { do: 'fail', reason: 'ERR_WINDOW_CLOSED' } },
  { codes: [131049, 130472], remedy: { do: 'fail', reason: 'ERR_MARKETING_HELD_BACK' } },
  { codes: [131050], remedy: { do: 'fail', reason: 'ERR_MARKETING_STOPPED' } },
  { codes: [131062], remedy: { do: 'fail', reason: 'ERR_NUMBER_NEEDED' } },
  { codes: [132000, 132005, 132007, 132012], remedy: { do: 'fail', reason: 'ERR_TEMPLATE_VALUES', tells: true } },
  { codes: [132001], remedy: { do: 'fail', reason: 'ERR_TEMPLATE_MISSING' } },
  { codes: [132015, 132016], remedy: { do: 'fail', reason: 'ERR_TEMPLATE_PAUSED' } },
  { codes: [132068], remedy: { do: 'fail', reason: 'ERR_FORM_BLOCKED', tells: true } },
  { codes: [132069], remedy: { do: 'fail', reason: 'ERR_FORM_THROTTLED', tells: true } },
  { codes: [131051], remedy: { do: 'fail', reason: 'ERR_KIND_REFUSED', tells: true } },
  { codes: [33, 100, 131008, 131009, 135000], remedy: { do: 'fail', reason: 'ERR_MESSAGE_FLAWED', tells: true } },
]

/** What is not in the table will not succeed by being repeated. */
export function remedyFor(code: number, subcode: number | undefined): Remedy {
  const row = rows.find(({ codes, isSubcode }) => codes.some(isIn(code)) && (isSubcode?.(subcode) ?? true))
  return row?.remedy ?? { do: 'fail', reason: 'ERR_REFUSED_BY_META', tells: true }
}

const isIn = (code: number) => (one: Row['codes'][number]) =>
  typeof one === 'number' ? one === code : one[0] <= code && code <= one[1]
