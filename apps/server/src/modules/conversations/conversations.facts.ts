declare module '#platform/facts' {
  interface Facts {
    /** A person has made a ticket to write to somebody with whom no talk goes on. */
    'talk.started': { ticketId: number }
  }
}

export {}
