import type { TicketView } from '@guiche/contract'

export type GivenRating = NonNullable<TicketView['userRating']>

const faces = ['😡', '🙁', '😐', '🙂', '😍']

/** The face of a rating, from 1 to 5, by its share of the best rating on its scale. */
export function faceOf({ rate, best }: GivenRating): { step: number; face: string | undefined } {
  const step = Math.min(faces.length, Math.max(1, Math.round((rate / best) * faces.length)))
  return { step, face: faces[step - 1] }
}
