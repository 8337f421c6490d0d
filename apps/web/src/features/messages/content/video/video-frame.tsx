import { IconPlayerPlayFilled, IconVideo } from '@tabler/icons-react'
import { useState } from 'react'
import { lengthOf } from '../media-shape.ts'
import styles from '../message-content.module.css'

interface Props {
  url: string
  /** A small picture of it, shown until its first frame has come. */
  thumbnail: string | null
  /** Its length, if it is known without the file. */
  seconds: number | null
  onError: () => void
}

/** A frame of a video and its length. The browser fetches only as much of the file as it needs for them. */
export function VideoFrame({ url, thumbnail, seconds, onError }: Props) {
  const [measured, setMeasured] = useState<number>()
  const whole = seconds ?? measured
  return (
    <>
      {thumbnail && <img src={thumbnail} alt="" />}
      <video
        className={styles.frame}
        // The part after # makes Safari show a frame.
        src={`${url}#t=0.001`}
        preload="metadata"
        muted
        playsInline
        tabIndex={-1}
        aria-hidden
        onLoadedMetadata={({ currentTarget: { duration } }) => {
          if (Number.isFinite(duration)) setMeasured(duration)
        }}
        onError={onError}
      />
      <span className={styles.play}>
        <IconPlayerPlayFilled size={20} aria-hidden />
      </span>
      {whole !== undefined && (
        <span className={styles.length}>
          <IconVideo size={14} stroke={1.8} aria-hidden /> {lengthOf(whole)}
        </span>
      )}
    </>
  )
}
