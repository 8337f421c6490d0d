import { Button } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { limits } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { EntryLink, EntryPage } from '../../features/entry/entry-page.tsx'
import { publicPlans, signUpOffer, termsToAccept } from '../../features/sign-up/sign-up.api.ts'
import { causeOf } from '../../lib/api-error.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { TableSkeletons } from '../../ui/states/skeletons.tsx'
import { SignUpForm } from './sign-up-form.tsx'

/** A stranger makes a company of their own (docs/requirements/back-office.md, section 2). */
export function SignUpScreen() {
  const { t } = useTranslation()
  useTitle(t('sign-up.title'))
  const isClosed = useIsClosed()

  return (
    <EntryPage title={t('sign-up.title')} lead={isClosed ? undefined : t('sign-up.lead', { count: limits.trialDays })}>
      <Content />
      <EntryLink question={t('sign-up.hasAccount')}>
        <Link to="/login">{t('sign-up.logIn')}</Link>
      </EntryLink>
    </EntryPage>
  )
}

/** Without a plan there is nothing to sign up for. */
function useIsClosed(): boolean {
  const offer = useQuery(signUpOffer)
  const plans = useQuery(publicPlans)
  return offer.data?.isOpen === false || plans.data?.length === 0
}

function Content() {
  const { t } = useTranslation()
  const isClosed = useIsClosed()
  const offer = useQuery(signUpOffer)
  const plans = useQuery(publicPlans)
  const terms = useQuery(termsToAccept)

  // What is known stays on the page while it is fetched again, with all that was typed.
  if (offer.data && plans.data && terms.data)
    return isClosed ? <Closed /> : <SignUpForm plans={plans.data} terms={terms.data} />
  const failed = [offer, plans, terms].filter(({ isError }) => isError)
  if (failed[0])
    return <Failure cause={causeOf(failed[0].error)} onRetry={() => failed.forEach((query) => void query.refetch())} />
  return <TableSkeletons rows={7} label={t('ui.loading')} />
}

function Closed() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<IconUserOff size={32} stroke={1.3} aria-hidden />}
      title={t('sign-up.closed')}
      actions={<Button renderRoot={(props) => <Link to="/login" {...props} />}>{t('sign-up.toLogin')}</Button>}
    >
      {t('sign-up.closedText')}
    </EmptyState>
  )
}
