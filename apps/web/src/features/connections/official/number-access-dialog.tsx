import type { ConnectionView, OfficialNumberView } from '@guiche/contract'
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
import { officialNumber, useRenewNumber } from './official.api.ts'
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

function Access({ connection: { id, name, isOnPhone }, stored, onClose }: Props & { stored: OfficialNumberView }) {
  const { t } = useTranslation()
  const format = useFormat()
  const renew = useRenewNumber(id)
  const { data: hasInstalledApp } = useQuery(hasPageLogin)
  const form = useForm<NumberValues>({
    initialValues: { ...valuesOf(stored), hasOwnApp: stored.app !== null || hasInstalledApp === false },
    validate: (values) => checkRenewal(values, stored),
    ...checkedOnBlur,
  })
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
      <NumberTest whatsappId={id} isUnsaved={form.isDirty()} />
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
        tokenHint={
          stored.tokenEndsAt
            ? t('connections.official.tokenEnds', { date: format.dateTime(stored.tokenEndsAt) })
            : t('connections.official.tokenNeverEnds')
        }
      />
    </Dialog>
  )
}
