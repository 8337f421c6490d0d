import { Button, Menu, Textarea } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import { type FocusEventHandler, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { variables } from './quick-message-values.ts'
import styles from './quick-messages.module.css'

interface Props {
  value: string
  onChange: (text: string) => void
  onBlur?: FocusEventHandler
  error?: ReactNode
  isRequired: boolean
  most: number
}

/** The text, with a menu that inserts a variable at the caret. */
export function MessageField({ value, onChange, onBlur, error, isRequired, most }: Props) {
  const { t } = useTranslation()
  const area = useRef<HTMLTextAreaElement>(null)

  function insert(name: string) {
    const piece = `{{${name}}}`
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
        withAsterisk={isRequired}
        label={t('quick-messages.message')}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={most}
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={onBlur}
      />
      <Menu position="bottom-start" returnFocus={false}>
        <Menu.Target>
          <Button size="compact-sm" variant="subtle" leftSection={<IconBraces size={14} />}>
            {t('quick-messages.insertVariable')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {variables.map((name) => (
            <Menu.Item key={name} rightSection={<code>{`{{${name}}}`}</code>} onClick={() => insert(name)}>
              {t(`quick-messages.variable.${name}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
