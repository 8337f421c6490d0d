import { useTranslation } from 'react-i18next'
import { EntryPage } from '../../../features/entry/entry-page.tsx'
import { useTitle } from '../../../lib/browser/title.ts'
import { refusalText } from '../use-login.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { type OneTimeLogin, useOwnPassword } from './use-own-password.ts'

interface Props {
  login: OneTimeLogin
  /** The own password is stored; the login goes on with it. */
  onChosen: (password: string) => void
  isLoggingIn: boolean
}

/** After a login with a one-time password, which opens nothing but this choice. */
export function OwnPasswordScreen({ login, onChosen, isLoggingIn }: Props) {
  const { t } = useTranslation()
  useTitle(t('recovery.own.title'))
  const choice = useOwnPassword(login)

  return (
    <EntryPage title={t('recovery.own.title')} lead={t('recovery.own.lead')}>
      <NewPasswordForm
        isBusy={choice.isPending || isLoggingIn}
        error={choice.error}
        failure={(error) => refusalText(error, t)}
        onSave={(password) => choice.mutate(password, { onSuccess: () => onChosen(password) })}
      />
    </EntryPage>
  )
}
