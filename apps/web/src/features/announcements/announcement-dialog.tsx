import { type AnnouncementView, limits, priorities } from '@guiche/contract'
import { Select, TextInput, Textarea } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileRefusalsOfPlan, isRefusal } from '../../lib/files/file-refusals.ts'
import { errorText } from '../../lib/cache/queries.ts'
import { checkedOnBlur } from '../../lib/form-rules.ts'
import { useFormat } from '../../lib/format.ts'
import { exceededLimit } from '../../lib/files/largest-file.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { HourField } from '../../ui/fields/hour-field.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import { type AnnouncementValues, errorsOf, valuesOf } from './announcement-values.ts'
import { type PictureChange, useSaveAnnouncement } from './announcements.api.ts'
import styles from './announcements.module.css'
import { PictureField } from './picture-field.tsx'
import { PlanField } from './plan-field.tsx'

interface Props {
  /** Undefined for a new one. */
  announcement: AnnouncementView | undefined
  onClose: () => void
}

export function AnnouncementDialog({ announcement, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  // A new one is stored before its picture. If that is refused, the dialog goes on with what is stored.
  const [stored, setStored] = useState(announcement)
  const [picture, setPicture] = useState<PictureChange>()
  const [pictureError, setPictureError] = useState<string>()
  const tooLarge = useTooLarge(picture)
  const save = useSaveAnnouncement(format)
  const form = useForm<AnnouncementValues>({
    initialValues: valuesOf(announcement, format),
    validate: (values) => errorsOf(values, { beforeStart: t('announcements.beforeStart') }),
    ...checkedOnBlur,
  })

  return (
    <Dialog
      title={t(announcement ? 'announcements.edit' : 'announcements.add')}
      action={t('ui.save')}
      size={560}
      isBusy={save.isPending}
      isDirty={form.isDirty() || picture !== undefined}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => {
        if (tooLarge) return
        setPictureError(undefined)
        save.mutate(
          { announcement: stored, values, picture, onStored: setStored },
          {
            onSuccess: () => {
              toast.success(t('announcements.saved'))
              onClose()
            },
            onError: (error) => setPictureError(isRefusal(error, fileRefusalsOfPlan) ? errorText(error) : undefined),
          },
        )
      })}
    >
      <TextInput
        data-autofocus
        withAsterisk
        label={t('announcements.titleOf')}
        maxLength={limits.announcementTitle}
        {...form.getInputProps('title')}
      />
      <Textarea
        withAsterisk
        autosize
        minRows={7}
        maxRows={14}
        label={t('announcements.text')}
        maxLength={limits.announcementText}
        {...form.getInputProps('text')}
      />
      <div className={styles.pair}>
        <Select
          label={t('announcements.status')}
          data={(['active', 'inactive'] as const).map((value) => ({
            value,
            label: t(`announcements.statuses.${value}`),
          }))}
          {...form.getInputProps('status')}
        />
        <Select
          label={t('announcements.priority')}
          data={priorities.map((value) => ({ value: String(value), label: t(`announcements.priorities.${value}`) }))}
          {...form.getInputProps('priority')}
        />
      </div>
      <TimeFields form={form} />
      <PlanField value={form.values.planIds} onChange={(planIds) => form.setFieldValue('planIds', planIds)} />
      <PictureField
        stored={stored}
        picture={picture}
        error={tooLarge ?? pictureError}
        onChange={(next) => {
          setPicture(next)
          setPictureError(undefined)
        }}
      />
    </Dialog>
  )
}

/** An hour is asked for once there is a day. */
function TimeFields({ form }: { form: UseFormReturnType<AnnouncementValues> }) {
  const { t } = useTranslation()
  const { fromDay, fromHour, untilDay, untilHour } = form.values
  return (
    <>
      <div className={styles.pair}>
        <DateField
          clearable
          label={t('announcements.from')}
          description={t('announcements.fromHint')}
          {...form.getInputProps('fromDay')}
          value={fromDay}
        />
        {fromDay && (
          <HourField
            label={t('announcements.fromHour')}
            step={5}
            {...form.getInputProps('fromHour')}
            value={fromHour}
          />
        )}
      </div>
      <div className={styles.pair}>
        <DateField
          clearable
          label={t('announcements.until')}
          description={t('announcements.untilHint')}
          {...form.getInputProps('untilDay')}
          value={untilDay}
        />
        {untilDay && (
          <HourField
            label={t('announcements.untilHour')}
            step={5}
            {...form.getInputProps('untilHour')}
            value={untilHour}
          />
        )}
      </div>
    </>
  )
}

function useTooLarge(picture: PictureChange): string | undefined {
  const { t } = useTranslation()
  const format = useFormat()
  const most = picture && exceededLimit(picture)
  return most ? t('announcements.pictureTooLarge', { size: format.fileSize(most) }) : undefined
}
