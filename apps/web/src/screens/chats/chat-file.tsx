import type { InternalMessageView } from '@guiche/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AudioPlayer, DocumentFile, shapeOf } from '../../features/messages/content/index.ts'
import { useChatMessageActions } from './chat-message-actions.ts'
import styles from './chats-screen.module.css'

/** The file of a message, or nothing. What a browser cannot show is a file to download. */
export function ChatFile({ message }: { message: InternalMessageView }) {
  const { mediaPath, mediaType, mediaName, mediaSize, mediaSeconds, mediaWave } = message
  if (mediaPath === null) return null
  switch (mediaType) {
    case 'audio':
      return (
        <div className={styles.file}>
          <AudioPlayer url={mediaPath} name={mediaName} size={mediaSize} seconds={mediaSeconds} wave={mediaWave} />
        </div>
      )
    case 'image':
      return <Picture message={message} url={mediaPath} />
    case 'video':
      return <Video message={message} url={mediaPath} />
    case 'text':
    case 'application':
      return (
        <div className={styles.file}>
          <DocumentFile url={mediaPath} name={mediaName} size={mediaSize} />
        </div>
      )
  }
}

interface Shown {
  message: InternalMessageView
  url: string
}

function Picture({ message, url }: Shown) {
  const { t } = useTranslation()
  const { openImage } = useChatMessageActions()
  const [broken, setBroken] = useState<string>()
  const { mediaName, mediaSize, thumbnailUrl } = message
  if (broken === url) return <DocumentFile url={url} name={mediaName} size={mediaSize} />
  return (
    <button
      type="button"
      className={styles.picture}
      style={shapeOf(message)}
      aria-label={t('messages.openImage', { name: mediaName ?? '' })}
      onClick={() => openImage(message.id)}
    >
      <img src={thumbnailUrl ?? url} alt="" loading="lazy" decoding="async" onError={() => setBroken(url)} />
    </button>
  )
}

function Video({ message: { mediaName, mediaSize }, url }: Shown) {
  const [broken, setBroken] = useState<string>()
  if (broken === url) return <DocumentFile url={url} name={mediaName} size={mediaSize} />
  return (
    <video
      className={styles.video}
      src={`${url}#t=0.001`}
      controls
      preload="metadata"
      playsInline
      aria-label={mediaName ?? ''}
      onError={() => setBroken(url)}
    >
      <track kind="captions" />
    </video>
  )
}
