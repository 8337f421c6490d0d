import type { ShownAnnouncement } from '@guiche/contract'
import { describe, expect, test } from 'vitest'
import { withEvent, withRead } from './shown-list.ts'

const announcement = (id: number, fields: Partial<ShownAnnouncement> = {}): ShownAnnouncement => ({
  id,
  companyId: 1,
  title: `Nº ${id}`,
  text: 'Texto',
  priority: 3,
  status: true,
  mediaPath: null,
  mediaName: null,
  createdAt: '2031-03-01T12:00:00.000Z',
  updatedAt: '2031-03-01T12:00:00.000Z',
  isRead: false,
  ...fields,
})

const shown = [announcement(2, { priority: 2, isRead: true }), announcement(5), announcement(1, { isRead: true })]
const idsOf = (all: ShownAnnouncement[]) => all.map(({ id }) => id)

describe('a list of announcements', () => {
  test('gets a new one in its place, unread', () => {
    const { isRead: _isRead, ...record } = announcement(6)
    const after = withEvent(shown, { action: 'create', record })

    expect(idsOf(after)).toEqual([2, 6, 5, 1])
    expect(after[1]?.isRead).toBe(false)
  })

  test('keeps a changed one read, and moves it by its priority', () => {
    const { isRead: _isRead, ...record } = announcement(1, { priority: 1, title: 'Outro título' })
    const after = withEvent(shown, { action: 'update', record })

    expect(idsOf(after)).toEqual([1, 2, 5])
    expect(after[0]).toMatchObject({ title: 'Outro título', isRead: true })
  })

  test('loses one that is not shown any more, and is the same without one that it never had', () => {
    expect(idsOf(withEvent(shown, { action: 'delete', id: 2 }))).toEqual([5, 1])
    expect(withEvent(shown, { action: 'delete', id: 77 })).toEqual(shown)
  })

  test('has what was read in another window', () => {
    expect(withRead(shown, [5, 77]).filter(({ isRead }) => !isRead)).toEqual([])
  })
})
