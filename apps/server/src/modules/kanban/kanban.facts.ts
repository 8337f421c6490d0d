declare module '#platform/facts' {
  interface Facts {
    /** Somebody has put the card of this ticket somewhere. */
    'card.placed': { ticketId: number }
    /** All cards of a lane (0: that without a tag) have got other places, in the same order. */
    'lane.spread': { laneId: number }
  }
}

export {}
