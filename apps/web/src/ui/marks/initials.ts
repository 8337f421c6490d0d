/** The first letters of the first and last word of a name; for a name without letters, its first character. */
export function initials(name: string): string {
  const words = name
    .replace(/[._]/g, ' ')
    .split(' ')
    .filter((word) => /^\p{L}/u.test(word))
  return [words[0] ?? name.trim(), words.length > 1 ? words.at(-1) : undefined]
    .map((word = '') => Array.from(word)[0] ?? '')
    .join('')
    .toUpperCase()
}

/** One of eight hues, always the same for the same name. */
export function hueOf(name: string): number {
  const sum = Array.from(name).reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 997, 7)
  return (sum % 8) * 45
}
