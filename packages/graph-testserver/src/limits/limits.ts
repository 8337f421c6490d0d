import type { Rate } from './buckets.ts'

/** What Meta allows. A test changes them; undefined is no limit. */
export interface Limits {
  /** Messages of one number. */
  number: Rate | undefined
  /** The same if the phone app uses the number too. */
  sharedNumber: Rate | undefined
  /** Messages from one number to one person. */
  pair: Rate | undefined
  /** Calls about one account by one app. */
  account: Rate | undefined
  /** Tries to register a number. */
  register: Rate | undefined
  /** New templates of an account. */
  newTemplates: Rate | undefined
  templates: number
  templatesOfVerified: number
  /** Changes of a template that is approved: in 30 days, and in a day. */
  templateEdits: Rate | undefined
  templateEditsADay: Rate | undefined
  /** Texts of a page or Instagram account. */
  page: Rate | undefined
  /** Its messages with sound or video. */
  pageMedia: Rate | undefined
  /** Calls of a page in 24 hours, for each person who wrote to it. */
  pageCallsPerPerson: number
}

const hour = 3600
const day = 24 * hour

export const usualLimits = (): Limits => ({
  number: { burst: 80, perSecond: 80 },
  sharedNumber: { burst: 20, perSecond: 20 },
  pair: { burst: 45, perSecond: 1 / 6 },
  account: { burst: 5000, perSecond: 5000 / hour },
  register: { burst: 10, perSecond: 10 / (72 * hour) },
  newTemplates: { burst: 100, perSecond: 100 / hour },
  templates: 250,
  templatesOfVerified: 6000,
  templateEdits: { burst: 10, perSecond: 10 / (30 * day) },
  templateEditsADay: { burst: 1, perSecond: 1 / day },
  page: { burst: 300, perSecond: 300 },
  pageMedia: { burst: 10, perSecond: 10 },
  pageCallsPerPerson: 200,
})
