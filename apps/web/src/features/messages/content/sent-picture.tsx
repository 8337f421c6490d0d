import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shapeOf } from './media-shape.ts'
import styles from './message-content.module.css'

/** A picture or sticker that is still being sent. It has the shape that it has afterwards, so that sending moves nothing. */
export function SentPicture({ url, name, isSticker }: { url: string; name: string; isSticker: boolean }) {
  const { t } = useTranslation()
  const [size, setSize] = useState({ mediaWidth: 0, mediaHeight: 0 })
  if (isSticker) return <img className={styles.sticker} src={url} alt={t('messages.kind.sticker')} />
  return (
    <span className={styles.picture} style={{ ...shapeOf(size), cursor: 'default' }}>
      <img
        src={url}
        alt={name}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize({ mediaWidth: naturalWidth, mediaHeight: naturalHeight })
        }
      />
    </span>
  )
}
