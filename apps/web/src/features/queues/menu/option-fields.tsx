import { OptionType } from '@guiche/contract'
import { Select, Switch, TextInput, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { integrationChoices } from '../../../lib/choices/integration-choices.ts'
import { hasIntegrations } from '../../../lib/rights.ts'
import { useMe } from '../../../lib/session.ts'
import { queueList } from '../queues.api.ts'
import type { EditedOption, OptionErrors } from './menu-tree.ts'
import { attendantChoices, fileListChoices } from './menu.api.ts'
import styles from './menu.module.css'

interface Props {
  option: EditedOption
  errors: OptionErrors
  queueId: number | undefined
  onChange: (change: Partial<EditedOption>) => void
}

export function OptionFields({ option, errors, queueId, onChange }: Props) {
  const { t } = useTranslation()
  const textOf = (error: OptionErrors['name']) => error && t(`ui.form.${error}`)
  const hasThem = hasIntegrations(useMe())
  const types = OptionType.options.filter((type) => type !== 'integration' || hasThem || option.queueType === type)
  return (
    <div className={styles.fields}>
      <TextInput
        withAsterisk
        label={t('queues.menu.name')}
        value={option.name}
        error={textOf(errors.name)}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <Select
        label={t('queues.menu.type')}
        allowDeselect={false}
        value={option.queueType}
        data={types.map((type) => ({ value: type, label: t(`queues.menu.types.${type}`) }))}
        onChange={(type) => onChange({ queueType: OptionType.parse(type), ...noTarget })}
      />
      <Target option={option} error={textOf(errors.target)} queueId={queueId} onChange={onChange} />
      <Textarea
        className={styles.whole}
        label={t('queues.menu.message')}
        autosize
        minRows={2}
        maxRows={8}
        value={option.greetingMessage}
        error={textOf(errors.greetingMessage)}
        onChange={({ currentTarget }) => onChange({ greetingMessage: currentTarget.value })}
      />
      <Switch
        className={styles.whole}
        label={t('queues.menu.closeTicket')}
        checked={option.closeTicket}
        onChange={({ currentTarget }) => onChange({ closeTicket: currentTarget.checked })}
      />
    </div>
  )
}

const noTarget = { optQueueId: null, optUserId: null, optFileId: null, optIntegrationId: null }

type TargetProps = Omit<Props, 'errors'> & { error: string | undefined }

/** Where the option leads: a queue, an attendant, an integration or a list of files. */
function Target({ option, error, queueId, onChange }: TargetProps) {
  const { t } = useTranslation()
  const queues = useQuery({ ...queueList, enabled: option.queueType === 'queue' || option.queueType === 'attendent' })
  const users = useQuery({ ...attendantChoices, enabled: option.queueType === 'attendent' })
  const lists = useQuery({ ...fileListChoices, enabled: option.queueType === 'file' })
  const integrations = useQuery({ ...integrationChoices, enabled: option.queueType === 'integration' })
  const numberOf = (text: string | null) => (text === null ? null : Number(text))
  const others = queues.data?.filter(({ id }) => id !== queueId)
  const isGone = others?.every(({ id }) => id !== option.optQueueId) ?? false
  switch (option.queueType) {
    case 'queue':
      return (
        <Choice
          label={t('queues.menu.types.queue')}
          choices={others}
          value={option.optQueueId}
          error={error}
          onChange={(id) => onChange({ optQueueId: numberOf(id) })}
        />
      )
    case 'attendent':
      return (
        <>
          <Choice
            label={t('queues.menu.types.attendent')}
            choices={users.data}
            value={option.optUserId}
            error={error}
            onChange={(id) => onChange({ optUserId: numberOf(id), ...(isGone && { optQueueId: null }) })}
          />
          <Select
            searchable
            clearable
            label={t('queues.menu.types.queue')}
            placeholder={t('queues.menu.thisQueue')}
            value={option.optQueueId === null || isGone ? null : String(option.optQueueId)}
            data={choicesOf(others)}
            onChange={(id) => onChange({ optQueueId: numberOf(id) })}
          />
        </>
      )
    case 'file':
      return (
        <Choice
          label={t('queues.menu.fileList')}
          choices={lists.data}
          value={option.optFileId}
          error={error}
          onChange={(id) => onChange({ optFileId: numberOf(id) })}
        />
      )
    case 'integration':
      return (
        <Choice
          label={t('queues.menu.types.integration')}
          choices={integrations.data}
          value={option.optIntegrationId}
          error={error}
          onChange={(id) => onChange({ optIntegrationId: numberOf(id) })}
        />
      )
    case 'text':
      return null
  }
}

interface ChoiceProps {
  label: string
  choices: { id: number; name: string }[] | undefined
  value: number | null
  error: string | undefined
  onChange: (id: string | null) => void
}

const choicesOf = (things: { id: number; name: string }[] = []) =>
  things.map(({ id, name }) => ({ value: String(id), label: name }))

/** A target that was deleted stays chosen, and the field says so. */
function Choice({ label, choices, value, error, onChange }: ChoiceProps) {
  const { t } = useTranslation()
  const isGone = value !== null && choices !== undefined && choices.every(({ id }) => id !== value)
  return (
    <Select
      withAsterisk
      searchable
      allowDeselect={false}
      label={label}
      placeholder={t('queues.menu.choose')}
      value={isGone || value === null ? null : String(value)}
      data={choicesOf(choices)}
      error={error ?? (isGone && t('queues.menu.gone'))}
      onChange={onChange}
    />
  )
}
