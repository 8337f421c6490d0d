import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EntryLink, EntryPage } from '../../../features/entry/entry-page.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { errorText } from '../../../lib/cache/queries.ts'
import { useTitle } from '../../../lib/browser/title.ts'
import { numbers } from '../../../ui/numbers.ts'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { NewPasswordForm } from '../own-password/new-password-form.tsx'
import { AskForm } from './ask-form.tsx'
import { CodeForm } from './code-form.tsx'
import { useFinishRecovery } from './recovery.api.ts'

type Step = 'ask' | 'code' | 'password' | 'impossible'

/** Number or e-mail, then the code, then the new password (docs/requirements/getting-in.md, section 1). */
export function RecoveryScreen() {
  const { t } = useTranslation()
  useTitle(t('recovery.title'))
  const [step, setStep] = useState<Step>('ask')
  const [resetId, setResetId] = useState('')
  const leaveIn = useLeave()
  const finish = useFinishRecovery(resetId)

  const title = t(step === 'impossible' ? 'recovery.impossible' : 'recovery.title')
  return (
    <EntryPage title={title} lead={t(leads[step])}>
      {step === 'ask' && (
        <AskForm
          onAsked={(id) => {
            setResetId(id)
            setStep('code')
          }}
          onImpossible={() => setStep('impossible')}
        />
      )}
      {step === 'code' && (
        <CodeForm
          onVerified={() => setStep('password')}
          onExceeded={() => leaveIn(numbers.loginAfterWrongCodes)}
          onAgain={() => setStep('ask')}
        />
      )}
      {step === 'password' && (
        <NewPasswordForm
          isBusy={finish.isPending}
          isDone={finish.isSuccess}
          error={finish.error}
          failure={(error) => (isRefusal(error) ? errorText(error) : t('recovery.saveFailed'))}
          onSave={(password) =>
            finish.mutate(password, {
              onSuccess: () => {
                toast.success(t('recovery.saved'))
                leaveIn(numbers.loginAfterRecovery)
              },
            })
          }
        />
      )}
      <EntryLink>
        <Link to="/login">{t('recovery.back')}</Link>
      </EntryLink>
    </EntryPage>
  )
}

const leads = {
  ask: 'recovery.askLead',
  code: 'recovery.codeLead',
  password: 'recovery.passwordLead',
  impossible: 'recovery.impossibleText',
} as const

const isRefusal = (error: Error) => error instanceof ApiError && error.code === 'ERR_RECOVERY_REFUSED'

/** Shows the login after some time, unless the screen is left before. */
function useLeave() {
  const navigate = useNavigate()
  const [after, setAfter] = useState<number>()
  useEffect(() => {
    if (after === undefined) return
    const timer = setTimeout(() => void navigate({ to: '/login' }), after)
    return () => clearTimeout(timer)
  }, [after, navigate])
  return setAfter
}
