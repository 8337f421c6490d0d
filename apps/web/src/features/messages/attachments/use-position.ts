import { useState } from 'react'
import type { Point } from './point.ts'

export type NoPosition = 'denied' | 'unknown' | 'late'

const reasons: Record<number, NoPosition> = { 1: 'denied', 2: 'unknown', 3: 'late' }
const timeout = 15_000

/** The position of this device, on request. It does not leave the browser before it is sent. */
export function usePosition(onPosition: (point: Point) => void) {
  const [isAsking, setIsAsking] = useState(false)
  const [refusal, setRefusal] = useState<NoPosition>()

  function ask() {
    setRefusal(undefined)
    // Browsers offer no geolocation on pages without https.
    if (!('geolocation' in navigator)) return setRefusal('unknown')
    setIsAsking(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setIsAsking(false)
        onPosition({ latitude, longitude })
      },
      ({ code }) => {
        setIsAsking(false)
        setRefusal(reasons[code] ?? 'unknown')
      },
      { enableHighAccuracy: true, timeout, maximumAge: 60_000 },
    )
  }

  return { ask, isAsking, refusal }
}
