import { en } from './en.ts'
import { es } from './es.ts'
import { pt, type Texts } from './pt.ts'
import { tr } from './tr.ts'

export const languages: Record<string, Texts> = { pt, en, es, tr }

export interface Translation {
  /** For `lang` and for dates: `pt-BR`, `en`, `es`, `tr`. */
  language: string
  t: (key: keyof Texts, values?: Record<string, string | number>) => string
}

/** The first preferred language that has texts; else English. */
export function textsFor(wished: readonly (string | undefined)[]): Translation {
  const language = wished.map((wish = '') => wish.slice(0, 2).toLowerCase()).find((wish) => languages[wish]) ?? 'en'
  const texts = languages[language] ?? en
  return {
    language: language === 'pt' ? 'pt-BR' : language,
    t: (key, values = {}) => fill(texts[key], values),
  }
}

/** `one|many` by `count`; `{name}` by its value. */
function fill(text: string, values: Record<string, string | number>): string {
  const [one = '', many = one] = text.split('|')
  return (values['count'] === 1 ? one : many).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
