import type { MessageView } from '@guiche/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessageActions } from '../../message-actions.ts'
import { DocumentFile } from '../document-file.tsx'
import { shapeOf } from '../media-shape.ts'
import styles from '../message-content.module.css'
import { VideoFrame } from './video-frame.tsx'

/** A frame with the length; it is played in the gallery. */
export function Video({ message, url }: { message: MessageView; url: string }) {
  const { t } = useTranslation()
  const { openImage } = useMessageActions()
  const [broken, setBroken] = useState<string>()
  const { thumbnailUrl, mediaName, mediaSize, mediaSeconds } = message
  // What the browser cannot play can still be downloaded.
  if (broken === url) return <DocumentFile url={url} name={mediaName} size={mediaSize} />
  return (
    <button
      type="button"
      className={styles.picture}
      style={shapeOf(message)}
      aria-label={t('messages.playVideo', { name: mediaName ?? '' })}
      onClick={() => openImage(message.id)}
    >
      <VideoFrame url={url} thumbnail={thumbnailUrl} seconds={mediaSeconds} onError={() => setBroken(url)} />
    </button>
  )
}
