import type { QueueView } from '@guiche/contract'
import { ColorInput, NumberInput, Tabs, TextInput, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFate } from '../../lib/live/fate.ts'
import { checkedOnBlur, rulesOf } from '../../lib/form-rules.ts'
import { showFieldError } from '../../lib/field-errors.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ServiceHoursField } from '../../ui/fields/service-hours-field.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import styles from './queue-dialog.module.css'
import { QueueRules, suggestedColors, valuesOf } from './queue-values.ts'
import { useSaveQueue } from './queues.api.ts'

interface Props {
  /** Undefined for a new queue. */
  queue?: QueueView | undefined
  others: QueueView[]
  /** Whether each queue has its own service hours (setting scheduleType). */
  hasHours: boolean
  onClose: () => void
}

export function QueueDialog({ queue, others, hasHours, onClose }: Props) {
  const { t } = useTranslation()
  const [before] = useState(() => valuesOf(queue, others))
  const fate = useFate('queue', {
    id: queue?.id,
    before,
    read: (event) =>
      event.action === 'delete' ? { id: event.queueId } : { id: event.queue.id, values: valuesOf(event.queue, others) },
  })
  const save = useSaveQueue(queue?.id, before)
  const [tab, setTab] = useState<string | null>('data')
  const form = useForm({ initialValues: before, validate: rulesOf(QueueRules), ...checkedOnBlur })

  return (
    <Dialog
      title={t(queue ? 'queues.edit' : 'queues.add')}
      action={t('ui.save')}
      size={hasHours ? 640 : 560}
      isBusy={save.isPending}
      isDirty={form.isDirty()}
      fate={fate}
      onClose={onClose}
      onSubmit={form.onSubmit(
        (values) =>
          save.mutate(values, {
            onSuccess: () => {
              toast.success(t('queues.saved'))
              onClose()
            },
            onError: (error) => {
              setTab('data')
              showFieldError(form, error, refusals)
            },
          }),
        () => setTab('data'),
      )}
    >
      <Tabs value={tab} onChange={setTab} keepMounted>
        {hasHours && (
          <Tabs.List>
            <Tabs.Tab value="data">{t('queues.tabs.data')}</Tabs.Tab>
            <Tabs.Tab value="hours">{t('queues.tabs.hours')}</Tabs.Tab>
          </Tabs.List>
        )}
        <Tabs.Panel value="data" className={styles.fields}>
          <TextInput data-autofocus withAsterisk label={t('queues.name')} {...form.getInputProps('name')} />
          <ColorInput
            withAsterisk
            size="sm"
            label={t('queues.color')}
            swatches={suggestedColors}
            swatchesPerRow={9}
            withEyeDropper={false}
            {...form.getInputProps('color')}
          />
          <NumberInput
            size="sm"
            label={t('queues.order')}
            min={1}
            allowDecimal={false}
            {...form.getInputProps('orderQueue')}
          />
          <Textarea
            className={styles.whole}
            label={t('queues.greeting')}
            autosize
            minRows={3}
            maxRows={8}
            {...form.getInputProps('greetingMessage')}
          />
        </Tabs.Panel>
        {hasHours && (
          <Tabs.Panel value="hours" className={styles.hours}>
            <ServiceHoursField {...form.getInputProps('schedules')} value={form.values.schedules} />
            <Textarea
              label={t('queues.outOfHours')}
              autosize
              minRows={2}
              maxRows={6}
              {...form.getInputProps('outOfHoursMessage')}
            />
          </Tabs.Panel>
        )}
      </Tabs>
    </Dialog>
  )
}

const refusals = { ERR_QUEUE_NAME_ALREADY_EXISTS: 'name', ERR_QUEUE_COLOR_ALREADY_EXISTS: 'color' } as const
