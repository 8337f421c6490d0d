import { useEffect, useState } from 'react'

/** Counts down the seconds that were left when `key` came up; what the two clocks say does not matter. */
export function useCountdown(seconds: number, key: string): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const end = performance.now() + seconds * 1000
    const show = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)))
    show()
    const timer = setInterval(show, 250)
    return () => clearInterval(timer)
  }, [seconds, key])
  return left
}
