import type { ConnectionView, QueueView } from '@guiche/contract'
import { MultiSelect, Select, Switch, TextInput, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { HourField } from '../../ui/fields/hour-field.tsx'
import styles from './user-dialog.module.css'
import type { UserValues } from './user-values.ts'

interface Props {
  form: UseFormReturnType<UserValues>
  queues: QueueView[]
  connections: ConnectionView[]
}

/** Queues, connection, working hours and rights of a user. */
export function UserAccessFields({ form, queues, connections }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <MultiSelect
        size="sm"
        searchable
        clearable
        label={t('users.queues')}
        placeholder={form.values.queueIds.length > 0 ? undefined : t('users.none')}
        nothingFoundMessage={t('ui.nothingFound')}
        data={queues.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.getInputProps('queueIds')}
      />
      <div className={styles.triple}>
        <Select
          label={t('users.connection')}
          data={[
            { value: '', label: t('users.none') },
            ...connections.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          {...form.getInputProps('whatsappId')}
        />
        <HourField label={t('users.startWork')} {...form.getInputProps('startWork')} value={form.values.startWork} />
        <HourField label={t('users.endWork')} {...form.getInputProps('endWork')} value={form.values.endWork} />
      </div>
      <TextInput
        type="tel"
        inputMode="tel"
        maxLength={20}
        label={t('users.wpp')}
        description={t('users.wppHint')}
        {...form.getInputProps('wpp')}
      />
      <Textarea
        label={t('users.farewell')}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('farewellMessage')}
      />
      <fieldset className={styles.permissions}>
        <legend>{t('users.permissions')}</legend>
        {rights.map((right) => (
          <Switch key={right} label={t(`users.rights.${right}`)} {...form.getInputProps(right, { type: 'checkbox' })} />
        ))}
      </fieldset>
    </>
  )
}

const rights = ['allTicket', 'allowGroup', 'showDashboard', 'allowRealTime', 'allowConnections'] as const
