import { Button, Checkbox, Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { QueueMark } from '../../../../ui/marks/marks.tsx'
import styles from './list-head.module.css'

export interface Choice {
  id: number
  name: string
  color: string
}

interface Props {
  queues: Choice[]
  /** Empty for all queues. */
  value: number[]
  onChange: (value: number[]) => void
}

export function QueueSelect({ queues, value, onChange }: Props) {
  const { t } = useTranslation()
  const isChosen = (id: number) => value.length === 0 || value.includes(id)

  function toggle(id: number) {
    const all = queues.map((queue) => queue.id)
    const chosen = all.filter((one) => (one === id ? !isChosen(one) : isChosen(one)))
    onChange(chosen.length === all.length ? [] : chosen)
  }

  return (
    <Popover withOverlay position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          rightSection={<IconChevronDown size={14} />}
          className={styles.queues ?? ''}
          aria-label={t('tickets.queues.label', { count: value.length || queues.length })}
        >
          {t('tickets.queues.short')} <b>{value.length || queues.length}</b>
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={t('tickets.queues.choose')}>
        <div className={styles.choices} role="group" aria-label={t('tickets.queues.choose')}>
          {queues.map((queue) => (
            <Checkbox
              key={queue.id}
              label={<QueueMark queue={queue} />}
              checked={isChosen(queue.id)}
              disabled={value.length === 1 && value[0] === queue.id}
              onChange={() => toggle(queue.id)}
            />
          ))}
          {queues.length === 0 && <p className={styles.none}>{t('tickets.queues.none')}</p>}
          {value.length > 0 && (
            <Button size="compact-xs" variant="subtle" onClick={() => onChange([])}>
              {t('tickets.queues.all')}
            </Button>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
