/*
 * Shows notices that are pushed while no tab is open. It has no handler for requests and caches nothing, so it can show
 * neither an old version nor anybody's data. The notice is `PushNotice` of the contract.
 */
const pages = /^\/(chat|docs|health|public)(\/|$)/

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  const notice = read(event.data)
  if (notice) event.waitUntil(show(notice))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.path ?? '/'))
})

function read(data) {
  try {
    const { title, body, tag, path } = data.json()
    return typeof title === 'string' && /^\/(?!\/)/.test(path) ? { title, body, tag, path } : undefined
  } catch {
    return undefined
  }
}

async function show({ title, body, tag, path }) {
  const windows = await ownWindows()
  // The page that is in use rings itself.
  if (windows.some((window) => window.focused)) return
  await self.registration.showNotification(title, {
    body,
    tag,
    renotify: true,
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: { path },
  })
}

/** Opens the path in a window that is open, or in a new one. */
async function open(path) {
  const [window] = await ownWindows()
  if (!window) return self.clients.openWindow(path)
  window.postMessage({ open: path })
  // Browsers allow it only for a press of the user.
  return window.focus().catch(() => undefined)
}

/** Windows of the application, and not of a visitor's chat. */
async function ownWindows() {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return windows.filter(({ url }) => !pages.test(new URL(url).pathname))
}
