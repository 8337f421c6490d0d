import { type ListedCompany, type PlanView, limits } from '@guiche/contract'
import { PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFieldError, showSaveFailure } from '../../lib/field-errors.ts'
import { checkedOnBlur } from '../../lib/form-rules.ts'
import { useFate } from '../../lib/live/fate.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import { useSaveCompany } from './companies.api.ts'
import styles from './companies.module.css'
import { CompanyFields } from './company-fields.tsx'
import { bodyOf, companyRules, valuesOf } from './company-values.ts'
import { isPlatform } from './due.ts'

interface Props {
  /** Undefined for a new one. */
  company?: ListedCompany | undefined
  plans: PlanView[]
  onClose: () => void
}

export function CompanyDialog({ company, plans, onClose }: Props) {
  const { t } = useTranslation()
  const [before] = useState(() => valuesOf(company))
  const fate = useFate('listedCompany', {
    id: company?.id,
    before: bodyOf(before),
    read: (event) =>
      event.action === 'delete' || event.company.closedAt
        ? { id: event.action === 'delete' ? event.companyId : event.company.id }
        : { id: event.company.id, values: bodyOf(valuesOf(event.company)) },
  })
  const save = useSaveCompany(company?.id, before)
  const form = useForm({ initialValues: before, validate: companyRules(!company), ...checkedOnBlur })

  return (
    <Dialog
      title={t(company ? 'companies.edit' : 'companies.add')}
      action={t('ui.save')}
      size={620}
      isBusy={save.isPending}
      isDirty={form.isDirty()}
      fate={fate}
      onClose={onClose}
      onSubmit={form.onSubmit((values) =>
        save.mutate(values, {
          onSuccess: () => {
            toast.success(t('companies.saved'))
            onClose()
          },
          onError: (error) => {
            showFieldError(form, error, refusals)
            showSaveFailure(error, t('companies.saveFailed'))
          },
        }),
      )}
    >
      <CompanyFields form={form} plans={plans} isPlatform={company !== undefined && isPlatform(company)} />
      {company ? (
        <Use company={company} />
      ) : (
        <PasswordInput
          size="sm"
          withAsterisk
          autoComplete="new-password"
          label={t('companies.password')}
          description={t('companies.passwordHint')}
          placeholder={t('users.passwordText', { fewest: limits.password })}
          visibilityToggleButtonProps={{ 'aria-label': t('companies.showPassword') }}
          {...form.getInputProps('password')}
        />
      )}
    </Dialog>
  )
}

/** How many users and connections the company has, beside how many its plan allows. */
function Use({ company: { numberAttendants, numberConections, plan } }: { company: ListedCompany }) {
  const { t } = useTranslation()
  const users = t('companies.usersUsed', { count: numberAttendants, most: plan.users })
  const connections = t('companies.connectionsUsed', { count: numberConections, most: plan.connections })
  return <p className={styles.hint}>{t('companies.use', { users, connections })}</p>
}

const refusals = {
  ERR_NAME_ALREADY_EXISTS: 'name',
  ERR_EMAIL_NOT_ACCEPTED: 'email',
  ERR_WEAK_PASSWORD: 'password',
  ERR_NO_PLAN_FOUND: 'planId',
} as const
