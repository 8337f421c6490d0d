import type { MessageView } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconRefresh, IconTrash } from '@tabler/icons-react'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import styles from './failure.module.css'
import { useMessageActions } from '../message-actions.ts'

interface Props {
  /** An error code. */
  reason: string
  /** What the network said of it, in its own words. */
  details?: string | undefined
  onRetry: (() => void) | undefined
  onDiscard?: (() => void) | undefined
}

/** Shown under a failed message: the reason, and what can be done. */
export function Failure({ reason, details, onRetry, onDiscard }: Props) {
  const { t } = useTranslation()
  return (
    <p className={styles.failure} role="alert">
      {t('messages.notSent', { reason: reasonText(reason) })}
      {details && <small className={styles.details}>{t('messages.networkSays', { details })}</small>}
      {onRetry && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="red"
          leftSection={<IconRefresh size={13} />}
          onClick={onRetry}
        >
          {t('messages.retry')}
        </Button>
      )}
      {onDiscard && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<IconTrash size={13} />}
          onClick={onDiscard}
        >
          {t('messages.discard')}
        </Button>
      )}
    </p>
  )
}

export function MessageFailure({ message, failure }: { message: MessageView; failure: string }) {
  const { retry, canWrite } = useMessageActions()
  return (
    <Failure reason={failure} details={message.failureDetails} onRetry={canWrite ? () => retry(message) : undefined} />
  )
}

function reasonText(code: string): string {
  const [own, known] = [`messages.failure.${code}`, `errors.${code}`]
  if (i18next.exists(own)) return i18next.t(own)
  return i18next.exists(known) ? i18next.t(known) : i18next.t('messages.failure.unknown')
}
