import { beforeEach, expect, test, vi } from 'vitest'

const address = 'https://push.test/1'
const calls: string[] = []
const unsubscribe = vi.fn(async () => true)
const subscription = { toJSON: () => ({ endpoint: address, keys: { p256dh: 'p', auth: 'a' } }), unsubscribe }

vi.mock('../../lib/browser/service-worker.ts', () => ({
  workerRegistration: async () => ({ pushManager: { getSubscription: async () => subscription } }),
}))
vi.mock('../../lib/api.ts', () => ({
  call: async ({ method, path }: { method: string; path: string }, { params }: { params?: { id: number } } = {}) => {
    calls.push(`${method} ${path.replace(':id', String(params?.id))}`)
    return { id: 41, key: 'k' }
  },
}))

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  vi.stubGlobal('Notification', { permission: 'granted' })
})

test('notices that are switched off are removed from the server and the browser, until they are switched on', async () => {
  const { switchNotices, subscribeToPush } = await import('./push.ts')
  const { mayShowNotices } = await import('./browser-notice.ts')
  expect(mayShowNotices()).toBe(true)

  await switchNotices(false)

  expect(calls.splice(0)).toEqual(['POST /push/subscriptions', 'DELETE /push/subscriptions/41'])
  expect(unsubscribe).toHaveBeenCalledOnce()
  expect(mayShowNotices()).toBe(false)
  await subscribeToPush()
  expect(calls).toEqual([])

  await switchNotices(true)
  expect(mayShowNotices()).toBe(true)
  expect(calls[0]).toBe('GET /push/key')
})
