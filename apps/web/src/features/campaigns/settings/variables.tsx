import { type CampaignVariable, limits } from '@guiche/contract'
import { ActionIcon, Button, TextInput, Textarea } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RemovalDialog } from '../../../ui/dialogs/removal-dialog.tsx'
import styles from './settings.module.css'
import type { NewVariable } from './use-new-variable.ts'

interface Props {
  variables: CampaignVariable[]
  added: NewVariable
  onChange: (variables: CampaignVariable[]) => void
}

/** They are saved with the form. */
export function Variables({ variables, added, onChange }: Props) {
  const { t } = useTranslation()
  const [doomed, setDoomed] = useState<string>()
  const { typed, type, error, take } = added

  function add() {
    const all = take()
    if (all) onChange(all)
  }

  return (
    <>
      {variables.length > 0 && (
        <table className={styles.variables}>
          <thead>
            <tr>
              <th>{t('campaigns.settings.shortcut')}</th>
              <th>{t('campaigns.settings.content')}</th>
              <th>
                <span className="aloud">{t('ui.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {variables.map(({ key, value }) => (
              <tr key={key}>
                <td>
                  <code>{`{${key}}`}</code>
                </td>
                <td>{value}</td>
                <td>
                  <ActionIcon
                    size={28}
                    aria-label={t('campaigns.settings.remove', { key })}
                    onClick={() => setDoomed(key)}
                  >
                    <IconTrash size={17} stroke={1.7} />
                  </ActionIcon>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {variables.length < limits.campaignVariables && (
        <div className={styles.add}>
          <TextInput
            label={t('campaigns.settings.shortcut')}
            placeholder={t('campaigns.settings.shortcutExample')}
            value={typed.key}
            error={error}
            onChange={({ currentTarget }) => type({ key: currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              add()
            }}
          />
          <Textarea
            autosize
            minRows={1}
            maxRows={6}
            maxLength={limits.campaignValue}
            label={t('campaigns.settings.content')}
            value={typed.value}
            onChange={({ currentTarget }) => type({ value: currentTarget.value })}
          />
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add}>
            {t('campaigns.settings.addVariable')}
          </Button>
        </div>
      )}
      {doomed !== undefined && (
        <RemovalDialog
          name={`{${doomed}}`}
          onClose={() => setDoomed(undefined)}
          onRemove={() => Promise.resolve(onChange(variables.filter(({ key }) => key !== doomed)))}
        >
          {t('campaigns.settings.removalText')}
        </RemovalDialog>
      )}
    </>
  )
}
