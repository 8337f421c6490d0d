/** Letters that people type with or without accents and capitals: `{Número}` is `{numero}`. */
export const variableKey = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()

/** The names of what each person has, and what every text can say. Nobody else can define a variable of such a name. */
export const campaignNames = {
  name: ['nome', 'name'],
  firstName: ['primeironome', 'firstname'],
  number: ['numero', 'number'],
  email: ['email', 'e-mail'],
  greeting: ['ms'],
  date: ['date'],
  hour: ['hour'],
  dateAndHour: ['data_hora'],
  connection: ['connection'],
  company: ['name_company'],
} as const

const builtIn: ReadonlySet<string> = new Set(Object.values(campaignNames).flat())

export const isBuiltInVariable = (key: string): boolean => builtIn.has(variableKey(key))

/** A variable in a text: `{nome}`, `{{name}}`, or with what stands there if it is empty: `{nome|cliente}`. */
const variable = /\{\{\{?\s*([^{}|]{1,60})(?:\|([^{}]{0,200}))?\}?\}\}|\{\s*([^{}|]{1,60})(?:\|([^{}]{0,200}))?\}/g

/**
 * Fills in the variables of a campaign's text. `values` is keyed by `variableKey`. There is one pass, so an inserted value
 * is never expanded. A name that nobody knows stays as it is, unless a default stands beside it (S45).
 */
export function fillCampaignText(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(variable, (written: string, ...found: unknown[]) => {
    const [twice, defaultTwice, once, defaultOnce] = found
    const value = values.get(variableKey(textOf(twice) ?? textOf(once) ?? ''))
    const fallback = textOf(defaultTwice) ?? textOf(defaultOnce)
    return value || (fallback ?? value ?? written)
  })
}

/** The keys of the variables in a text that have no default. */
export const variablesIn = (text: string): string[] =>
  [...text.matchAll(variable)].flatMap(([, twice, defaultTwice, once, defaultOnce]) =>
    defaultTwice === undefined && defaultOnce === undefined ? variableKey(twice ?? once ?? '') : [],
  )

const textOf = (found: unknown): string | undefined => (typeof found === 'string' ? found : undefined)
