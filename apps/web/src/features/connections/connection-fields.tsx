import type { QueueView } from '@guiche/contract'
import { MultiSelect, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import styles from './connection-dialog.module.css'
import { type ConnectionValues, redirectTimes } from './connection-values.ts'

interface Props {
  form: UseFormReturnType<ConnectionValues>
  queues: QueueView[]
  /** False for the default connection: another one can become the default, but it cannot be unset. */
  canBeUnset: boolean
  /** Whether its network has groups. */
  hasGroups: boolean
  /** Whether the voice call service can call from its account. */
  hasCalls: boolean
}

export function ConnectionFields({ form, queues, canBeUnset, hasGroups, hasCalls }: Props) {
  const { t } = useTranslation()
  const choices = queues.map(({ id, name }) => ({ value: String(id), label: name }))

  return (
    <>
      <TextInput data-autofocus withAsterisk label={t('connections.name')} {...form.getInputProps('name')} />
      <Switch
        label={t('connections.default')}
        description={t(canBeUnset ? 'connections.defaultHint' : 'connections.defaultKept')}
        disabled={!canBeUnset}
        {...form.getInputProps('isDefault', { type: 'checkbox' })}
      />
      <MultiSelect
        size="sm"
        searchable
        clearable
        label={t('connections.queues')}
        description={t('connections.queuesHint')}
        nothingFoundMessage={t('ui.nothingFound')}
        data={choices}
        {...form.getInputProps('queueIds')}
      />
      <div className={styles.pair}>
        <Select
          label={t('connections.redirectQueue')}
          data={[{ value: '', label: t('connections.noRedirect') }, ...choices]}
          {...form.getInputProps('sendIdQueue')}
        />
        <Select
          label={t('connections.redirectTime')}
          disabled={!form.values.sendIdQueue}
          data={redirectTimes.map((minutes) => ({
            value: String(minutes),
            label: minutes === 0 ? t('connections.off') : t('connections.minutes', { count: minutes }),
          }))}
          {...form.getInputProps('timeSendQueue')}
        />
      </div>
      {hasGroups && (
        <>
          <Switch
            label={t('connections.allowGroup')}
            description={t('connections.allowGroupHint')}
            {...form.getInputProps('allowGroup', { type: 'checkbox' })}
          />
          <Switch
            label={t('connections.groupAsTicket')}
            description={t('connections.groupAsTicketHint')}
            disabled={!form.values.allowGroup}
            {...form.getInputProps('groupAsTicket', { type: 'checkbox' })}
          />
        </>
      )}
      <NumberInput
        size="sm"
        min={0}
        allowDecimal={false}
        label={t('connections.newTicketAfter')}
        description={t('connections.newTicketAfterHint')}
        suffix={t('connections.minutesSuffix')}
        {...form.getInputProps('timeCreateNewTicket')}
      />
      {hasCalls && (
        <TextInput
          label={t('connections.callToken')}
          description={t('connections.callTokenHint')}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('wavoip')}
        />
      )}
    </>
  )
}
