import { Menu, useMantineColorScheme } from '@mantine/core'
import {
  IconDeviceDesktopDown,
  IconKeyboard,
  IconLanguage,
  IconListCheck,
  IconLogout,
  IconSunMoon,
  IconUser,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isComplete, useFirstSteps, useGuideChoice } from '../../features/first-steps/first-steps.api.ts'
import { useInstall } from '../../lib/browser/install.ts'
import { languageNames, languages, toLanguage } from '../../lib/languages.ts'
import { useMe } from '../../lib/session.ts'
import { userPicture } from '../../lib/user-picture.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { useSocketState } from '../../lib/live.ts'
import { logOut } from '../session/log-out.ts'
import { useLanguageChoice, useThemeChoice } from '../session/preferences.ts'
import { openKeyboardHelp } from '../keyboard-help/keyboard-help-loader.tsx'
import styles from './top-bar.module.css'

const ProfileDialog = lazy(() =>
  import('../profile/profile-dialog.tsx').then(({ ProfileDialog: component }) => ({ default: component })),
)

export function AccountMenu() {
  const { t } = useTranslation()
  const me = useMe()
  const { status } = useSocketState()
  const [showsProfile, setShowsProfile] = useState(false)
  const install = useInstall()

  return (
    <>
      <Menu width={220}>
        <Menu.Target>
          <button className={styles.me} type="button">
            <span className="aloud">{t('shell.account.title', { name: me.name })}</span>
            <span aria-hidden>
              <Avatar name={me.name} size={28} picture={userPicture(me)} online={status === 'online'} />
            </span>
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
          <FirstStepsItem />
          {install && (
            <Menu.Item leftSection={<IconDeviceDesktopDown size={16} />} onClick={install}>
              {t('shell.account.install')}
            </Menu.Item>
          )}
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

/** For admins, until the first steps are done: also when they were skipped. */
function FirstStepsItem() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const steps = useFirstSteps()
  const { isWanted, show } = useGuideChoice()
  if (!steps || isComplete(steps)) return null

  return (
    <Menu.Item
      leftSection={<IconListCheck size={16} />}
      onClick={() => {
        if (!isWanted) show()
        void navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: undefined } })
      }}
    >
      {t('tickets.firstSteps.title')}
    </Menu.Item>
  )
}

function LanguageChoice() {
  const { t, i18n } = useTranslation()
  const choose = useLanguageChoice()
  return (
    <Choice
      label={t('shell.account.language')}
      icon={<IconLanguage size={16} />}
      value={toLanguage(i18n.language) ?? 'pt'}
      options={languageNames.map((language) => ({ value: language, label: languages[language].name }))}
      onChoose={choose}
    />
  )
}

const themes = ['light', 'dark', 'auto'] as const

function ThemeChoice() {
  const { t } = useTranslation()
  const { colorScheme } = useMantineColorScheme()
  const choose = useThemeChoice()
  return (
    <Choice
      label={t('shell.account.theme')}
      icon={<IconSunMoon size={16} />}
      value={colorScheme}
      options={themes.map((theme) => ({ value: theme, label: t(`shell.themes.${theme}`) }))}
      onChoose={choose}
    />
  )
}

interface ChoiceProps<T extends string> {
  label: string
  icon: ReactNode
  value: T
  options: { value: T; label: string }[]
  onChoose: (value: T) => void
}

/** A submenu to choose one of a few options. */
function Choice<T extends string>({ label, icon, value, options, onChoose }: ChoiceProps<T>) {
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={icon}>{label}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        <Menu.RadioGroup value={value}>
          {options.map((option) => (
            <Menu.RadioItem
              key={option.value}
              value={option.value}
              onClick={() => onChoose(option.value)}
              closeMenuOnClick
            >
              {option.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}
