/** Scroll position of each conversation until reload: a row and its distance to the top edge, or the end. */
export interface Place {
  key: string
  offset: number
}

const places = new Map<number, Place | 'end'>()

export const scrollPlaces = {
  get: (ticketId: number) => places.get(ticketId),
  set: (ticketId: number, place: Place | 'end') => void places.set(ticketId, place),
}
