import { Button, Progress } from '@mantine/core'
import { IconClock, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AudioPlayer, DocumentFile } from '../../features/messages/content/index.ts'
import { type UnsentToChat, chatOutbox } from '../../features/internal-chats/chat-outbox.ts'
import { codeText } from '../../lib/cache/queries.ts'
import { useFormat } from '../../lib/format.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { FormattedText } from '../../ui/text/formatted-text.tsx'
import { AnsweredText } from './answered-message.tsx'
import styles from './chats-screen.module.css'

/** A message that the server has not confirmed. One that it refused says why. */
export function UnsentMessage({ send, author }: { send: UnsentToChat; author: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { clientId, message, replyTo, ticketId, file, state, failure, createdAt } = send
  return (
    <article className={styles.message} data-first data-waiting={state !== 'failed'}>
      <span className={styles.face}>
        <Avatar name={author} size={32} />
      </span>
      <div className={styles.content}>
        <p className={styles.author}>
          <b>{author}</b> <time dateTime={createdAt}>{format.time(createdAt)}</time>{' '}
          {state !== 'failed' && <IconClock size={13} stroke={1.8} role="img" aria-label={t('chats.sending')} />}
        </p>
        {replyTo && (
          <div className={styles.answered}>
            <AnsweredText answered={replyTo} />
          </div>
        )}
        {file && <SentFile send={send} file={file} />}
        {message !== '' && (
          <div className={styles.text} dir="auto">
            <FormattedText body={message} />
          </div>
        )}
        {ticketId !== null && <p className={styles.ticket}>{t('chats.ticketNumber', { id: ticketId })}</p>}
        {state === 'failed' && failure !== null && (
          <p className={styles.failure} role="alert">
            {t('messages.notSent', { reason: failure === 'ERR_FILE_GONE' ? t('chats.fileGone') : codeText(failure) })}
            {failure !== 'ERR_FILE_GONE' && (
              <Button
                size="compact-xs"
                variant="subtle"
                color="red"
                leftSection={<IconRefresh size={13} />}
                onClick={() => chatOutbox.retry(clientId)}
              >
                {t('messages.retry')}
              </Button>
            )}
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              leftSection={<IconTrash size={13} />}
              onClick={() => chatOutbox.drop(clientId)}
            >
              {t('messages.discard')}
            </Button>
          </p>
        )}
      </div>
    </article>
  )
}

function SentFile({ send, file }: { send: UnsentToChat; file: NonNullable<UnsentToChat['file']> }) {
  const { t } = useTranslation()
  const { clientId, state, progress } = send
  return (
    <div className={styles.file}>
      {file.url !== null && file.type.startsWith('image/') ? (
        <span className={styles.picture} style={{ aspectRatio: '4 / 3' }}>
          <img src={file.url} alt={file.name} />
        </span>
      ) : file.url !== null && file.type.startsWith('audio/') ? (
        <AudioPlayer url={file.url} file={chatOutbox.fileOf(clientId)} name={file.name} size={file.size} />
      ) : (
        <DocumentFile url={file.url ?? ''} name={file.name} size={file.size} />
      )}
      {state === 'sending' && (
        <Progress value={progress * 100} size="xs" mt={4} aria-label={t('messages.sendingFile', { name: file.name })} />
      )}
    </div>
  )
}
