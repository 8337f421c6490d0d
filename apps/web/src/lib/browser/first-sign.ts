import { useEffect, useEffectEvent } from 'react'

const signs = ['pointermove', 'pointerdown', 'keydown'] as const

/** What is shown comes first. Whoever then moves towards something finds what it opens already fetched when they press. */
export function useAtFirstSign(load: () => void): void {
  const begin = useEffectEvent(load)
  useEffect(() => {
    const stop = new AbortController()
    const hear = () => {
      stop.abort()
      begin()
    }
    for (const sign of signs) addEventListener(sign, hear, { signal: stop.signal, passive: true })
    return () => stop.abort()
  }, [])
}
