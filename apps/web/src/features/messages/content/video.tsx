import type { MessageView } from '@guiche/contract'
import { IconPlayerPlayFilled, IconVideo } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { DocumentFile } from './document-file.tsx'
import { shapeOf } from './media-shape.ts'
import styles from './message-content.module.css'

/** A poster with the duration; the player is created on the first click. */
export function Video({ message, url }: { message: MessageView; url: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [state, setState] = useState<'still' | 'playing' | 'broken'>('still')
  const { thumbnailUrl, mediaName, mediaSize } = message
  if (state === 'broken') return <DocumentFile url={url} name={mediaName} size={mediaSize} />
  if (state === 'playing') {
    return (
      <video
        className={styles.video}
        style={shapeOf(message)}
        src={url}
        controls
        autoPlay
        onError={() => setState('broken')}
      >
        <track kind="captions" />
      </video>
    )
  }
  return (
    <button
      type="button"
      className={styles.picture}
      style={shapeOf(message)}
      aria-label={t('messages.playVideo', { name: mediaName ?? '' })}
      onClick={() => setState('playing')}
    >
      {thumbnailUrl && <img src={thumbnailUrl} alt="" loading="lazy" />}
      <span className={styles.play}>
        <IconPlayerPlayFilled size={20} />
      </span>
      {mediaSize !== null && (
        <span className={styles.length}>
          <IconVideo size={14} stroke={1.8} /> {format.fileSize(mediaSize)}
        </span>
      )}
    </button>
  )
}
