/**
 * Tickets that the user has just given away or deleted. That they are not available any more is what the user wanted, so
 * the screen does not warn of it.
 */
const expected = new Set<number>()

/** In ms. */
const patience = 10_000

export const departures = {
  expect(ticketId: number): void {
    expected.add(ticketId)
    setTimeout(() => expected.delete(ticketId), patience)
  },
  cancel: (ticketId: number): void => void expected.delete(ticketId),
  isExpected: (ticketId: number): boolean => expected.has(ticketId),
}
