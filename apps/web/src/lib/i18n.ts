import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type Language, languages, toLanguage } from './languages.ts'
import { storage } from './browser/storage.ts'

/** One chunk per language; only the chosen one is fetched. In a key `feature.group.name` the first part is the file. */
const texts = {
  pt: () => import('../locales/pt.ts'),
  en: () => import('../locales/en.ts'),
  es: () => import('../locales/es.ts'),
  tr: () => import('../locales/tr.ts'),
} satisfies Record<Language, () => Promise<{ texts: Record<string, unknown> }>>

/**
 * Runs before the first render: the language stored in this browser, else pt (docs/requirements/workspace.md, section
 * 9).
 */
export async function startTranslation(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'pt',
    fallbackLng: 'pt',
    resources: {},
    partialBundledLanguages: true,
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18nStore: false },
  })
  // If the texts cannot be loaded, use pt, which every release has; otherwise the page would show keys.
  await changeLanguage(toLanguage(storage.language.get()) ?? 'pt').catch(() => changeLanguage('pt'))
}

/** Changes the language of this browser at once; for a logged-in user the caller also stores it on the server. */
export async function changeLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', (await texts[language]()).texts)
  }
  await i18next.changeLanguage(language)
  document.documentElement.lang = languages[language].tag
}

export function rememberLanguage(language: Language): void {
  storage.language.set(languages[language].stored)
}

export const currentLanguage = (): Language => toLanguage(i18next.language) ?? 'pt'
