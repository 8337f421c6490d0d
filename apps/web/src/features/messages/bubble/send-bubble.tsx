import { wordsOf } from '@guiche/contract'
import { Progress } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { useMe } from '../../../lib/session.ts'
import { Ticks } from '../../../ui/marks/ticks.tsx'
import { AudioPlayer, DocumentFile, Quote, SentPicture, SentVideo } from '../content/index.ts'
import { Failure } from './failure.tsx'
import styles from './message-bubble.module.css'
import { MessageText } from './message-text.tsx'
import { outbox } from '../outbox.ts'
import { SentThing } from './sent-thing.tsx'
import type { Send } from '../sends.ts'

/** A message that the server has not confirmed: drawn like a sent one, with a clock. */
export const SendBubble = memo(function SendBubble({ send, isFirst }: { send: Send; isFirst: boolean }) {
  const { t } = useTranslation()
  const me = useMe()
  const { clientId, isPrivate, file, thing, quoted, failure, state } = send
  const isVisual = (file?.url && /^(image|video)\//.test(file.type)) || thing?.kind === 'location'
  const body = wordsOf({ body: send.body, signature: me.name })
  const meta = <Meta send={send} />

  return (
    <div className={styles.row} data-side="out" data-first={isFirst}>
      <div
        className={styles.bubble}
        data-kind={isPrivate ? 'note' : file?.isSticker ? 'sticker' : 'text'}
        data-visual={Boolean(isVisual)}
        data-failed={state === 'failed'}
        data-waiting={state !== 'failed'}
      >
        {isPrivate ? (
          <p className={styles.noteHead}>
            <IconLock size={13} stroke={2} aria-hidden /> {t('messages.composer.private')}
          </p>
        ) : (
          isFirst && <p className={styles.author}>{me.name}</p>
        )}
        {quoted && <Quote quoted={quoted} />}
        {file && <SentFile send={send} file={file} />}
        {thing && <SentThing thing={thing} />}
        {body === '' ? meta : <MessageText body={body} after={meta} />}
      </div>
      {state === 'failed' && failure !== null && (
        <Failure
          reason={failure}
          onRetry={failure === 'ERR_FILE_GONE' ? undefined : () => outbox.retry(clientId)}
          onDiscard={() => outbox.drop(clientId)}
        />
      )}
    </div>
  )
})

function SentFile({ send: { clientId, state, progress }, file }: { send: Send; file: NonNullable<Send['file']> }) {
  const { t } = useTranslation()
  return (
    <>
      {file.url && (file.isSticker || file.type.startsWith('image/')) ? (
        <SentPicture url={file.url} name={file.name} isSticker={file.isSticker === true} />
      ) : file.type.startsWith('video/') && file.url ? (
        <SentVideo url={file.url} name={file.name} size={file.size} />
      ) : file.type.startsWith('audio/') && file.url ? (
        <AudioPlayer url={file.url} file={outbox.fileOf(clientId)} name={file.name} size={file.size} />
      ) : (
        <DocumentFile url={file.url ?? ''} name={file.name} size={file.size} />
      )}
      {state === 'sending' && (
        <Progress value={progress * 100} size="xs" mt={4} aria-label={t('messages.sendingFile', { name: file.name })} />
      )}
    </>
  )
}

function Meta({ send: { createdAt, state } }: { send: Send }) {
  const format = useFormat()
  return (
    <span className={styles.meta}>
      <time dateTime={createdAt}>{format.time(createdAt)}</time>
      <Ticks tick={state === 'failed' ? 'failed' : 'pending'} />
    </span>
  )
}
