import { lazy, useEffect } from 'react'

const ticket = () => import('./open-ticket.tsx')
const dialogs = () => import('./desk-dialogs.tsx')

export const OpenTicket = lazy(() => ticket().then((file) => ({ default: file.OpenTicket })))
export const DeskDialogs = lazy(() => dialogs().then((file) => ({ default: file.DeskDialogs })))

const signs = ['pointermove', 'pointerdown', 'keydown'] as const

/** The list is shown first. Whoever then moves towards it finds what it opens already fetched when they press. */
export function useFetchedLater(): void {
  useEffect(() => {
    const stop = new AbortController()
    const begin = () => {
      stop.abort()
      void Promise.allSettled([ticket(), dialogs()])
    }
    for (const sign of signs) addEventListener(sign, begin, { signal: stop.signal, passive: true })
    return () => stop.abort()
  }, [])
}
