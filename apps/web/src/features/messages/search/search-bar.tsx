import { ActionIcon, TextInput, Tooltip } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconSearch, IconX, type IconProps } from '@tabler/icons-react'
import { type ComponentType, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { useFocusReturn } from '../../../ui/use-focus-return.ts'
import styles from './search-bar.module.css'
import type { ConversationSearch } from './use-conversation-search.ts'

/** Below the head of a conversation: the text, the number of hits, and the way from one to the next. */
export function SearchBar({ search }: { search: ConversationSearch }) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  useFocusReturn()
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [search.asked])
  const hasHits = search.state === 'found'

  return (
    <search className={styles.bar}>
      <TextInput
        ref={field}
        className={styles.field ?? ''}
        size="xs"
        type="search"
        aria-label={t('search.within.label')}
        placeholder={t('search.within.label')}
        leftSection={<IconSearch size={15} stroke={1.8} />}
        value={search.text}
        maxLength={200}
        onChange={({ currentTarget }) => search.setText(currentTarget.value)}
        onKeyDown={(event) => {
          const { key, shiftKey } = event
          if (key === 'Escape') return search.close()
          if (!hasHits) return undefined
          if (key === 'ArrowUp' || (key === 'Enter' && !shiftKey)) search.older()
          else if (key === 'ArrowDown' || key === 'Enter') search.newer()
          else return undefined
          return event.preventDefault()
        }}
      />
      <Count search={search} />
      <Step label={t('search.within.older')} icon={IconChevronUp} isOn={hasHits} onClick={search.older} />
      <Step label={t('search.within.newer')} icon={IconChevronDown} isOn={hasHits} onClick={search.newer} />
      <Step label={t('search.within.close')} icon={IconX} isOn onClick={search.close} />
    </search>
  )
}

function Count({ search }: { search: ConversationSearch }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { state, position, total, isMore } = search
  return (
    <p className={`${styles.count} figures`} role="status">
      {state === 'found'
        ? t('search.within.position', {
            position: format.number(position),
            total: `${format.number(total)}${isMore ? '+' : ''}`,
          })
        : t(`search.within.${state}`)}
    </p>
  )
}

interface StepProps {
  label: string
  icon: ComponentType<IconProps>
  isOn: boolean
  onClick: () => void
}

function Step({ label, icon: Icon, isOn, onClick }: StepProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon className={styles.step ?? ''} size={30} aria-label={label} disabled={!isOn} onClick={onClick}>
        <Icon size={18} stroke={1.8} />
      </ActionIcon>
    </Tooltip>
  )
}
