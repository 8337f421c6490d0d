import type { MessageView } from '@guiche/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DocumentFile } from './document-file.tsx'
import { shapeOf } from './media-shape.ts'
import { useMessageActions } from '../message-actions.ts'
import styles from './message-content.module.css'

export function Picture({ message, url }: { message: MessageView; url: string }) {
  const { t } = useTranslation()
  const { openImage } = useMessageActions()
  const [broken, setBroken] = useState<string>()
  // A picture that the browser cannot show can still be downloaded.
  if (broken === url) return <DocumentFile url={url} name={message.mediaName} size={message.mediaSize} />

  return (
    <button
      type="button"
      className={styles.picture}
      style={shapeOf(message)}
      aria-label={t('messages.openImage', { name: message.mediaName ?? '' })}
      onClick={() => openImage(message.id)}
    >
      <img src={message.thumbnailUrl ?? url} alt="" loading="lazy" decoding="async" onError={() => setBroken(url)} />
    </button>
  )
}
