import { HolidayBody, type HolidayView } from '@guiche/contract'
import { Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFieldError } from '../../../lib/field-errors.ts'
import { checkedOnBlur, rulesOf } from '../../../lib/form-rules.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { type HolidayValues, useSaveHoliday } from './holidays.api.ts'
import styles from './holidays.module.css'

interface Props {
  /** Undefined for a new day. */
  holiday: HolidayView | undefined
  onClose: () => void
}

export function HolidayDialog({ holiday, onClose }: Props) {
  const { t } = useTranslation()
  const [before] = useState<HolidayValues>({
    day: holiday?.day ?? null,
    name: holiday?.name ?? '',
    isOpen: holiday?.isOpen ?? false,
    isYearly: holiday?.isYearly ?? false,
  })
  const save = useSaveHoliday(holiday?.id ?? null, before)
  const form = useForm<HolidayValues>({
    initialValues: before,
    validate: ({ day, ...values }) => rulesOf(HolidayBody)({ ...values, day: day ?? '' }),
    ...checkedOnBlur,
  })

  return (
    <Dialog
      title={t(holiday ? 'settings.holidays.edit' : 'settings.holidays.add')}
      action={t('ui.save')}
      isBusy={save.isPending}
      isDirty={form.isDirty()}
      onClose={onClose}
      onSubmit={form.onSubmit((values) =>
        save.mutate(values, {
          onSuccess: () => {
            toast.success(t('settings.holidays.saved'))
            onClose()
          },
          onError: (error) => showFieldError(form, error, { ERR_DAY_ALREADY_EXISTS: 'day' }),
        }),
      )}
    >
      <TextInput data-autofocus withAsterisk label={t('settings.holidays.name')} {...form.getInputProps('name')} />
      <DateField
        withAsterisk
        label={t('settings.holidays.day')}
        {...form.getInputProps('day')}
        value={form.values.day}
      />
      <Checkbox label={t('settings.holidays.yearly')} {...form.getInputProps('isYearly', { type: 'checkbox' })} />
      <div>
        <SegmentedControl
          aria-label={t('settings.holidays.service')}
          data={[
            { value: 'closed', label: t('settings.holidays.closed') },
            { value: 'open', label: t('settings.holidays.open') },
          ]}
          value={form.values.isOpen ? 'open' : 'closed'}
          onChange={(value) => form.setFieldValue('isOpen', value === 'open')}
        />
        <p className={styles.hint}>
          {t(form.values.isOpen ? 'settings.holidays.openText' : 'settings.holidays.closedText')}
        </p>
      </div>
    </Dialog>
  )
}
