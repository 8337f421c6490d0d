import { type OnCallView, limits } from '@guiche/contract'
import { NumberInput, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFieldError } from '../../lib/field-errors.ts'
import { checkedOnBlur } from '../../lib/form-rules.ts'
import { useFate } from '../../lib/live/fate.ts'
import { SaveDialog } from '../../ui/dialogs/save-dialog.tsx'
import { useSaveOnCall } from './on-call.api.ts'
import { rules, valuesOf } from './on-call-values.ts'
import { ShiftFields } from './shift-fields.tsx'

interface Props {
  /** Undefined for a new entry. */
  row?: OnCallView | undefined
  users: { id: number; name: string }[]
  onClose: () => void
}

export function OnCallDialog({ row, users, onClose }: Props) {
  const { t } = useTranslation()
  const [before] = useState(() => valuesOf(row))
  const fate = useFate('onCall', {
    id: row?.id,
    before,
    read: (event) =>
      event.action === 'delete' ? { id: event.id } : { id: event.record.id, values: valuesOf(event.record) },
  })
  const save = useSaveOnCall(row?.id)
  const form = useForm({ initialValues: before, validate: rules, ...checkedOnBlur })
  const { days } = form.values

  return (
    <SaveDialog
      title={t(row ? 'on-call.edit' : 'on-call.add')}
      form={form}
      save={save}
      saved={t('on-call.saved')}
      size={560}
      fate={fate}
      onClose={onClose}
      onRefused={(error) =>
        showFieldError(form, error, { ERR_ON_CALL_ALREADY_EXISTS: 'userId', ERR_NO_USER_FOUND: 'userId' })
      }
    >
      <Select
        data-autofocus
        withAsterisk
        searchable
        label={t('on-call.user')}
        placeholder={t('on-call.chooseUser')}
        nothingFoundMessage={t('ui.nothingFound')}
        data={users.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.getInputProps('userId')}
      />
      <TextInput
        withAsterisk
        type="tel"
        label={t('on-call.phone')}
        description={t('on-call.phoneHint')}
        {...form.getInputProps('phone')}
      />
      <NumberInput
        withAsterisk
        label={t('on-call.interval')}
        description={t('on-call.intervalHint')}
        min={1}
        max={1440}
        allowDecimal={false}
        {...form.getInputProps('interval')}
      />
      <ShiftFields
        days={days}
        errors={form.errors}
        onChange={(changed) => {
          form.setFieldValue('days', changed)
          if (Object.keys(form.errors).some((path) => path.startsWith('days'))) form.validate()
        }}
      />
      <NumberInput
        label={t('on-call.afterNotices')}
        description={t('on-call.afterNoticesHint')}
        min={0}
        max={limits.noticesBefore}
        allowDecimal={false}
        {...form.getInputProps('afterNotices')}
      />
    </SaveDialog>
  )
}
