import { beforeEach, expect, test, vi } from 'vitest'
import type { SessionUser } from '@guiche/contract'

const isText = (value: unknown): value is string => typeof value === 'string'

let tab: ReturnType<typeof memory>
beforeEach(() => {
  tab = memory()
  vi.stubGlobal('sessionStorage', tab)
  vi.stubGlobal('localStorage', memory())
  vi.resetModules()
})

test('a written value is read again as long as the same user is logged in', async () => {
  const { store, logIn } = await page()
  logIn(7)
  store.write('Ainda por mandar')

  expect(store.read()).toBe('Ainda por mandar')
})

test('nothing is written after the session has ended, even if another tab is logged in', async () => {
  const { store, logIn, endSession, otherTab } = await page()
  logIn(7)
  store.write('Ainda por mandar')

  endSession()
  store.write('Cliente antiga')
  expect(tab.length).toBe(0)

  otherTab.logIn(7)
  store.write('Cliente antiga')
  expect(tab.length).toBe(0)
})

test("a tab that has not noticed another tab's login still writes for its own user only", async () => {
  const { store, logIn, otherTab, reload } = await page()
  logIn(7)
  otherTab.logIn(8)
  store.write('Cliente antiga')

  expect((await reload()).store.read()).toBe('')
  expect(tab.length).toBe(0)
})

test('values that arrived after the logout are forgotten before another user logs in', async () => {
  const { onLogout, logIn, endSession } = await page()
  const forget = vi.fn<() => void>()
  logIn(7)
  onLogout(forget)

  endSession()
  expect(forget).toHaveBeenCalledTimes(1)
  logIn(8)
  expect(forget).toHaveBeenCalledTimes(2)
})

test('renewing the token forgets nothing, changing the user without a logout does', async () => {
  const { onLogout, logIn } = await page()
  const forget = vi.fn<() => void>()
  logIn(7)
  onLogout(forget)

  logIn(7)
  expect(forget).not.toHaveBeenCalled()
  logIn(8)
  expect(forget).toHaveBeenCalledTimes(1)
})

test('what must not be lost waits for its user after the server has ended the session, and for nobody else', async () => {
  const { overSessions, logIn, endSession } = await page()
  const calls: string[] = []
  logIn(7)
  overSessions({
    forget: () => void calls.push('forget'),
    suspend: () => void calls.push('suspend'),
    resume: () => void calls.push('resume'),
  })

  endSession({ because: 'elsewhere' })
  logIn(7)
  expect(calls.splice(0)).toEqual(['suspend', 'resume'])
  endSession({ because: 'expired' })
  logIn(8)
  expect(calls.splice(0)).toEqual(['suspend', 'forget'])
  endSession()
  logIn(8)
  expect(calls).toEqual(['forget', 'forget'])
})

test('a value kept over a reload stays with the earlier user', async () => {
  const before = await page()
  before.logIn(7)
  before.store.write('Ainda por mandar')

  const { store, onLogout, logIn } = await before.reload()
  const forget = vi.fn<() => void>()
  onLogout(forget)
  logIn(7)

  expect(store.read()).toBe('Ainda por mandar')
  expect(forget).not.toHaveBeenCalled()
})

/** Loads the modules again, as after a page load, with the same browser storage. */
async function page() {
  vi.resetModules()
  const { sessionStore, onLogout, overSessions } = await import('./session-store.ts')
  const { startSession, endSession } = await import('./session.ts')
  const { storage } = await import('./browser/storage.ts')
  return {
    store: sessionStore('kept', isText, ''),
    onLogout,
    overSessions,
    endSession,
    logIn: (id: number) => startSession({ token: `token-${id}`, publicToken: 'public', user: someone(id) }),
    otherTab: { logIn: (id: number) => storage.userId.set(String(id)) },
    reload: page,
  }
}

const someone = (id: number) => ({ id, companyId: 2, company: { id: 2, dueDate: '2999-12-31' } }) as SessionUser

function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (index) => [...kept.keys()][index] ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => void kept.set(key, value),
  }
}
