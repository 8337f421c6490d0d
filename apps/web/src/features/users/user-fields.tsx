import { limits } from '@guiche/contract'
import { PasswordInput, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { languageNames, languages } from '../../lib/languages.ts'
import styles from './user-dialog.module.css'
import type { UserValues } from './user-values.ts'

interface Props {
  form: UseFormReturnType<UserValues>
  isNew: boolean
  /** Nobody demotes themselves. */
  isSelf: boolean
  /** Users who change their own password, e-mail or number have to enter the current password. */
  asksPassword: boolean
}

/** Name, login and profile of a user. */
export function UserFields({ form, isNew, isSelf, asksPassword }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <div className={styles.pair}>
        <TextInput data-autofocus withAsterisk label={t('users.name')} {...form.getInputProps('name')} />
        <PasswordInput
          size="sm"
          autoComplete="new-password"
          withAsterisk={isNew}
          label={t('users.password')}
          placeholder={isNew ? t('users.passwordText', { fewest: limits.password }) : t('users.passwordKept')}
          visibilityToggleButtonProps={{ 'aria-label': t('users.showPassword') }}
          {...form.getInputProps('password')}
        />
      </div>
      {asksPassword && (
        <PasswordInput
          size="sm"
          autoComplete="current-password"
          withAsterisk
          label={t('users.currentPassword')}
          visibilityToggleButtonProps={{ 'aria-label': t('users.showPassword') }}
          {...form.getInputProps('currentPassword')}
        />
      )}
      <div className={styles.pair}>
        <TextInput withAsterisk type="email" label={t('users.email')} {...form.getInputProps('email')} />
        <Select
          label={t('users.profile')}
          data={profiles.map((value) => ({ value, label: t(`users.profiles.${value}`) }))}
          disabled={isSelf}
          {...(isSelf && {
            description: t('users.ownProfile'),
            inputWrapperOrder: ['label', 'input', 'description', 'error'],
          })}
          {...form.getInputProps('profile')}
        />
      </div>
      <div className={styles.thirds}>
        <Select
          label={t('users.language')}
          data={languageNames.map((name) => ({ value: languages[name].stored, label: languages[name].name }))}
          {...form.getInputProps('language')}
        />
        <Select
          label={t('users.theme')}
          data={(['light', 'dark'] as const).map((value) => ({ value, label: t(`users.themes.${value}`) }))}
          {...form.getInputProps('defaultTheme')}
        />
        <Select
          label={t('users.menu')}
          data={(['open', 'closed'] as const).map((value) => ({ value, label: t(`users.menus.${value}`) }))}
          {...form.getInputProps('defaultMenu')}
        />
      </div>
    </>
  )
}

const profiles = ['user', 'supervisor', 'admin'] as const
