import { useEffect, useState } from 'react'

/** Counts down from `seconds` whenever `key` changes. Needs no agreement between the server's and the local clock. */
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
