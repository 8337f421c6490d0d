import { ActionIcon, Loader, Tooltip } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { IconMicrophone, IconPlayerPause, IconSend2, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keysOf } from '../../../lib/keyboard/shortcuts.ts'
import styles from './recording-bar.module.css'
import type { VoiceRecording } from './use-voice.ts'
import { clockOf, longestRecording } from './voice-format.ts'
import type { Recording } from './voice-recorder.ts'

interface Props {
  voice: VoiceRecording
  isPrivate: boolean
  onPause: () => void
  onDiscard: () => void
  onSend: () => void
}

/** Replaces the text field during a recording. */
export function RecordingBar({ voice, isPrivate, onPause, onDiscard, onSend }: Props) {
  const { recording, end, isPaused, isSending } = voice
  const { t } = useTranslation()
  const bar = useRef<HTMLDivElement>(null)
  const sendButton = useRef<HTMLButtonElement>(null)
  const isRunning = !end && !isSending && !isPaused
  const seconds = useSeconds(recording, isRunning)
  useFirstFocus(sendButton)
  useKeys(bar, {
    enter: onSend,
    escape: () => {
      if (!isSending) onDiscard()
    },
  })

  // Ignores key repeat: the key that started the recording would end it.
  function keyDown(event: KeyboardEvent) {
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
  }

  const action = t(isPrivate ? 'messages.voice.keep' : 'messages.voice.send')
  return (
    <div ref={bar} className={styles.bar} role="group" aria-label={t('messages.voice.label')} onKeyDown={keyDown}>
      <Tooltip label={t('messages.voice.discardKey')}>
        <ActionIcon
          size={36}
          color="red"
          className={styles.discard ?? ''}
          aria-label={t('messages.voice.discard')}
          disabled={isSending}
          onClick={onDiscard}
        >
          <IconTrash size={19} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <span className={styles.light} data-on={isRunning} aria-hidden />
      <time role="timer" aria-label={t('messages.voice.time')}>
        {clockOf(seconds)}
      </time>
      {end ? (
        <p className={styles.hint}>{t(`messages.voice.${end}`, { count: longestRecording / 60 })}</p>
      ) : (
        <Level recording={recording} isOn={isRunning} />
      )}
      {!end && <PauseButton isPaused={isPaused} isDisabled={isSending} onPress={onPause} />}
      <Tooltip label={t('messages.composer.withEnter', { action })}>
        <ActionIcon
          ref={sendButton}
          size={36}
          radius="xl"
          variant="filled"
          color={isPrivate ? 'gray' : 'green'}
          className={styles.send ?? ''}
          aria-label={action}
          // Not disabled, so that it keeps the focus and can retry a failed preparation.
          aria-busy={isSending}
          // Ignores the second click of a double click on the microphone, which was in the same position.
          onClick={({ detail }) => detail < 2 && onSend()}
        >
          {isSending ? <Loader size={18} color="var(--ai-color)" /> : <IconSend2 size={18} stroke={1.8} />}
        </ActionIcon>
      </Tooltip>
    </div>
  )
}

function PauseButton({
  isPaused,
  isDisabled,
  onPress,
}: {
  isPaused: boolean
  isDisabled: boolean
  onPress: () => void
}) {
  const { t } = useTranslation()
  const label = t(isPaused ? 'messages.voice.resume' : 'messages.voice.pause')
  return (
    <Tooltip label={label}>
      <ActionIcon size={36} className={styles.pause ?? ''} aria-label={label} disabled={isDisabled} onClick={onPress}>
        {isPaused ? <IconMicrophone size={19} stroke={1.7} /> : <IconPlayerPause size={19} stroke={1.7} />}
      </ActionIcon>
    </Tooltip>
  )
}

function useSeconds({ elapsed }: Recording, isOn: boolean): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (!isOn) return
    const count = () => setSeconds(Math.floor(elapsed() / 1000))
    const timer = setInterval(count, 100)
    return () => {
      clearInterval(timer)
      // Timers are throttled in background tabs.
      count()
    }
  }, [elapsed, isOn])
  return Math.min(seconds, longestRecording)
}

/** In a field, menu or dialog, keys are meant for that element. */
const busy = 'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="dialog"]'
const hasOwnEnter = 'a, button, summary'

function useFirstFocus(button: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (!document.activeElement?.closest(busy)) button.current?.focus()
  }, [button])
}

/**
 * Handles keys wherever the focus is, except in such elements. Listens in the capture phase, because tooltips consume
 * Escape.
 */
function useKeys(bar: RefObject<HTMLElement | null>, keys: { enter: () => void; escape: () => void }) {
  const run = useEffectEvent((key: 'enter' | 'escape') => keys[key]())

  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => {
      const key = keysOf(event)
      if (key !== 'enter' && key !== 'escape') return
      const focused = document.activeElement
      const isBusy = focused?.closest(busy) && !bar.current?.contains(focused)
      if (isBusy || (key === 'enter' && (event.repeat || focused?.closest(hasOwnEnter)))) return
      event.preventDefault()
      run(key)
    }
    addEventListener('keydown', listener, { capture: true })
    return () => removeEventListener('keydown', listener, { capture: true })
  }, [bar])
}

const barCount = 240
const lightCount = 24
const pause = { moving: 80, still: 250 }

/** Shows the loudness: a moving waveform, or lights if the user prefers reduced motion. */
function Level({ recording, isOn }: { recording: Recording; isOn: boolean }) {
  const isStill = useReducedMotion(false, { getInitialValueInEffect: false })
  const [heard, setHeard] = useState<readonly number[]>([])

  useEffect(() => {
    if (!isOn) return
    const sample = () => setHeard((before) => [...before.slice(1 - barCount), recording.level()])
    const timer = setInterval(sample, isStill ? pause.still : pause.moving)
    return () => clearInterval(timer)
  }, [recording, isOn, isStill])

  if (isStill) return <Lights level={heard.at(-1) ?? 0} />
  return (
    <span className={styles.wave} aria-hidden>
      <svg width={barCount * 4} height={24}>
        {Array.from({ length: barCount }, (_, at) => {
          const level = heard[at - barCount + heard.length]
          const height = 3 + (level ?? 0) * 21
          return (
            <rect
              key={at}
              x={at * 4}
              y={12 - height / 2}
              width="2.4"
              height={height}
              rx="1.2"
              data-heard={level !== undefined}
            />
          )
        })}
      </svg>
    </span>
  )
}

function Lights({ level }: { level: number }) {
  return (
    <span className={styles.lights} aria-hidden>
      {Array.from({ length: lightCount }, (_, at) => (
        <i key={at} data-on={at < level * lightCount} />
      ))}
    </span>
  )
}
