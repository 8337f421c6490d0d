import { useSyncExternalStore } from 'react'

/** Chromium's event; its types are not part of the standard library. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
}

let offered: InstallPrompt | undefined
const watchers = new Set<() => void>()

/** The browser offers it once, soon after the page was loaded, so this listens from the start. */
addEventListener('beforeinstallprompt', (event) => {
  if (!isPrompt(event)) return
  // Otherwise phones show a bar of their own over the page.
  event.preventDefault()
  setOffer(event)
})
addEventListener('appinstalled', () => setOffer(undefined))

/** A function that lets the browser install the application; undefined where it cannot, or has done so. */
export function useInstall(): (() => void) | undefined {
  const prompt = useSyncExternalStore(watch, () => offered)
  if (!prompt) return undefined
  return () => {
    // A prompt can be shown once; the browser offers another one if the user declines.
    setOffer(undefined)
    void prompt.prompt().catch(() => undefined)
  }
}

const isPrompt = (event: Event): event is InstallPrompt => 'prompt' in event && typeof event.prompt === 'function'

function setOffer(prompt: InstallPrompt | undefined) {
  offered = prompt
  for (const notify of watchers) notify()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
