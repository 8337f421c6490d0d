import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { ListHandle } from './message-list.tsx'

/** How long it stands out. */
const marking = 1800

interface Options {
  list: RefObject<ListHandle | null>
  /** Changes when other messages are shown. */
  content: unknown
  anchorAt: (messageId: number) => void
}

/** Goes to a message, wherever in the conversation it is, and marks it for a moment. */
export function useJump({ list, content, anchorAt }: Options) {
  const [wanted, setWanted] = useState<number>()
  const [marked, setMarked] = useState<number>()

  function arrive(id: number) {
    setWanted(undefined)
    setMarked(id)
    setTimeout(() => setMarked((now) => (now === id ? undefined : now)), marking)
  }

  const tryAgain = useEffectEvent(() => {
    if (wanted !== undefined && list.current?.toMessage(wanted)) arrive(wanted)
  })
  useEffect(() => {
    const frame = requestAnimationFrame(() => tryAgain())
    return () => cancelAnimationFrame(frame)
  }, [content])

  function jump(id: number) {
    if (list.current?.toMessage(id)) return arrive(id)
    setWanted(id)
    anchorAt(id)
  }

  return { jump, marked }
}
