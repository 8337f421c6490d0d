import type { SimulatedMessage } from '@guiche/contract'
import { IconFile, IconMusic, IconVideo } from '@tabler/icons-react'
import { useState } from 'react'
import styles from './simulator.module.css'

/** A file that would be sent: a picture as it is, others by their name. */
export function SimulatedFile({ file }: { file: NonNullable<SimulatedMessage['file']> }) {
  const [hasFailed, setFailed] = useState(false)
  const { name, mediaType, url } = file
  if (mediaType === 'image' && url && !hasFailed)
    return <img className={styles.picture} src={url} alt={name} onError={() => setFailed(true)} />
  const Icon = mediaType === 'audio' ? IconMusic : mediaType === 'video' ? IconVideo : IconFile
  return (
    <p className={styles.file}>
      <Icon size={18} aria-hidden />
      <span className="cut">{name}</span>
    </p>
  )
}
