import { type GivenRating, faceOf as stepOf } from '@guiche/contract'

export type { GivenRating } from '@guiche/contract'

const faces = ['😡', '🙁', '😐', '🙂', '😍']

/** The face of a rating, from 1 to 5, by its share of the best rating on its scale. */
export function faceOf(rating: GivenRating): { step: number; face: string | undefined } {
  const step = stepOf(rating)
  return { step, face: faces[step - 1] }
}
