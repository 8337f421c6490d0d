/** Words that all differ, as the worst case for indexes and searches. */
export const differentWords = (letters: number): string => {
  let text = ''
  for (let count = 0; text.length < letters; count += 1) text += `${count.toString(36)} `
  return text.slice(0, letters)
}

const nested = (levels: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = { a: value }
  return value
}

/** Wrong values by kind. */
export const wrongValues: Record<string, unknown> = {
  null: null,
  true: true,
  'a negative number': -1,
  'a fraction': 1.5,
  '9e99': 9e99,
  '2^53': 2 ** 53,
  '2^63': '9223372036854775808',
  'NaN as text': 'NaN',
  'Infinity as text': 'Infinity',
  'an empty text': '',
  'an id of 5,000 letters': 'i'.repeat(5000),
  'a text of 65,536 letters in words that all differ': differentWords(65_536),
  'a text of 65,537 letters': differentWords(65_537),
  NUL: 'a\u0000b',
  'half a character': 'a\ud800b',
  'an empty list': [],
  'a list in a list': [[]],
  'a list of 100,000': Array<number>(100_000).fill(0),
  'an empty object': {},
  'an operator': { $ne: '' },
  '40 levels': nested(40),
  'a poisoned prototype': JSON.parse('{"__proto__": {"isSuper": true}, "length": 1000000000}'),
}
