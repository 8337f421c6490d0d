/** In characters. What is longer is no answer of a word or two. */
const longestAnswer = 200

/**
 * What people answer, without accents, capitals, punctuation and spaces around: "  PARAR!!" is "parar", also in the wide or bold
 * letters of some keyboards. A longer text is cut, so that its beginning can be looked at.
 */
export const foldAnswer = (text: string): string =>
  text
    .slice(0, longestAnswer)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ı/g, 'i')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The folded text, if it may be an answer of a word or two as a whole. */
export const wholeAnswer = (text: string): string => (text.length > longestAnswer ? '' : foldAnswer(text))
