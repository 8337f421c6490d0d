export interface Named {
  id: number
  name: string
}

/** Those that are chosen stay among them when they are deleted. */
export const optionsOf = (all: readonly Named[], chosen: readonly Named[]) =>
  [...all, ...chosen.filter(({ id }) => !all.some((one) => one.id === id))].map(({ id, name }) => ({
    value: String(id),
    label: name || '–',
  }))

export const choicesOf = (all: readonly Named[], none: string, chosen: readonly Named[] = []) => [
  { value: '', label: none },
  ...optionsOf(all, chosen),
]
