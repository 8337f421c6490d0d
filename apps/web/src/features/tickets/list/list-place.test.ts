import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.stubGlobal('localStorage', memory())
  vi.resetModules()
})

test('after another login the list is as this user left it, and as others left theirs', async () => {
  const page = await loadPage()
  page.choose(7, { tab: 'pending', queues: [3], date: '2026-11-21', sort: 'longestWait' })
  page.scroll(7, 640)
  page.logOut()
  page.choose(8, { tab: 'group' })
  page.logOut()

  const next = await loadPage()
  expect(next.placeOf(7)).toMatchObject({
    view: { tab: 'pending', queues: [3], date: '2026-11-21', sort: 'longestWait' },
    scroll: { top: 640 },
  })
  expect(next.placeOf(8)).toMatchObject({ view: { tab: 'group', queues: [] }, scroll: { top: 0 } })
  expect(next.placeOf(9)).toMatchObject({ view: { tab: 'open', queues: [] }, scroll: { top: 0 } })
})

test('another choice starts at the top', async () => {
  const page = await loadPage()
  page.choose(7, { tab: 'pending' })
  page.scroll(7, 640)

  page.choose(7, { tab: 'open' })
  page.choose(7, { tab: 'pending' })

  expect(page.placeOf(7).scroll.top).toBe(0)
})

test('searched words stay in the page until the logout and are not stored', async () => {
  const page = await loadPage()
  page.choose(7, { tab: 'pending', q: 'rita moura' })
  page.scroll(7, 640)
  expect(page.placeOf(7).view.q).toBe('rita moura')

  page.logOut()

  expect(JSON.stringify([localStorage.getItem('listPlaces'), page.placeOf(7)])).not.toContain('rita')
  expect((await loadPage()).placeOf(7)).toMatchObject({ view: { tab: 'pending', q: '' }, scroll: { top: 0 } })
})

test.each(['{', '[]', '[{"userId":7}]', '[{"userId":7,"view":{"tab":"no","queues":"x"},"top":-1},null]'])(
  'what is stored may be anything: %s',
  async (stored) => {
    localStorage.setItem('listPlaces', stored)

    expect((await loadPage()).placeOf(7)).toMatchObject({ view: { tab: 'open', queues: [] }, scroll: { top: 0 } })
  },
)

async function loadPage() {
  vi.resetModules()
  const { placeOf, changePlace, leavePlace } = await import('./list-place.ts')
  const { nameOfChoice } = await import('./list-view.ts')
  type View = ReturnType<typeof placeOf>['view']
  return {
    placeOf,
    logOut: leavePlace,
    choose: (userId: number, change: Partial<View>) =>
      changePlace(userId, { view: { ...placeOf(userId).view, ...change } }),
    scroll: (userId: number, top: number) =>
      changePlace(userId, { scroll: { choice: nameOfChoice(placeOf(userId).view), top } }),
  }
}

function memory() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
