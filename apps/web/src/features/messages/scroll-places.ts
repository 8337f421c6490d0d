/** Where each conversation was left, as long as the page lives: a row and how far below the top edge it stood, or the end. */
export interface Place {
  key: string
  offset: number
}

const places = new Map<number, Place | 'end'>()

export const scrollPlaces = {
  get: (ticketId: number) => places.get(ticketId),
  set: (ticketId: number, place: Place | 'end') => void places.set(ticketId, place),
}
