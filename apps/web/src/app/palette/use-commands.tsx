import { useComputedColorScheme } from '@mantine/core'
import { IconLanguage, IconLogout, IconMoon, IconRefresh, IconSun } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { languageNames, languages, toLanguage } from '../../lib/languages.ts'
import type { PaletteItem, PaletteSource } from '../../lib/keyboard/palette.ts'
import { logOut } from '../session/log-out.ts'
import { useLanguageChoice, useThemeChoice } from '../session/preferences.ts'
import { useMenu } from '../shell/menu.ts'

const icon = { size: 18, stroke: 1.7 } as const

/** Screens, and the actions on each of them. */
export function useCommands(registered: readonly PaletteItem[]): PaletteSource[] {
  return [useScreens(), useGeneralActions(registered)]
}

function useScreens(): PaletteSource {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return {
    id: 'screens',
    title: t('shell.palette.screens'),
    items: useMenu().map(({ path, to, label, icon: Icon }) => ({
      id: `screen-${path}`,
      title: t(label),
      picture: <Icon {...icon} />,
      run: () => void navigate({ to }),
    })),
  }
}

function useGeneralActions(registered: readonly PaletteItem[]): PaletteSource {
  const { t, i18n } = useTranslation()
  const scheme = useComputedColorScheme()
  const chooseTheme = useThemeChoice()
  const chooseLanguage = useLanguageChoice()
  const current = toLanguage(i18n.language)
  const other = scheme === 'dark' ? 'light' : 'dark'

  return {
    id: 'actions',
    title: t('shell.palette.actions'),
    items: [
      ...registered,
      {
        id: 'theme',
        title: t(other === 'dark' ? 'shell.palette.dark' : 'shell.palette.light'),
        picture: other === 'dark' ? <IconMoon {...icon} /> : <IconSun {...icon} />,
        run: () => chooseTheme(other),
      },
      ...languageNames
        .filter((language) => language !== current)
        .map((language) => ({
          id: `language-${language}`,
          title: languages[language].name,
          detail: t('shell.account.language'),
          picture: <IconLanguage {...icon} />,
          run: () => chooseLanguage(language),
        })),
      { id: 'reload', title: t('shell.reload'), picture: <IconRefresh {...icon} />, run: () => location.reload() },
      {
        id: 'log-out',
        title: t('shell.account.logOut'),
        picture: <IconLogout {...icon} />,
        run: () => void logOut(),
      },
    ],
  }
}
