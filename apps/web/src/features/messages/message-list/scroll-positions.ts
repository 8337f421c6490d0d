/** Scroll position of each conversation until reload: a row and its distance to the top edge, or the end. */
export interface ScrollPosition {
  key: string
  offset: number
}

const positions = new Map<number, ScrollPosition | 'end'>()

export const scrollPositions = {
  get: (ticketId: number) => positions.get(ticketId),
  set: (ticketId: number, position: ScrollPosition | 'end') => void positions.set(ticketId, position),
}
