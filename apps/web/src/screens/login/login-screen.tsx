import { Alert, Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error.ts'
import { checkedOnBlur } from '../../lib/form-rules.ts'
import { endedSession } from '../../lib/browser/ended-session.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { Logo } from '../../ui/marks/logo.tsx'
import { useFirstError } from '../../ui/dialogs/use-first-error.ts'
import { LanguagePicker } from './language-picker.tsx'
import styles from './login-screen.module.css'
import { loginRules } from './login-rules.ts'
import { OwnPasswordScreen } from './own-password/own-password-screen.tsx'
import type { OneTimeLogin } from './own-password/use-own-password.ts'
import { Refusal } from './refusal.tsx'
import { refusalText, useLogin } from './use-login.ts'

export function LoginScreen() {
  const { t } = useTranslation()
  const login = useLogin()
  const { form, focusFirstError } = useFirstError()
  const { onSubmit, getInputProps } = useForm({
    ...checkedOnBlur,
    initialValues: { email: '', password: '' },
    validate: loginRules,
  })
  useTitle(t('login.enter'))
  const [oneTime, setOneTime] = useState<OneTimeLogin>()

  if (oneTime) {
    return (
      <OwnPasswordScreen
        login={oneTime}
        isLoggingIn={login.isPending}
        onChosen={(password) => login.mutate({ email: oneTime.email, password })}
      />
    )
  }

  const enter = (values: OneTimeLogin) =>
    login.mutate(values, {
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'ERR_PASSWORD_CHANGE_REQUIRED') setOneTime(values)
      },
    })

  return (
    <main className={styles.page}>
      <form ref={form} className={styles.form} noValidate onSubmit={onSubmit(enter, focusFirstError)}>
        <Logo size={40} />
        <EndReason />
        <h1>{t('login.title')}</h1>
        <p className={styles.lead}>{t('login.lead')}</p>
        <TextInput
          size="md"
          label={t('login.email')}
          type="email"
          autoComplete="username"
          autoFocus
          {...getInputProps('email')}
        />
        <PasswordInput
          size="md"
          label={t('login.password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
          {...getInputProps('password')}
        />
        {login.error && <Refusal>{refusalText(login.error, t)}</Refusal>}
        {/* Keeps the focus in the field: on blur an error could appear, and the button would move away under the
            pointer. */}
        <Button
          type="submit"
          size="md"
          mt="xs"
          fullWidth
          loading={login.isPending}
          onMouseDown={(event) => event.preventDefault()}
        >
          {t('login.enter')}
        </Button>
        <Anchor component={Link} to="/recovery-password" size="sm">
          {t('recovery.forgot')}
        </Anchor>
      </form>
      <LanguagePicker />
    </main>
  )
}

/** Why the last session in this tab ended, until somebody logs in. */
function EndReason() {
  const { t } = useTranslation()
  const ended = endedSession.get()
  if (!ended) return null
  return (
    <Alert color={ended.because === 'elsewhere' ? 'red' : 'yellow'} role="alert" icon={<IconInfoCircle size={18} />}>
      {t(ended.because === 'elsewhere' ? 'session.elsewhere' : 'errors.ERR_SESSION_EXPIRED')} {t('login.comeBack')}
    </Alert>
  )
}
