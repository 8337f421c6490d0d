import type { ConnectionView, NumberTestStep, OfficialNumberView } from '@guiche/contract'
import { Button, Skeleton } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { causeOf } from '../../../lib/api-error.ts'
import { checkedOnBlur } from '../../../lib/form-rules.ts'
import { showFieldError } from '../../../lib/field-errors.ts'
import { useFormat } from '../../../lib/format.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { CopyField } from '../../../ui/fields/copy-field.tsx'
import { Failure } from '../../../ui/states/failure.tsx'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { hasNumberSignUp, hasPageLogin } from '../installation.ts'
import { AccessFields } from './access-fields.tsx'
import { NumberTest } from './number-test.tsx'
import { type NumberValues, checkRenewal, refusalsShown, renewBodyOf, valuesOf } from './number-values.ts'
import styles from './official.module.css'
import { officialNumber, useRenewNumber, useTestNumber } from './official.api.ts'
import { RenewByLogin } from './renew-by-login.tsx'

interface Props {
  connection: ConnectionView
  onClose: () => void
}

/** How a number is reached: tested step by step, and renewed when its token or its app has changed. */
export function NumberAccessDialog({ connection, onClose }: Props) {
  const { t } = useTranslation()
  const stored = useQuery(officialNumber(connection.id))
  if (stored.data) return <Access connection={connection} stored={stored.data} onClose={onClose} />
  return (
    <Dialog title={t('connections.official.title', { name: connection.name })} size={560} onClose={onClose}>
      {stored.isError ? (
        <Failure
          title={t('connections.official.failed')}
          cause={causeOf(stored.error)}
          onRetry={() => void stored.refetch()}
        />
      ) : (
        <Skeleton height={240} aria-label={t('ui.loading')} />
      )}
    </Dialog>
  )
}

function Access({ connection, stored, onClose }: Props & { stored: OfficialNumberView }) {
  const { t } = useTranslation()
  const { id, name, isOnPhone } = connection
  const renew = useRenewNumber(id)
  const test = useTestNumber(id)
  const { data: hasInstalledApp } = useQuery(hasPageLogin)
  const form = useForm<NumberValues>({
    initialValues: { ...valuesOf(stored), hasOwnApp: stored.app !== null || hasInstalledApp === false },
    validate: (values) => checkRenewal(values, stored),
    ...checkedOnBlur,
  })
  const tokenHint = useTokenHint(connection, stored, test.data)
  const { data: hasSignUp = false } = useQuery(hasNumberSignUp)
  const [isLoggingIn, setIsLoggingIn] = useState(false)
  const isSameApp = stored.app?.id === form.values.app.id.trim()
  const masks = {
    token: stored.token,
    secret: isSameApp ? (stored.app?.secret ?? '') : '',
    verifyToken: isSameApp ? (stored.app?.verifyToken ?? '') : '',
  }
  if (isLoggingIn) return <RenewByLogin name={name} onClose={() => setIsLoggingIn(false)} />
  return (
    <Dialog
      title={t('connections.official.title', { name })}
      action={t('connections.official.renew')}
      cancel={t('ui.close')}
      size={560}
      isBusy={renew.isPending}
      isDirty={form.isDirty()}
      onClose={onClose}
      onSubmit={form.onSubmit((values) =>
        renew.mutate(renewBodyOf(values), {
          onSuccess: () => {
            toast.success(t('connections.official.renewed', { name }))
            onClose()
          },
          onError: (error) => showFieldError(form, error, refusalsShown(values, false)),
        }),
      )}
    >
      <dl className={styles.facts}>
        <div>
          <dt>{t('connections.official.phoneNumberId')}</dt>
          <dd>{stored.phoneNumberId}</dd>
        </div>
        <div>
          <dt>{t('connections.official.accountId')}</dt>
          <dd>{stored.accountId}</dd>
        </div>
      </dl>
      {isOnPhone && <p className={styles.quiet}>{t('connections.official.phoneApp')}</p>}
      <NumberTest test={test} isUnsaved={form.isDirty()} />
      {hasSignUp && !stored.app && (
        <div className={styles.line}>
          <Button variant="default" size="xs" disabled={form.isDirty()} onClick={() => setIsLoggingIn(true)}>
            {t('connections.signUp.renew')}
          </Button>
          <small className={styles.quiet}>{t('connections.signUp.renewHint')}</small>
        </div>
      )}
      {stored.app && (
        <CopyField
          label={t('connections.official.webhook')}
          description={t('connections.official.webhookHint')}
          value={stored.webhookUrl}
        />
      )}
      <AccessFields
        form={form}
        stored={masks}
        hasInstalledApp={hasInstalledApp}
        tokenHint={tokenHint}
        isOnPhone={isOnPhone}
      />
    </Dialog>
  )
}

const endsOfToken: readonly ConnectionView['endReason'][] = ['token_ended', 'app_removed']
const refusalsOfToken: readonly NumberTestStep['reason'][] = ['token_refused', 'token_ended', 'token_of_other_app']

/** How long the stored token opens the number, as far as that is still true. */
function useTokenHint(
  { status, endReason }: ConnectionView,
  { tokenEndsAt }: OfficialNumberView,
  test: { steps: readonly NumberTestStep[] } | undefined,
): string {
  const { t } = useTranslation()
  const format = useFormat()
  const tested = test?.steps.find(({ step }) => step === 'token')
  const isRefused = tested
    ? refusalsOfToken.includes(tested.reason)
    : status !== 'CONNECTED' && endsOfToken.includes(endReason)
  if (isRefused) return t('connections.official.tokenRefused')
  if (tokenEndsAt === null) return t('connections.official.tokenNeverEnds')
  return t('connections.official.tokenEnds', { date: format.dateTime(tokenEndsAt) })
}
