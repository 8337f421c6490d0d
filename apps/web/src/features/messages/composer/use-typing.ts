import { useEffect, useEffectEvent, useRef } from 'react'
import { say } from '../../../lib/live.ts'

/** Told again after this time, while the typing goes on. */
const again = 4000
/** After this rest it has stopped. */
const rest = 5000

/** Tells customer and colleagues that somebody is answering. A private note is nobody's business but the team's. */
export function useTyping(ticketId: number) {
  const told = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function stop() {
    clearTimeout(timer.current)
    if (told.current === 0) return
    told.current = 0
    say('typing', { ticketId, typing: false })
  }

  function type() {
    clearTimeout(timer.current)
    timer.current = setTimeout(stop, rest)
    if (Date.now() - told.current < again) return
    told.current = Date.now()
    say('typing', { ticketId, typing: true })
  }

  const leave = useEffectEvent(stop)
  useEffect(() => () => leave(), [])
  return { type, stop }
}

/** The same of a voice message, as long as it is being recorded. */
export function useRecordingSign(ticketId: number, isRecording: boolean): void {
  useEffect(() => {
    if (!isRecording) return undefined
    const tell = (typing: boolean) => say('typing', { ticketId, typing, recording: typing })
    tell(true)
    const timer = setInterval(() => tell(true), again)
    return () => {
      clearInterval(timer)
      tell(false)
    }
  }, [ticketId, isRecording])
}
