import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type Language, languages, toLanguage } from './languages.ts'
import { storage } from './browser/storage.ts'

/**
 * Two chunks per language: what is loaded with the first page, and what only other screens say (folder `screens`). Those
 * of the chosen language are fetched. In a key `feature.group.name` the first part is the file.
 */
const texts = {
  pt: { first: () => import('../locales/pt.ts'), screens: () => import('../locales/pt-screens.ts') },
  en: { first: () => import('../locales/en.ts'), screens: () => import('../locales/en-screens.ts') },
  es: { first: () => import('../locales/es.ts'), screens: () => import('../locales/es-screens.ts') },
  tr: { first: () => import('../locales/tr.ts'), screens: () => import('../locales/tr-screens.ts') },
} satisfies Record<Language, Record<Part, () => Promise<{ texts: Record<string, unknown> }>>>

type Part = 'first' | 'screens'

/** A language needs them before it is shown. */
const wanted = new Set<Part>(['first'])
const loaded = new Set<string>()

async function load(language: Language, part: Part): Promise<void> {
  const name = `${language} ${part}`
  if (loaded.has(name)) return
  i18next.addResourceBundle(language, 'translation', (await texts[language][part]()).texts)
  loaded.add(name)
}

/**
 * A screen that is fetched later, together with its texts. What is fetched otherwise can only use those of the first page:
 * a test looks for it.
 */
export async function withScreenTexts<T>(screen: () => Promise<T>): Promise<T> {
  const [module] = await Promise.all([screen(), loadScreenTexts()])
  return module
}

async function loadScreenTexts(): Promise<void> {
  wanted.add('screens')
  let language: Language
  do {
    language = currentLanguage()
    await load(language, 'screens')
    // It may have been changed meanwhile.
  } while (language !== currentLanguage())
}

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
  // Goes on to those that are wanted while the first ones are being loaded.
  for (const part of wanted) await load(language, part)
  await i18next.changeLanguage(language)
  document.documentElement.lang = languages[language].tag
}

export function rememberLanguage(language: Language): void {
  storage.language.set(languages[language].stored)
}

export const currentLanguage = (): Language => toLanguage(i18next.language) ?? 'pt'
