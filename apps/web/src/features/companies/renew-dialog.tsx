import type { ListedCompany } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { writtenDay } from '../../lib/format.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import { useRenewCompany } from './companies.api.ts'

interface Props {
  company: ListedCompany
  onClose: () => void
}

export function RenewDialog({ company, onClose }: Props) {
  const { t } = useTranslation()
  const renew = useRenewCompany()
  const { name, dueDate, recurrence } = company

  return (
    <ConfirmDialog
      title={t('companies.renewTitle')}
      action={t('companies.renew')}
      isBusy={renew.isPending}
      onConfirm={() =>
        renew.mutate(company, {
          onSuccess: (renewed) => toast.success(t('companies.renewed', { date: writtenDay(renewed.dueDate ?? '') })),
          onSettled: onClose,
        })
      }
      onClose={onClose}
    >
      <p>
        <b>{name}</b>
      </p>
      <p>{t('companies.renewDue', { date: dueDate ? writtenDay(dueDate) : t('companies.noDue') })}</p>
      <p>{t('companies.renewText', { period: t(`companies.periods.${recurrence || 'monthly'}`) })}</p>
    </ConfirmDialog>
  )
}
