import type { MessageView } from '@guiche/contract'
import { Loader } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { kindOf } from '../message-kind.ts'
import { useMessageActions } from '../message-actions.ts'
import styles from './message-content.module.css'
import { VideoFrame } from './video/video-frame.tsx'

interface Props {
  message: MessageView
  label: string
  /** How many more pictures stand behind this one. */
  more: number
}

/** One picture or video of an album. */
export function AlbumPicture({ message, label, more }: Props) {
  const { openImage } = useMessageActions()
  const [broken, setBroken] = useState<string>()
  const { id, mediaUrl, thumbnailUrl, mediaSeconds } = message
  return (
    <button type="button" className={styles.albumPicture} aria-label={label} onClick={() => openImage(id)}>
      {mediaUrl === null ? (
        <Loader size={18} aria-hidden />
      ) : broken === mediaUrl ? (
        <IconPhotoOff size={28} stroke={1.4} aria-hidden />
      ) : kindOf(message) === 'video' ? (
        <VideoFrame
          url={mediaUrl}
          thumbnail={thumbnailUrl}
          seconds={mediaSeconds}
          onError={() => setBroken(mediaUrl)}
        />
      ) : (
        <img
          src={thumbnailUrl ?? mediaUrl}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(mediaUrl)}
        />
      )}
      {more > 0 && <span className={styles.more}>+{more}</span>}
    </button>
  )
}
