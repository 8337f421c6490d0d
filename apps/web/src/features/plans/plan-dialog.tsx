import { type PlanView, planFeatures } from '@guiche/contract'
import { NumberInput, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFieldError, showSaveFailure } from '../../lib/field-errors.ts'
import { checkedOnBlur } from '../../lib/form-rules.ts'
import { useFate } from '../../lib/live/fate.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import { bodyOf, planRules, valuesOf } from './plan-values.ts'
import { useSavePlan } from './plans.api.ts'
import styles from './plans.module.css'

interface Props {
  /** Undefined for a new one. */
  plan?: PlanView | undefined
  onClose: () => void
}

export function PlanDialog({ plan, onClose }: Props) {
  const { t } = useTranslation()
  const [before] = useState(() => valuesOf(plan))
  const fate = useFate('plan', {
    id: plan?.id,
    before: bodyOf(before),
    read: (event) =>
      event.action === 'delete' ? { id: event.planId } : { id: event.plan.id, values: bodyOf(valuesOf(event.plan)) },
  })
  const save = useSavePlan(plan?.id, before)
  const form = useForm({ initialValues: before, validate: planRules, ...checkedOnBlur })

  return (
    <Dialog
      title={t(plan ? 'plans.edit' : 'plans.add')}
      action={t('ui.save')}
      size={560}
      isBusy={save.isPending}
      isDirty={form.isDirty()}
      fate={fate}
      onClose={onClose}
      onSubmit={form.onSubmit((values) =>
        save.mutate(values, {
          onSuccess: () => {
            toast.success(t('plans.saved'))
            onClose()
          },
          onError: (error) => {
            showFieldError(form, error, { ERR_PLAN_NAME_ALREADY_EXISTS: 'name' })
            showSaveFailure(error, t('plans.saveFailed'))
          },
        }),
      )}
    >
      <div className={styles.pair}>
        <TextInput data-autofocus withAsterisk label={t('plans.name')} {...form.getInputProps('name')} />
        <TextInput
          withAsterisk
          inputMode="decimal"
          leftSection="R$"
          placeholder="99,90"
          label={t('plans.amount')}
          description={t('plans.amountHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('amount')}
        />
      </div>
      <div className={styles.triple}>
        {counts.map((count) => (
          <NumberInput
            key={count}
            size="sm"
            withAsterisk
            min={1}
            allowDecimal={false}
            label={t(`plans.${count}`)}
            {...form.getInputProps(count)}
          />
        ))}
      </div>
      <div className={styles.triple}>
        {reach.map((limit) => (
          <NumberInput
            key={limit}
            size="sm"
            min={1}
            allowDecimal={false}
            label={t(`plans.${limit}`)}
            placeholder={t('plans.noLimit')}
            {...form.getInputProps(limit)}
          />
        ))}
      </div>
      <Switch
        label={t('plans.isPublic')}
        description={t('plans.isPublicHint')}
        {...form.getInputProps('isPublic', { type: 'checkbox' })}
      />
      <fieldset className={styles.features}>
        <legend>{t('plans.features')}</legend>
        {planFeatures.map((feature) => (
          <Switch
            key={feature}
            label={t(`plans.flags.${feature}`)}
            {...form.getInputProps(feature, { type: 'checkbox' })}
          />
        ))}
      </fieldset>
    </Dialog>
  )
}

const counts = ['users', 'connections', 'queues'] as const
const reach = ['contactListPeople', 'campaignPeople', 'campaignsPerHour'] as const
