import { useTranslation } from 'react-i18next'
import { languageNames, languages, toLanguage } from '../../lib/languages.ts'
import styles from './entry.module.css'
import { pickLanguage } from './picked-language.ts'

export function LanguagePicker() {
  const { t, i18n } = useTranslation()
  const current = toLanguage(i18n.language)

  return (
    <footer className={styles.foot} role="group" aria-label={t('shell.account.language')}>
      {languageNames.map((language) => (
        <button
          key={language}
          type="button"
          lang={languages[language].tag}
          aria-pressed={language === current}
          onClick={() => pickLanguage(language)}
        >
          {languages[language].name}
        </button>
      ))}
    </footer>
  )
}
