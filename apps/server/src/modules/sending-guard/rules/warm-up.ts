/** What each day of the warm-up multiplies. */
const growth = 1.25

/** How many days of the warm-up a bad sign takes away: the number may write to about half as many strangers. */
export const setback = 3

/** How many strangers a number may write to on a day of its warm-up. `day`: from 0. */
export const strangersOn = (day: number, { first, most }: { first: number; most: number }): number =>
  Math.min(most, Math.floor(first * growth ** Math.max(0, day)))
