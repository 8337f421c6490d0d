export type Variables = Map<string, string>

/** The same with `{{name}}` replaced in every text, at any depth. */
export function fill(value: unknown, variables: Variables): unknown {
  if (typeof value === 'string')
    return value.replace(/\{\{([^{}]+)\}\}/g, (_all, name: string) => variables.get(name.trim()) ?? '')
  if (Array.isArray(value)) return value.map((one) => fill(one, variables))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one, variables)]))
}
