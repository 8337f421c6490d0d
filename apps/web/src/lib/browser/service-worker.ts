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

let listening: ((path: string) => void) | undefined
/** Of a notification that was pressed while the application was still starting. */
let waiting: string | undefined

worker?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (typeof data !== 'object' || data === null || !('open' in data) || typeof data.open !== 'string') return
  if (!/^\/(?!\/)/.test(data.open)) return
  if (listening) listening(data.open)
  else waiting = data.open
})

/** Calls the listener with the path of a notification that was pressed. Returns a function that stops it. */
export function onNoticePressed(listener: (path: string) => void): () => void {
  listening = listener
  if (waiting !== undefined) listener(waiting)
  waiting = undefined
  return () => void (listening = undefined)
}
