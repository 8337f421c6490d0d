/** Languages of the interface (docs/requirements/workspace.md, section 1); pt is the source and the fallback. */
export const languages = {
  pt: { name: 'Português', tag: 'pt-BR', stored: 'pt-BR' },
  en: { name: 'English', tag: 'en', stored: 'en' },
  es: { name: 'Español', tag: 'es', stored: 'es' },
  tr: { name: 'Türkçe', tag: 'tr', stored: 'tr' },
} as const

export type Language = keyof typeof languages
export const languageNames = ['pt', 'en', 'es', 'tr'] as const satisfies readonly Language[]

/** The first day of a week in calendars; 0 is Sunday. */
export const firstWeekday: Record<Language, 0 | 1> = { pt: 0, en: 0, es: 1, tr: 1 }

/** The language of a tag from the server, the storage or the browser. */
export function toLanguage(tag: string | undefined): Language | undefined {
  const short = tag?.slice(0, 2).toLowerCase()
  return languageNames.find((name) => name === short)
}
