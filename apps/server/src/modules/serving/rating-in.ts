/** The best rating that is stored, as in existing clients. */
const best = 10

/**
 * The rating that a message is, if it is one: a whole number and nothing else. Phones write the digits on their keys with
 * two more characters. Longer numbers are those of an order or a phone.
 */
export function ratingIn(text: string): number | undefined {
  const digits = /^(\d{1,3})[.!]*$/.exec(text.replaceAll(/[\uFE0F\u20E3]/g, '').trim())?.[1]
  return digits === undefined ? undefined : Math.min(Number(digits), best)
}
