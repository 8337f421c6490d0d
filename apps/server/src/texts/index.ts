import { en } from './en.ts'
import { es } from './es.ts'
import { pt } from './pt.ts'
import type { Texts } from './texts.ts'
import { tr } from './tr.ts'

export const texts = { pt, en, es, tr } as const satisfies Record<string, Texts>
export type Language = keyof typeof texts
export type { Texts }

/** Maps a language code (`pt-BR`, `en`) to one of our languages; Portuguese by default. */
export function languageOf(code: string): Language {
  const short = code.slice(0, 2).toLowerCase()
  return short === 'en' || short === 'es' || short === 'tr' ? short : 'pt'
}

export const textsIn = (code: string): Texts => texts[languageOf(code)]
