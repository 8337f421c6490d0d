import type { BillingSettings } from '@guiche/contract'
import { Button, NumberInput, SegmentedControl, Switch } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { causeOf } from '../../../lib/api-error.ts'
import { checkedOnBlur } from '../../../lib/form-rules.ts'
import { useFirstError } from '../../../ui/dialogs/use-first-error.ts'
import { useUnsaved } from '../../../ui/dialogs/use-unsaved.tsx'
import { CopyField } from '../../../ui/fields/copy-field.tsx'
import { Failure } from '../../../ui/states/failure.tsx'
import { TableSkeletons } from '../../../ui/states/skeletons.tsx'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { GatewayTest } from './gateway-test.tsx'
import { billingSettings, useSaveBillingSettings } from './payment-settings.api.ts'
import styles from './payment-settings.module.css'
import { type PaymentValues, changeOf, paymentRules, valuesOf } from './payment-values.ts'
import { ProviderFields } from './provider-fields.tsx'

/** How companies pay the operator: the provider of Pix with its credentials, and the days of grace. */
export function PaymentSettings() {
  const { t } = useTranslation()
  const settings = useQuery(billingSettings)
  const [saves, setSaves] = useState(0)

  if (settings.isPending) return <TableSkeletons rows={6} label={t('ui.loading')} />
  if (settings.isError)
    return (
      <Failure
        cause={causeOf(settings.error)}
        onRetry={() => void settings.refetch()}
        isRetrying={settings.isFetching}
      />
    )
  // After each save the form begins anew: new secrets are masked then.
  return <Form key={saves} stored={settings.data} onSaved={() => setSaves(saves + 1)} />
}

function Form({ stored, onSaved }: { stored: BillingSettings; onSaved: () => void }) {
  const { t } = useTranslation()
  const [before] = useState(() => valuesOf(stored))
  const save = useSaveBillingSettings()
  const form = useForm<PaymentValues>({ initialValues: before, validate: paymentRules, ...checkedOnBlur })
  const { form: element, focusFirstError } = useFirstError()
  const { provider } = form.values
  const { question } = useUnsaved(form.isDirty(), { asksLinks: true })

  return (
    <form
      ref={element}
      className={styles.form}
      noValidate
      onSubmit={form.onSubmit(
        (values) =>
          save.mutate(changeOf(before, values), {
            onSuccess: () => {
              toast.success(t('billing.settings.saved'))
              onSaved()
            },
          }),
        focusFirstError,
      )}
    >
      <section className={styles.group}>
        <h2>{t('billing.settings.provider')}</h2>
        <SegmentedControl
          aria-label={t('billing.settings.provider')}
          data={providers.map((value) => ({ value, label: t(`billing.settings.providers.${value}`) }))}
          {...form.getInputProps('provider')}
        />
        <p className={styles.hint}>{t(`billing.settings.about.${provider}`)}</p>
        {provider !== 'none' && (
          <>
            <Switch
              label={t('billing.settings.sandbox')}
              description={t('billing.settings.sandboxHint')}
              {...form.getInputProps('sandbox', { type: 'checkbox' })}
            />
            <ProviderFields provider={provider} form={form} stored={stored} />
          </>
        )}
      </section>
      <section className={styles.group}>
        <h2>{t('billing.settings.rules')}</h2>
        <NumberInput
          size="sm"
          className={styles.short ?? ''}
          allowDecimal={false}
          min={0}
          max={30}
          label={t('billing.settings.graceDays')}
          description={t('billing.settings.graceDaysHint')}
          {...form.getInputProps('graceDays')}
        />
      </section>
      <Button type="submit" className={styles.save ?? ''} loading={save.isPending} disabled={!form.isDirty()}>
        {t('ui.save')}
      </Button>
      {provider !== 'none' && provider === stored.provider && (
        <section className={styles.group}>
          <h2>{t('billing.settings.connection')}</h2>
          <CopyField
            label={t('billing.settings.webhook')}
            description={t('billing.settings.webhookHint')}
            value={stored.webhookUrl}
          />
          <GatewayTest failure={stored.failure} isUnsaved={form.isDirty()} />
        </section>
      )}
      {question}
    </form>
  )
}

const providers = ['none', 'efi', 'asaas'] as const
