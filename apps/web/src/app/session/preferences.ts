import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { api } from '@guiche/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { rememberLanguage, changeLanguage } from '../../lib/i18n.ts'
import { type Language, languages } from '../../lib/languages.ts'
import { amendUser, useMe } from '../../lib/session.ts'

/** Applies at once and is stored with the user (docs/requirements/workspace.md, sections 1 and 7). */
export function useLanguageChoice(): (language: Language) => void {
  const me = useMe()
  const keep = useMutation({
    mutationFn: (language: Language) =>
      call(api.updateUser, { params: { id: me.id }, body: { language: languages[language].stored } }),
  })
  return (language) => {
    rememberLanguage(language)
    amendUser({ language: languages[language].stored })
    void changeLanguage(language)
    keep.mutate(language)
  }
}

/** `auto` follows the system. The server knows only light and dark, so `auto` is stored there as light. */
export function useThemeChoice(): (theme: MantineColorScheme) => void {
  const me = useMe()
  const { setColorScheme } = useMantineColorScheme()
  const keep = useMutation({
    mutationFn: (defaultTheme: 'light' | 'dark') =>
      call(api.updateUser, { params: { id: me.id }, body: { defaultTheme } }),
  })
  return (theme) => {
    const defaultTheme = theme === 'dark' ? 'dark' : 'light'
    setColorScheme(theme)
    amendUser({ defaultTheme })
    keep.mutate(defaultTheme)
  }
}
