const variable = /\{\{\s*([^{}]*?)\s*\}\}/g

/** The names between double braces, each once, in order. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(variable)].map(([, name = '']) => name))]
}

/** The text with its variables filled in. */
export function filled(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(variable, (whole, name: string) => values.get(name) ?? whole)
}

/** The words that stay when the variables are taken out. */
export function wordsAround(text: string): number {
  return text
    .replaceAll(variable, ' ')
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '').length
}

export const startsOrEnds = (text: string): boolean => /^\s*\{\{/.test(text) || /\}\}[\s.!?,;:]*$/.test(text)

export const hasNeighbours = (text: string): boolean => /\}\}\s*\{\{/.test(text)

/** Why the names do not fit the format; undefined if they do. */
export function misnamed(names: readonly string[], format: 'named' | 'positional'): string | undefined {
  if (format === 'named')
    return names.every((name) => /^[a-z0-9_]+$/.test(name) && !/^\d+$/.test(name))
      ? undefined
      : 'A variable has to have a name of small letters, digits and underscores.'
  return names.every((name, at) => name === String(at + 1)) ? undefined : 'Variables have to be {{1}}, {{2}} and so on.'
}
