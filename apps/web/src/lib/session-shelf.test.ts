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

test('what is written is read again, as long as the same person is logged in', async () => {
  const { shelf, logIn } = await page()
  logIn(7)
  shelf.write('Ainda por mandar')

  expect(shelf.read()).toBe('Ainda por mandar')
})

test('nothing is written once the session has ended, also while somebody is logged in in another tab', async () => {
  const { shelf, logIn, endSession, otherTab } = await page()
  logIn(7)
  shelf.write('Ainda por mandar')

  endSession()
  shelf.write('Cliente antiga')
  expect(tab.length).toBe(0)

  otherTab.logIn(7)
  shelf.write('Cliente antiga')
  expect(tab.length).toBe(0)
})

test('a tab that has not heard yet of a login in another tab writes for its own person alone', async () => {
  const { shelf, logIn, otherTab, reload } = await page()
  logIn(7)
  otherTab.logIn(8)
  shelf.write('Cliente antiga')

  expect((await reload()).shelf.read()).toBe('')
  expect(tab.length).toBe(0)
})

test('what came in after the end is forgotten before somebody else is in', async () => {
  const { onLogout, logIn, endSession } = await page()
  const forget = vi.fn<() => void>()
  logIn(7)
  onLogout(forget)

  endSession()
  expect(forget).toHaveBeenCalledTimes(1)
  logIn(8)
  expect(forget).toHaveBeenCalledTimes(2)
})

test('a renewal of the token forgets nothing, another person without a logout in between does', async () => {
  const { onLogout, logIn } = await page()
  const forget = vi.fn<() => void>()
  logIn(7)
  onLogout(forget)

  logIn(7)
  expect(forget).not.toHaveBeenCalled()
  logIn(8)
  expect(forget).toHaveBeenCalledTimes(1)
})

test('what was kept over a reload stays with the person of before', async () => {
  const before = await page()
  before.logIn(7)
  before.shelf.write('Ainda por mandar')

  const { shelf, onLogout, logIn } = await before.reload()
  const forget = vi.fn<() => void>()
  onLogout(forget)
  logIn(7)

  expect(shelf.read()).toBe('Ainda por mandar')
  expect(forget).not.toHaveBeenCalled()
})

/** The modules as a page that has just been loaded has them, on what the browser keeps. */
async function page() {
  vi.resetModules()
  const { sessionShelf, onLogout } = await import('./session-shelf.ts')
  const { startSession, endSession } = await import('./session.ts')
  const { storage } = await import('./browser/storage.ts')
  return {
    shelf: sessionShelf('kept', isText, ''),
    onLogout,
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
