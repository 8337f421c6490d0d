import { type PlanView, billingPeriods } from '@guiche/contract'
import { Select, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import styles from './companies.module.css'
import type { CompanyValues } from './company-values.ts'

interface Props {
  form: UseFormReturnType<CompanyValues>
  plans: PlanView[]
  /** The operator's own company is always active and never due. */
  isPlatform: boolean
}

export function CompanyFields({ form, plans, isPlatform }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <div className={styles.pair}>
        <TextInput data-autofocus withAsterisk label={t('companies.name')} {...form.getInputProps('name')} />
        <TextInput withAsterisk type="email" label={t('companies.email')} {...form.getInputProps('email')} />
      </div>
      <div className={styles.pair}>
        <TextInput type="tel" inputMode="tel" label={t('companies.phone')} {...form.getInputProps('phone')} />
        <TextInput label={t('companies.document')} {...form.getInputProps('document')} />
      </div>
      <div className={styles.pair}>
        <Select
          withAsterisk
          searchable
          label={t('companies.plan')}
          nothingFoundMessage={t('ui.nothingFound')}
          data={plans.map(({ id, name, amount }) => ({
            value: String(id),
            label: `${name} · ${format.money(amount)}`,
          }))}
          {...form.getInputProps('planId')}
        />
        <TextInput label={t('companies.paymentMethod')} {...form.getInputProps('paymentMethod')} />
      </div>
      {!isPlatform && (
        <>
          <div className={styles.pair}>
            <DateField
              clearable
              label={t('companies.due')}
              {...form.getInputProps('dueDate')}
              value={form.values.dueDate}
            />
            <Select
              label={t('companies.recurrence')}
              data={billingPeriods.map((period) => ({
                value: period,
                label: t(`companies.periods.${period || 'monthly'}`),
              }))}
              {...form.getInputProps('recurrence')}
            />
          </div>
          <Switch label={t('companies.active')} {...form.getInputProps('status', { type: 'checkbox' })} />
        </>
      )}
    </>
  )
}
