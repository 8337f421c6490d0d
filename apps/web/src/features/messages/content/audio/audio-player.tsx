import { ActionIcon } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { volume } from '../../../../lib/browser/sound.ts'
import { DocumentFile } from '../document-file.tsx'
import { lengthOf } from '../media-shape.ts'
import styles from './audio-player.module.css'
import { soundAfter } from './sound-after.ts'
import { speed, useSpeed } from './speed.ts'
import { useWave } from './use-wave.ts'
import { barsOf } from '../../sound/index.ts'

const skip = 5
/** In bytes. The wave of a larger sound is computed only when it is played. */
const quicklyMeasured = 1_000_000

interface Props {
  url: string
  name: string | null
  /** In bytes. */
  size: number | null
  seconds?: number | null
  /** Loudness in equal parts, from 0 to 100. */
  wave?: number[] | null
  /** The file behind a blob URL that is still being sent. */
  file?: Blob | undefined
}

export function AudioPlayer({ url, name, size, seconds = null, wave = null, file }: Props) {
  const { t, i18n } = useTranslation()
  const audio = useRef<HTMLAudioElement>(null)
  const { ref: view, inViewport } = useInViewport()
  const [isPlaying, setIsPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState<number>()
  const [isBroken, setIsBroken] = useState(false)
  const rate = useSpeed()
  const isQuick = inViewport && size !== null && size <= quicklyMeasured
  const measured = useWave({ url, file, isWanted: wave === null && (isQuick || isPlaying) })
  const bars = useMemo(() => barsOf(wave ?? measured?.wave ?? null), [wave, measured])
  const whole = length ?? measured?.seconds ?? seconds ?? undefined
  useEffect(() => {
    if (audio.current) audio.current.playbackRate = rate
  }, [rate, isBroken])
  if (isBroken) return <DocumentFile url={url} name={name} size={size} />

  function toggle() {
    const player = audio.current
    if (!player) return
    if (player.paused) player.play().catch(() => setIsBroken(true))
    else player.pause()
  }

  function begin(player: HTMLAudioElement) {
    player.volume = volume()
    player.playbackRate = rate
    for (const other of document.querySelectorAll('audio')) if (other !== player) other.pause()
    setIsPlaying(true)
  }

  function seek(to: number) {
    if (!audio.current || !whole) return
    audio.current.currentTime = Math.min(whole, Math.max(0, to))
    setAt(audio.current.currentTime)
  }

  const shownSpeed = `${new Intl.NumberFormat(i18n.language).format(rate)}×`
  return (
    <div className={styles.audio} ref={view}>
      <audio
        ref={audio}
        src={url}
        preload="metadata"
        onPlay={({ currentTarget }) => begin(currentTarget)}
        onPause={() => setIsPlaying(false)}
        onEnded={({ currentTarget }) => {
          setAt(0)
          soundAfter(currentTarget)
            ?.play()
            .catch(() => undefined)
        }}
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
          onClick={speed.next}
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
