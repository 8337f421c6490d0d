import { type ContactView, type ScheduleView, recurrences } from '@guiche/contract'
import { Alert, Button, Select, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { connectionList } from '../../features/connections/connections.api.ts'
import { ContactSelect } from '../../features/contacts/contact-select.tsx'
import { AttachmentField } from '../../features/schedules/attachment-field.tsx'
import { useScheduleFailure } from '../../features/schedules/schedule-status.tsx'
import { type Given, changeOf, errorsOf, inputOf, valuesOf } from '../../features/schedules/schedule-values.ts'
import { useDeleteSchedule, useSaveSchedule } from '../../features/schedules/schedules.api.ts'
import { showFieldError } from '../../lib/field-errors.ts'
import { checkedOnBlur } from '../../lib/form-rules.ts'
import { useNow } from '../../lib/clock.ts'
import { useFormat } from '../../lib/format.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { RemovalDialog } from '../../ui/dialogs/removal-dialog.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { HourField } from '../../ui/fields/hour-field.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import { ScheduleTemplate } from './schedule-template.tsx'
import styles from './schedules-screen.module.css'

interface Props {
  title: string
  schedule: ScheduleView | undefined
  given: Given
  contact: Pick<ContactView, 'id' | 'name'> | undefined
  onClose: () => void
}

export function ScheduleForm({ title, schedule, given, contact: knownContact, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const failure = useScheduleFailure()
  const [before] = useState(() => valuesOf(schedule, given, format, Date.now()))
  const [contact, setContact] = useState(knownContact)
  const [file, setFile] = useState<File>()
  const [isRemoving, setRemoving] = useState(false)
  const connections = useQuery(connectionList).data ?? []
  const official = connections.filter(({ provider }) => provider === 'official')
  const save = useSaveSchedule(schedule?.id)
  const form = useForm({
    initialValues: before,
    validate: (values) => errorsOf(values, format, Date.now(), t('ui.form.inPast')),
    ...checkedOnBlur,
  })
  const { day, hour, recurrence, recursUntil, removesMedia } = form.values
  const known =
    schedule?.mediaName && !removesMedia
      ? { name: schedule.mediaName, size: schedule.mediaSize, url: schedule.mediaUrl ?? undefined }
      : undefined

  return (
    <Dialog
      title={title}
      action={t('ui.save')}
      isBusy={save.isPending}
      isDirty={form.isDirty() || file !== undefined}
      onClose={onClose}
      size={560}
      onSubmit={form.onSubmit((values) =>
        save.mutate(
          { input: inputOf(values), change: changeOf(before, values), file: values.template ? undefined : file },
          {
            onSuccess: () => {
              toast.success(t('schedules.saved'))
              onClose()
            },
            onError: (error) => showFieldError(form, error, { ERR_SCHEDULE_IN_PAST: 'hour' }),
          },
        ),
      )}
    >
      {schedule?.status === 'ERRO' && (
        <Alert color="red" title={failure(schedule)}>
          {t('schedules.dialog.sendAgain')}
        </Alert>
      )}
      <ContactSelect
        label={t('schedules.contact')}
        description={t('schedules.dialog.contactText')}
        value={contact}
        onChange={(chosen) => {
          setContact(chosen)
          form.setFieldValue('contactId', chosen?.id ?? null)
          if (chosen) form.clearFieldError('contactId')
        }}
        withGroups
        error={errorOf(form.errors['contactId'])}
      />
      <Textarea
        withAsterisk
        autosize
        minRows={3}
        maxRows={8}
        label={t('schedules.body')}
        description={t('schedules.dialog.bodyText', { variable: '{{firstName}}' })}
        readOnly={form.values.template !== null}
        {...form.getInputProps('body')}
      />
      <div className={styles.pair}>
        <DateField
          withAsterisk
          label={t('schedules.dialog.day')}
          minDate={format.day(now)}
          {...form.getInputProps('day')}
          value={day}
        />
        <HourField label={t('schedules.dialog.hour')} step={5} {...form.getInputProps('hour')} value={hour} />
      </div>
      <div className={styles.pair}>
        <Select
          label={t('schedules.dialog.recurrence')}
          data={recurrences.map((value) => ({ value, label: t(`schedules.recurrence.${value}`) }))}
          {...form.getInputProps('recurrence')}
        />
        {recurrence !== 'none' && (
          <DateField
            clearable
            label={t('schedules.dialog.until')}
            minDate={day ?? undefined}
            {...form.getInputProps('recursUntil')}
            value={recursUntil}
          />
        )}
      </div>
      <Select
        label={t('schedules.dialog.connection')}
        description={t('schedules.dialog.connectionText')}
        data={[
          { value: '', label: t('schedules.dialog.usualConnection') },
          ...connections.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        {...form.getInputProps('whatsappId')}
        onChange={(value) => {
          form.setFieldValue('whatsappId', value ?? '')
          // A template belongs to its connection.
          form.setFieldValue('template', null)
        }}
      />
      <ScheduleTemplate
        whatsappId={
          official.some(({ id }) => String(id) === form.values.whatsappId) ? Number(form.values.whatsappId) : undefined
        }
        template={form.values.template}
        onChange={(chosen) => {
          form.setFieldValue('template', chosen?.choice ?? null)
          if (chosen) form.setFieldValue('body', chosen.text)
          if (chosen) form.clearFieldError('body')
        }}
      />
      {/* A template has a file of its own. */}
      {form.values.template === null && (
        <AttachmentField
          value={file ? { name: file.name, size: file.size } : known}
          onChoose={setFile}
          onRemove={() => {
            setFile(undefined)
            form.setFieldValue('removesMedia', schedule?.mediaName !== null && schedule !== undefined)
          }}
        />
      )}
      {schedule && (
        <Button
          className={styles.remove}
          variant="subtle"
          color="red"
          size="xs"
          leftSection={<IconTrash size={16} stroke={1.7} />}
          onClick={() => setRemoving(true)}
        >
          {t('ui.delete')}
        </Button>
      )}
      {isRemoving && schedule && <Removal schedule={schedule} onRemoved={onClose} onClose={() => setRemoving(false)} />}
    </Dialog>
  )
}

const errorOf = (error: ReactNode): string | undefined => (typeof error === 'string' ? error : undefined)

interface RemovalProps {
  schedule: ScheduleView
  onRemoved: () => void
  onClose: () => void
}

function Removal({ schedule, onRemoved, onClose }: RemovalProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const remove = useDeleteSchedule()
  return (
    <RemovalDialog
      name={`${schedule.contact.name}, ${format.dateTime(schedule.sendAt)}`}
      onRemove={async () => {
        await remove.mutateAsync(schedule)
        toast.success(t('ui.removal.done'))
        onRemoved()
      }}
      onClose={onClose}
    >
      {t(schedule.recurrence === 'none' ? 'schedules.deleteText' : 'schedules.deleteSeriesText')}
    </RemovalDialog>
  )
}
