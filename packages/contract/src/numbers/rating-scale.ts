// How a rating is read, whatever the scale on which it was asked for. In SQL: the server's modules/numbers/rating-sql.ts.

export interface GivenRating {
  rate: number
  /** The best rating of the scale that the customer was shown. */
  best: number
}

export const ratingFaces = 5

/** From 1 to 5, by its share of the best rating. */
export const faceOf = ({ rate, best }: GivenRating): number =>
  Math.min(ratingFaces, Math.max(1, Math.round((rate * ratingFaces) / best)))

/** From 0 to 5, so that ratings of several scales have one mean. */
export const starsOf = ({ rate, best }: GivenRating): number => (Math.min(rate, best) * ratingFaces) / best

export type RatingGrade = 'bad' | 'good' | 'great'

export function gradeOf(given: GivenRating): RatingGrade {
  const face = faceOf(given)
  if (face <= 2) return 'bad'
  return face < ratingFaces ? 'good' : 'great'
}

export type NpsGroup = 'promoters' | 'passives' | 'detractors'

/** The net promoter score exists for the scale from 0 to 10 only. */
export function npsGroupOf({ rate, best }: GivenRating): NpsGroup | undefined {
  if (best !== 10) return undefined
  if (rate >= 9) return 'promoters'
  return rate >= 7 ? 'passives' : 'detractors'
}
