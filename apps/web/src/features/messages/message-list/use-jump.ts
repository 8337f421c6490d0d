import { type RefObject, useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { ListHandle } from './message-list.tsx'

/** How long the highlight lasts. */
const marking = 1800

interface Options {
  list: RefObject<ListHandle | null>
  /** Changes when other messages are shown. */
  content: unknown
  anchorAt: (messageId: number) => void
}

/** Jumps to a message, loading its part of the conversation if needed, and highlights it for a moment. */
export function useJump({ list, content, anchorAt }: Options) {
  const [wanted, setWanted] = useState<number>()
  const [marked, setMarked] = useState<number>()

  const arrive = useCallback((id: number) => {
    setWanted(undefined)
    setMarked(id)
    setTimeout(() => setMarked((now) => (now === id ? undefined : now)), marking)
  }, [])

  const tryAgain = useEffectEvent(() => {
    if (wanted !== undefined && list.current?.toMessage(wanted)) arrive(wanted)
  })
  useEffect(() => {
    const frame = requestAnimationFrame(() => tryAgain())
    return () => cancelAnimationFrame(frame)
  }, [content])

  const jump = useCallback(
    (id: number) => {
      if (list.current?.toMessage(id)) return arrive(id)
      setWanted(id)
      anchorAt(id)
    },
    [list, arrive, anchorAt],
  )

  return { jump, marked }
}
