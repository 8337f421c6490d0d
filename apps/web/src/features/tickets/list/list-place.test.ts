import { beforeEach, expect, test, vi } from 'vitest'
import type { FirstRow } from './list-place.ts'

const row: FirstRow = { ticketId: 31, index: 12, offset: 20 }

beforeEach(() => {
  vi.stubGlobal('localStorage', memory())
  vi.resetModules()
})

test('after another login the list is as this user left it, and as others left theirs', async () => {
  const page = await loadPage()
  page.choose(7, { tab: 'pending', queues: [3], date: '2026-11-21', sort: 'longestWait' })
  page.scroll(7, row)
  page.logOut()
  page.choose(8, { tab: 'group' })
  page.logOut()

  const next = await loadPage()
  expect(next.placeOf(7)).toMatchObject({
    view: { tab: 'pending', queues: [3], date: '2026-11-21', sort: 'longestWait' },
    scroll: { row },
  })
  expect(next.placeOf(8)).toMatchObject({ view: { tab: 'group', queues: [] }, scroll: { row: null } })
  expect(next.placeOf(9)).toMatchObject({ view: { tab: 'open', queues: [] }, scroll: { row: null } })
})

test('another choice starts at the top', async () => {
  const page = await loadPage()
  page.choose(7, { tab: 'pending' })
  page.scroll(7, row)

  page.choose(7, { tab: 'open' })
  page.choose(7, { tab: 'pending' })

  expect(page.placeOf(7).scroll.row).toBeNull()
})

test('searched words stay in the page until the logout and are not stored', async () => {
  const page = await loadPage()
  page.choose(7, { tab: 'pending', q: 'rita moura' })
  page.scroll(7, row)
  expect(page.placeOf(7).view.q).toBe('rita moura')

  page.logOut()

  expect(JSON.stringify([localStorage.getItem('listPlaces'), page.placeOf(7)])).not.toContain('rita')
  expect((await loadPage()).placeOf(7)).toMatchObject({ view: { tab: 'pending', q: '' }, scroll: { row: null } })
})

test.each(['{', '[]', '[{"userId":7}]', '[{"userId":7,"view":{"tab":"no","queues":"x"},"row":-1},null]'])(
  'what is stored may be anything: %s',
  async (stored) => {
    localStorage.setItem('listPlaces', stored)

    expect((await loadPage()).placeOf(7)).toMatchObject({ view: { tab: 'open', queues: [] }, scroll: { row: null } })
  },
)

test('what an older version stored keeps the view, and starts at the top', async () => {
  localStorage.setItem('listPlaces', '[{"userId":7,"view":{"tab":"pending"},"top":640}]')

  expect((await loadPage()).placeOf(7)).toMatchObject({ view: { tab: 'pending' }, scroll: { row: null } })
})

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
    scroll: (userId: number, row: FirstRow) =>
      changePlace(userId, { scroll: { choice: nameOfChoice(placeOf(userId).view), row } }),
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
