import { useEffect, useRef } from 'react'
import { useSocketState } from '../live.ts'

/** Calls it when live events come again after the connection was lost; for what is not caught up then. */
export function useAfterLoss(renew: () => void): void {
  const { status } = useSocketState()
  const before = useRef(status)
  useEffect(() => {
    if (before.current !== 'online' && status === 'online') renew()
    before.current = status
  })
}
