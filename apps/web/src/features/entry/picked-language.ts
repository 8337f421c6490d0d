import { rememberLanguage, changeLanguage } from '../../lib/i18n.ts'
import type { Language } from '../../lib/languages.ts'

let picked: Language | undefined

/** The language chosen on this screen since the page was loaded. */
export const pickedLanguage = () => picked

export function pickLanguage(language: Language): void {
  picked = language
  rememberLanguage(language)
  void changeLanguage(language)
}
