/** The best rating that is stored, as in existing clients. */
const best = 10

/** The best rating of a request that names none. */
const usualBest = 5

/**
 * The rating that a message is, if it is one: a whole number and nothing else. Phones write the digits on their keys with
 * two more characters. Longer numbers are those of an order or a phone.
 */
export function ratingIn(text: string): number | undefined {
  const digits = /^(\d{1,3})[.!]*$/.exec(text.replaceAll(/[\uFE0F\u20E3]/g, '').trim())?.[1]
  return digits === undefined ? undefined : Math.min(Number(digits), best)
}

/**
 * The best rating on the scale of a request: the greatest number that it names, such as 5 in "from 1 to 5". A customer who
 * gives more than that has read a scale up to ten.
 */
export function bestOf(rating: number, request: string): number {
  const named = [...request.matchAll(/\d+/g)].map(([digits]) => Number(digits))
  const greatest = Math.max(...named.filter((number) => number > 1 && number <= best), 0) || usualBest
  return rating > greatest ? best : greatest
}
