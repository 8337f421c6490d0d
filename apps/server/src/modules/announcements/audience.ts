/** The plans whose companies are shown an announcement; null: all plans, empty: nobody. */
export type Audience = number[] | null

interface Told {
  /** It is active, and within its time. */
  is_current: boolean
  plan_ids: number[] | null
}

/** Undefined: there is no such announcement (any more). */
export const audienceOf = (announcement: Told | undefined): Audience =>
  announcement?.is_current ? announcement.plan_ids : []
