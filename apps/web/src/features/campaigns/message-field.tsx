import { campaignNames, limits } from '@guiche/contract'
import { Button, Menu, Textarea } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FocusEventHandler, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { campaignSettings } from './campaign-settings.api.ts'
import styles from './campaigns.module.css'

interface Props {
  label: string
  description: string
  value: string
  onChange: (text: string) => void
  onBlur?: FocusEventHandler
  error?: ReactNode
  isDisabled: boolean
}

/** A text, with a menu that inserts a variable at the caret. */
export function MessageField({ label, description, value, onChange, onBlur, error, isDisabled }: Props) {
  const { t } = useTranslation()
  const area = useRef<HTMLTextAreaElement>(null)

  function insert(name: string) {
    const piece = `{${name}}`
    const { selectionStart: from, selectionEnd: to } = area.current ?? { selectionStart: 0, selectionEnd: 0 }
    onChange(value.slice(0, from) + piece + value.slice(to))
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(from + piece.length, from + piece.length)
    })
  }

  return (
    <div className={styles.message}>
      <Textarea
        ref={area}
        label={label}
        description={description}
        placeholder={t('campaigns.messagePlaceholder')}
        autosize
        minRows={5}
        maxRows={12}
        maxLength={limits.campaignText}
        disabled={isDisabled}
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={onBlur}
      />
      {!isDisabled && <VariableMenu field={label} onChoose={insert} />}
    </div>
  )
}

function VariableMenu({ field, onChoose }: { field: string; onChoose: (name: string) => void }) {
  const { t } = useTranslation()
  const own = useQuery(campaignSettings).data?.variables ?? []
  const label = t('campaigns.insertVariable')
  return (
    <Menu position="bottom-start" returnFocus={false} width={320}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconBraces size={14} />}
          aria-label={`${label}: ${field}`}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.variables ?? ''}>
        {builtIn.map(({ kind, name }) => (
          <Menu.Item key={kind} rightSection={<code>{`{${name}}`}</code>} onClick={() => onChoose(name)}>
            {t(`campaigns.variables.${kind}`)}
          </Menu.Item>
        ))}
        {own.length > 0 && <Menu.Label>{t('campaigns.ownVariables')}</Menu.Label>}
        {own.map(({ key, value }) => (
          <Menu.Item key={key} rightSection={<code>{`{${key}}`}</code>} onClick={() => onChoose(key)}>
            <span className="cut-lines">{value || t('campaigns.emptyVariable')}</span>
          </Menu.Item>
        ))}
        <Menu.Label className={styles.hint ?? ''}>{t('campaigns.defaultHint')}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Each by the name that Brazilian users know. */
const builtIn = Object.entries(campaignNames).map(([kind, [name]]) => ({ kind, name }))
