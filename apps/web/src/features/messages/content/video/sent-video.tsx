import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DocumentFile } from '../document-file.tsx'
import styles from '../message-content.module.css'
import { VideoFrame } from './video-frame.tsx'

/** A video that is still being sent: its first frame and its length. A file that the browser cannot play is a document. */
export function SentVideo({ url, name, size }: { url: string; name: string; size: number }) {
  const { t } = useTranslation()
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken) return <DocumentFile url={url} name={name} size={size} />
  return (
    <span
      className={styles.picture}
      style={{ aspectRatio: '4 / 3', cursor: 'default' }}
      role="img"
      aria-label={t('messages.videoNamed', { name })}
    >
      <VideoFrame url={url} thumbnail={null} seconds={null} onError={() => setIsBroken(true)} />
    </span>
  )
}
