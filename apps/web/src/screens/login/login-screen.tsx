import { Alert, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EntryForm, EntryLink, EntryPage } from '../../features/entry/entry-page.tsx'
import { signUpOffer } from '../../features/sign-up/sign-up.api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { checkedOnBlur } from '../../lib/form-rules.ts'
import { endedSession } from '../../lib/browser/ended-session.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { useFirstError } from '../../ui/dialogs/use-first-error.ts'
import { loginRules } from './login-rules.ts'
import { OwnPasswordScreen } from './own-password/own-password-screen.tsx'
import type { OneTimeLogin } from './own-password/use-own-password.ts'
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
    <EntryPage title={t('login.title')} lead={t('login.lead')} notice={<EndReason />}>
      <EntryForm
        form={form}
        action={t('login.enter')}
        isBusy={login.isPending}
        refusal={login.error ? refusalText(login.error, t) : undefined}
        onSubmit={onSubmit(enter, focusFirstError)}
      >
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
      </EntryForm>
      <EntryLink>
        <Link to="/recovery-password">{t('recovery.forgot')}</Link>
      </EntryLink>
      <SignUpLink />
    </EntryPage>
  )
}

/** Only while strangers may sign up. */
function SignUpLink() {
  const { t } = useTranslation()
  const { data: offer } = useQuery(signUpOffer)
  if (!offer?.isOpen) return null
  return (
    <EntryLink question={t('login.noAccount')}>
      <Link to="/signup">{t('login.signUp')}</Link>
    </EntryLink>
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
