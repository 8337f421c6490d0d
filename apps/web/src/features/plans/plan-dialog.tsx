import { type PlanView, planFeatures } from '@guiche/contract'
import { NumberInput, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFieldError, showSaveFailure } from '../../lib/field-errors.ts'
import { checkedOnBlur } from '../../lib/form-rules.ts'
import { useFate } from '../../lib/live/fate.ts'
import { SaveDialog } from '../../ui/dialogs/save-dialog.tsx'
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
    <SaveDialog
      title={t(plan ? 'plans.edit' : 'plans.add')}
      form={form}
      save={save}
      saved={t('plans.saved')}
      fate={fate}
      onClose={onClose}
      onRefused={(error) => {
        showFieldError(form, error, { ERR_PLAN_NAME_ALREADY_EXISTS: 'name' })
        showSaveFailure(error, t('plans.saveFailed'))
      }}
      size={560}
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
    </SaveDialog>
  )
}

const counts = ['users', 'connections', 'queues'] as const
const reach = ['contactListPeople', 'campaignPeople', 'campaignsPerHour'] as const
