import { useSyncExternalStore } from 'react'

/** True while this window is the one in use. */
export const useWindowFocus = (): boolean => useSyncExternalStore(watch, hasFocus)

const hasFocus = () => document.hasFocus()

function watch(tell: () => void): () => void {
  const stop = new AbortController()
  for (const change of ['focus', 'blur']) addEventListener(change, tell, { signal: stop.signal })
  document.addEventListener('visibilitychange', tell, { signal: stop.signal })
  return () => stop.abort()
}
