import { useTranslation } from 'react-i18next'
import styles from './message-content.module.css'

/** A picture or sticker that is still being sent. Its size is unknown, so a picture takes 4:3. */
export function SentPicture({ url, name, isSticker }: { url: string; name: string; isSticker: boolean }) {
  const { t } = useTranslation()
  if (isSticker) return <img className={styles.sticker} src={url} alt={t('messages.kind.sticker')} />
  return (
    <span className={styles.picture} style={{ aspectRatio: '4 / 3', cursor: 'default' }}>
      <img src={url} alt={name} />
    </span>
  )
}
