import { useEffect, useEffectEvent, useRef } from 'react'
import { emit } from '../../../lib/live.ts'

/** While typing continues, the event is repeated after this time. */
const again = 4000
/** Typing has stopped after this pause. */
const rest = 5000

/** Tells the customer and colleagues that somebody is typing. Not used for private notes. */
export function useTyping(ticketId: number) {
  const told = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function stop() {
    clearTimeout(timer.current)
    if (told.current === 0) return
    told.current = 0
    emit('typing', { ticketId, typing: false })
  }

  function type() {
    clearTimeout(timer.current)
    timer.current = setTimeout(stop, rest)
    if (Date.now() - told.current < again) return
    told.current = Date.now()
    emit('typing', { ticketId, typing: true })
  }

  const leave = useEffectEvent(stop)
  useEffect(() => () => leave(), [])
  return { type, stop }
}

/** The same while a voice message is being recorded. */
export function useRecordingSign(ticketId: number, isRecording: boolean): void {
  useEffect(() => {
    if (!isRecording) return undefined
    const tell = (typing: boolean) => emit('typing', { ticketId, typing, recording: typing })
    tell(true)
    const timer = setInterval(() => tell(true), again)
    return () => {
      clearInterval(timer)
      tell(false)
    }
  }, [ticketId, isRecording])
}
