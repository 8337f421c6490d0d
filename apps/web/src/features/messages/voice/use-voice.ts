import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { isTooShort, longestRecording, whyRefused } from './voice-format.ts'
import type { End, Recording } from './voice-recorder.ts'

export interface VoiceRecording {
  recording: Recording
  /** Set when the recording has stopped by itself and waits for the user to send or discard it. */
  end: End | undefined
  isPaused: boolean
  isSending: boolean
}

/** A recording from the click on the button until it is sent or discarded. Leaving the conversation discards it. */
export function useVoice(recipient: string, onRecorded: (file: File) => void, { asMp3 = false } = {}) {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const [voice, setVoice] = useState<VoiceRecording>()
  const [said, setSaid] = useState('')
  const leaving = useRef<AbortController>(undefined)
  const leave = useEffectEvent(() => {
    leaving.current?.abort()
    if (!voice || voice.isSending) return
    toast.warn(t('messages.voice.discarded'), {
      id: 'recording-left',
      text: t('messages.voice.left', { name: recipient }),
    })
  })
  useEffect(() => () => leave(), [])

  async function start() {
    if (isAsking || voice) return
    const given = new AbortController()
    leaving.current = given
    setIsAsking(true)
    setSaid('')
    try {
      const [{ recordVoice }] = await Promise.all([import('./voice-recorder.ts'), import('./recording-bar.tsx')])
      const recording = await recordVoice(given.signal, { asMp3 })
      setVoice({ recording, end: undefined, isPaused: false, isSending: false })
      setSaid(t('messages.voice.started'))
      void recording.ended.then((end) => {
        setVoice((now) => now && { ...now, end })
        setSaid(t(`messages.voice.${end}`, { count: longestRecording / 60 }))
      })
    } catch (error) {
      if (given.signal.aborted) return
      // The microphone may be open already.
      given.abort()
      toast.error(t('messages.voice.refused.title'), {
        id: 'recording-refused',
        text: t(`messages.voice.refused.${whyRefused(error)}`),
      })
    } finally {
      setIsAsking(false)
    }
  }

  function togglePause() {
    if (!voice || voice.end || voice.isSending) return
    const isPaused = !voice.isPaused
    if (isPaused) voice.recording.pause()
    else voice.recording.resume()
    setVoice({ ...voice, isPaused })
    setSaid(t(isPaused ? 'messages.voice.paused' : 'messages.voice.resumed'))
  }

  function discard() {
    leaving.current?.abort()
    setVoice(undefined)
    setSaid(t('messages.voice.discarded'))
  }

  async function send() {
    if (!voice || voice.isSending) return
    // From here on it is sent, even if the user leaves the ticket.
    leaving.current = undefined
    setVoice({ ...voice, isSending: true })
    try {
      const file = await voice.recording.finish()
      if (isTooShort(file)) toast.warn(t('messages.voice.tooShort'), { id: 'recording-too-short' })
      else {
        onRecorded(file)
        setSaid(t('messages.voice.sent'))
      }
      setVoice(undefined)
    } catch {
      setVoice({ ...voice, isSending: false })
      toast.error(t('messages.voice.notReady'), { id: 'recording-not-ready' })
    }
  }

  return { voice, isAsking, said, start, togglePause, discard, send }
}
