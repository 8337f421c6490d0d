import type { MessageView } from '@guiche/contract'
import { Button, Loader } from '@mantine/core'
import { IconFileAlert, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMessageActions } from '../message-actions.ts'
import styles from './message-content.module.css'
import { shapeOf } from './media-shape.ts'
import { kindOf } from '../message-kind.ts'

/** The message has arrived without its file, which is being fetched or could not be. */
export function FileState({ message, state }: { message: MessageView; state: 'waiting' | 'failed' }) {
  const { t } = useTranslation()
  const { retry } = useMessageActions()
  const kind = kindOf(message)
  const isVisual = kind === 'image' || kind === 'video'

  return (
    <div className={styles.state} data-visual={isVisual} style={isVisual ? shapeOf(message) : undefined} role="status">
      {state === 'waiting' ? <Loader size={18} aria-hidden /> : <IconFileAlert size={22} stroke={1.5} aria-hidden />}
      <span>
        {message.mediaName ?? t(`messages.kind.${kind}`)}
        <small>{t(`messages.file.${state}`)}</small>
      </span>
      {state === 'failed' && (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconRefresh size={13} />}
          onClick={() => retry(message)}
        >
          {t('messages.retry')}
        </Button>
      )}
    </div>
  )
}
