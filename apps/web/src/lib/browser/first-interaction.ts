import { useEffect, useEffectEvent } from 'react'

const interactions = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Runs `load` at the first interaction, after the first render: code that a click needs is then already being fetched.
 */
export function useOnFirstInteraction(load: () => void): void {
  const begin = useEffectEvent(load)
  useEffect(() => {
    const stop = new AbortController()
    const onInteraction = () => {
      stop.abort()
      begin()
    }
    for (const sign of interactions) addEventListener(sign, onInteraction, { signal: stop.signal, passive: true })
    return () => stop.abort()
  }, [])
}
