import { importLimits } from '@guiche/contract'
import { Checkbox, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './connection-dialog.module.css'
import type { ConnectionValues } from './connection-values.ts'
import { fieldTime } from './import-values.ts'

interface Props {
  form: UseFormReturnType<ConnectionValues>
  /** The connection exists already, so its phone has to be unlinked: only a newly linked phone sends its history. */
  isLinked: boolean
  /** It comes once, and from no groups. */
  isOnce: boolean
}

export function ImportFields({ form, isLinked, isOnce }: Props) {
  const { t } = useTranslation()
  const { wantsImport, importSince } = form.values
  const hint = isOnce ? 'wantedOnce' : isLinked ? 'wantedRelinks' : 'wantedHint'
  const [now] = useState(() => Date.now())

  return (
    <>
      <Switch
        label={t('connections.import.wanted')}
        description={t(`connections.import.${hint}`)}
        {...form.getInputProps('wantsImport', { type: 'checkbox' })}
      />
      {wantsImport && (
        <>
          <div className={styles.pair}>
            <TextInput
              type="datetime-local"
              label={t('connections.import.since')}
              min={fieldTime(new Date(now - importLimits.oldest))}
              max={fieldTime(new Date(now))}
              {...form.getInputProps('importSince')}
            />
            <TextInput
              type="datetime-local"
              label={t('connections.import.until')}
              min={importSince}
              max={fieldTime(new Date(now))}
              {...form.getInputProps('importUntil')}
            />
          </div>
          {!isOnce && (
            <Checkbox
              label={t('connections.import.groups')}
              {...form.getInputProps('importGroups', { type: 'checkbox' })}
            />
          )}
          <Checkbox
            label={t('connections.import.closes')}
            description={t('connections.import.closesHint')}
            {...form.getInputProps('importCloses', { type: 'checkbox' })}
          />
        </>
      )}
    </>
  )
}
