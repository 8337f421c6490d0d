import { IconFile, IconMusic, IconVideo } from '@tabler/icons-react'
import styles from './quick-messages.module.css'

/** A small picture, or a mark of the file's kind. `type`: image, audio, video or anything else. */
export function FilePreview({ type, url }: { type: string; url: string | null }) {
  if (type === 'image' && url) return <img className={styles.thumbnail} src={url} alt="" />
  const Icon = type === 'video' ? IconVideo : type === 'audio' ? IconMusic : IconFile
  return (
    <span className={styles.thumbnail}>
      <Icon size={20} stroke={1.5} aria-hidden />
    </span>
  )
}
