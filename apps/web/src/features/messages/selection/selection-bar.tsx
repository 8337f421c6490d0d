import type { MessageView } from '@guiche/contract'
import { ActionIcon, Button } from '@mantine/core'
import { IconArrowForwardUp, IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../../ui/toasts/toasts.tsx'
import styles from './selection.module.css'

interface Props {
  selected: MessageView[]
  onForward: () => void
  onCancel: () => void
}

/** Takes the place of the composer while messages are being selected. */
export function SelectionBar({ selected, onForward, onCancel }: Props) {
  const { t } = useTranslation()
  useEscape(onCancel)
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('messages.forward.selection')}>
      <ActionIcon aria-label={t('messages.forward.cancel')} onClick={onCancel}>
        <IconX size={18} stroke={1.8} />
      </ActionIcon>
      <p className={styles.count} aria-live="polite">
        {t('messages.forward.selected', { count: selected.length })}
      </p>
      <Button
        leftSection={<IconArrowForwardUp size={16} stroke={1.8} />}
        onClick={() => (selected.length === 0 ? toast.warn(t('messages.forward.none')) : onForward())}
      >
        {t('messages.forward.action')}
      </Button>
    </div>
  )
}

/** An open dialog handles Escape itself. */
function useEscape(run: () => void) {
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('[role="dialog"]')) return
    event.stopPropagation()
    run()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onEscape(event)
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [])
}
