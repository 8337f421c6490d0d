import { IconPlayerPlayFilled, IconVideo } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DocumentFile } from './document-file.tsx'
import { lengthOf } from './media-shape.ts'
import styles from './message-content.module.css'

/** A video that is still being sent: its first frame and its length. A file that the browser cannot play is a document. */
export function SentVideo({ url, name, size }: { url: string; name: string; size: number }) {
  const { t } = useTranslation()
  const [seconds, setSeconds] = useState<number>()
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken) return <DocumentFile url={url} name={name} size={size} />
  return (
    <span className={styles.picture} style={{ aspectRatio: '4 / 3', cursor: 'default' }}>
      <video
        className={styles.frame}
        // The part after # makes Safari show a frame.
        src={`${url}#t=0.001`}
        aria-label={t('messages.videoNamed', { name })}
        preload="metadata"
        muted
        playsInline
        onLoadedMetadata={({ currentTarget: { duration } }) => setSeconds(duration)}
        onError={() => setIsBroken(true)}
      />
      <span className={styles.play}>
        <IconPlayerPlayFilled size={20} />
      </span>
      {seconds !== undefined && Number.isFinite(seconds) && (
        <span className={styles.length}>
          <IconVideo size={14} stroke={1.8} /> {lengthOf(seconds)}
        </span>
      )}
    </span>
  )
}
