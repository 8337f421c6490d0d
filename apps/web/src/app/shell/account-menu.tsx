import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconKeyboard, IconLanguage, IconLogout, IconSunMoon, IconUser } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, languageNames, languages, toLanguage } from '../../lib/languages.ts'
import { useMe } from '../../lib/session.ts'
import { userPicture } from '../../lib/user-picture.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { useLine } from '../../lib/live.ts'
import { logOut } from '../session/log-out.ts'
import { useLanguageChoice, useThemeChoice } from '../session/preferences.ts'
import { openKeyboardHelp } from './keyboard-help-door.tsx'
import styles from './top-bar.module.css'

const ProfileDialog = lazy(() =>
  import('../profile/profile-dialog.tsx').then(({ ProfileDialog: component }) => ({ default: component })),
)

export function AccountMenu() {
  const { t } = useTranslation()
  const me = useMe()
  const { status } = useLine()
  const [showsProfile, setShowsProfile] = useState(false)

  return (
    <>
      <Menu width={220}>
        <Menu.Target>
          <button className={styles.me} type="button" aria-label={t('shell.account.title', { name: me.name })}>
            <Avatar name={me.name} size={28} picture={userPicture(me)} online={status === 'online'} />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{me.name}</Menu.Label>
          <Menu.Item leftSection={<IconUser size={16} />} onClick={() => setShowsProfile(true)}>
            {t('shell.account.profile')}
          </Menu.Item>
          <LanguageChoice />
          <ThemeChoice />
          <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={openKeyboardHelp}>
            {t('shell.keys.title')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void logOut()}>
            {t('shell.account.logOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {showsProfile && (
        <Suspense>
          <ProfileDialog onClose={() => setShowsProfile(false)} />
        </Suspense>
      )}
    </>
  )
}

function LanguageChoice() {
  const { t, i18n } = useTranslation()
  const choose = useLanguageChoice()
  const current = toLanguage(i18n.language)
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconLanguage size={16} />}>{t('shell.account.language')}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        {languageNames.map((language: Language) => (
          <Choice key={language} isChosen={language === current} onChoose={() => choose(language)}>
            {languages[language].name}
          </Choice>
        ))}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}

const themes = ['light', 'dark', 'auto'] as const

function ThemeChoice() {
  const { t } = useTranslation()
  const { colorScheme } = useMantineColorScheme()
  const choose = useThemeChoice()
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconSunMoon size={16} />}>{t('shell.account.theme')}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        {themes.map((theme) => (
          <Choice key={theme} isChosen={theme === colorScheme} onChoose={() => choose(theme)}>
            {t(`shell.themes.${theme}`)}
          </Choice>
        ))}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}

function Choice({ isChosen, onChoose, children }: { isChosen: boolean; onChoose: () => void; children: string }) {
  return (
    <Menu.Item
      role="menuitemradio"
      aria-checked={isChosen}
      rightSection={isChosen && <IconCheck size={16} />}
      onClick={onChoose}
    >
      {children}
    </Menu.Item>
  )
}
