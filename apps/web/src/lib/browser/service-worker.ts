/** Undefined in browsers without service workers, and on pages that were opened without https. */
const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined

let registered: Promise<boolean> | undefined

/** Called once, after the first render, so that it delays nothing. */
export function registerServiceWorker(): void {
  registered ??= worker?.register('/sw.js', { updateViaCache: 'none' }).then(
    () => true,
    () => false,
  )
}

/** Resolves when the worker runs; undefined where there is none. */
export async function workerRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  return (await registered) ? worker?.ready : undefined
}

/** Calls the listener with the path of a notice that was pressed. Returns a function that stops it. */
export function onNoticePressed(listener: (path: string) => void): () => void {
  const hear = ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('open' in data) || typeof data.open !== 'string') return
    if (/^\/(?!\/)/.test(data.open)) listener(data.open)
  }
  worker?.addEventListener('message', hear)
  return () => worker?.removeEventListener('message', hear)
}
