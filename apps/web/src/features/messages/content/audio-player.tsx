import { ActionIcon } from '@mantine/core'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { volume } from '../../../lib/browser/sound.ts'
import { storage } from '../../../lib/browser/storage.ts'
import styles from './audio-player.module.css'
import { DocumentFile } from './document-file.tsx'
import { lengthOf } from './media-shape.ts'
import { useWave } from './use-wave.ts'

/** docs/requirements/workspace.md, section 9; the choice stays in this browser. */
const speeds = [0.5, 1, 1.5, 2]
const skip = 5

interface Props {
  url: string
  name: string | null
  /** The file behind a blob URL that is still being sent. */
  file?: Blob | undefined
}

export function AudioPlayer({ url, name, file }: Props) {
  const { t, i18n } = useTranslation()
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setIsPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState<number>()
  const [speed, setSpeed] = useState(() => storage.playbackRate.get() ?? 1)
  const [isBroken, setIsBroken] = useState(false)
  const { bars, duration } = useWave(url, file, isPlaying)
  const whole = length ?? duration
  if (isBroken) return <DocumentFile url={url} name={name} size={null} />

  function toggle() {
    const player = audio.current
    if (!player) return
    player.volume = volume()
    player.playbackRate = speed
    if (player.paused) {
      for (const other of document.querySelectorAll('audio')) if (other !== player) other.pause()
      player.play().catch(() => setIsBroken(true))
    } else player.pause()
  }

  function nextSpeed() {
    const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1
    setSpeed(next)
    storage.playbackRate.set(next)
    if (audio.current) audio.current.playbackRate = next
  }

  function seek(seconds: number) {
    if (!audio.current || !whole) return
    audio.current.currentTime = Math.min(whole, Math.max(0, seconds))
    setAt(audio.current.currentTime)
  }

  const shownSpeed = `${new Intl.NumberFormat(i18n.language).format(speed)}×`
  return (
    <div className={styles.audio}>
      <audio
        ref={audio}
        src={url}
        preload="metadata"
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onEnded={() => setAt(0)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onLoadedMetadata={({ currentTarget }) => {
          // Streamed recordings do not contain their duration.
          if (Number.isFinite(currentTarget.duration)) setLength(currentTarget.duration)
        }}
        onError={() => setIsBroken(true)}
      >
        <track kind="captions" />
      </audio>
      <div className={styles.row}>
        <ActionIcon
          size={36}
          radius="xl"
          variant="filled"
          color="green"
          aria-label={t(isPlaying ? 'messages.audio.pause' : 'messages.audio.play')}
          onClick={toggle}
        >
          {isPlaying ? <IconPlayerPauseFilled size={16} /> : <IconPlayerPlayFilled size={16} />}
        </ActionIcon>
        <div className={styles.track}>
          <Wave bars={bars} at={at} length={whole} onSeek={seek} />
          <span className={styles.times}>
            <time>{lengthOf(at)}</time>
            <time>{whole ? lengthOf(whole) : '–:––'}</time>
          </span>
        </div>
        <button
          type="button"
          className={styles.speed}
          aria-label={t('messages.audio.speed', { speed: shownSpeed })}
          onClick={nextSpeed}
        >
          {shownSpeed}
        </button>
      </div>
    </div>
  )
}

interface WaveProps {
  /** Loudness from 0 to 1, one for each bar. */
  bars: readonly number[]
  at: number
  length: number | undefined
  onSeek: (seconds: number) => void
}

function Wave({ bars, at, length, onSeek }: WaveProps) {
  const { t } = useTranslation()
  const played = length ? at / length : 0

  function point({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) {
    const { left, width } = currentTarget.getBoundingClientRect()
    if (length) onSeek(((clientX - left) / width) * length)
  }

  function step(event: KeyboardEvent) {
    const change = { ArrowRight: skip, ArrowUp: skip, ArrowLeft: -skip, ArrowDown: -skip }[event.key]
    if (change === undefined) return
    event.preventDefault()
    onSeek(at + change)
  }

  return (
    <svg
      viewBox={`0 0 ${bars.length * 4} 24`}
      preserveAspectRatio="none"
      role="slider"
      tabIndex={0}
      aria-label={t('messages.audio.position')}
      aria-valuemin={0}
      aria-valuemax={Math.round(length ?? 0)}
      aria-valuenow={Math.round(at)}
      aria-valuetext={lengthOf(at)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        point(event)
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) point(event)
      }}
      onKeyDown={step}
    >
      {bars.map((loudness, index) => {
        const height = 3 + loudness * 19
        return (
          <rect
            key={index}
            x={index * 4}
            y={12 - height / 2}
            width="2.4"
            height={height}
            rx="1.2"
            data-played={index / bars.length < played}
          />
        )
      })}
    </svg>
  )
}
