/** Fills `:id` in a path and writes the query as the API has it: lists as JSON text, nothing for an absent value. */
export function addressOf(path: string, params: unknown, query: unknown): string {
  const values = entries(params)
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(asText(values[name])))

  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(entries(query))) {
    if (value !== undefined && value !== null) search.set(name, asText(value))
  }
  return search.size > 0 ? `${filled}?${search.toString()}` : filled
}

/** Appends form fields in the same way. */
export function appendFields(form: FormData, fields: unknown, repeated: readonly string[] = []): void {
  for (const [name, value] of Object.entries(entries(fields))) {
    if (value === undefined || value === null) continue
    const values: unknown[] = repeated.includes(name) && Array.isArray(value) ? value : [value]
    for (const one of values) form.append(name, asText(one))
  }
}

function entries(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
