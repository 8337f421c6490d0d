/** Spaces are cut off afterwards: to look for them here takes time that grows with the cube of their number. */
const variable = /\{\{([^{}]*)\}\}/g

/** The names between double braces, each once, in order. */
export function templateVariables(text: string): string[] {
  return [...new Set([...text.matchAll(variable)].map(([, name = '']) => name.trim()))]
}

/** A variable without a value stays as it is. */
export function withValues(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(variable, (whole, name: string) => values.get(name.trim()) ?? whole)
}

/** The flaws that reviewers do not let pass; each is a key of `ui.form`. */
export function flawOfText(text: string): string | undefined {
  if (templateVariables(text).length === 0) return undefined
  if (/^\s*\{\{/.test(text) || /\}\}\s*$/.test(text)) return 'variableAtEdge'
  if (/\}\}\s*\{\{/.test(text)) return 'variablesTogether'
  return undefined
}

const isNumbered = (names: readonly string[]) => names.every((name, at) => name === String(at + 1))
const isNamed = (names: readonly string[]) => names.every((name) => /^[a-z][a-z0-9_]*$/.test(name))

/** How a text names its variables. Undefined: in a way that is not allowed. */
export function formatOf(names: readonly string[]): 'positional' | 'named' | undefined {
  if (isNumbered(names)) return 'positional'
  return isNamed(names) ? 'named' : undefined
}
