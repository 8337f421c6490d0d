import { type Ask, textOf } from './ask.ts'

const usual = 25
const most = 100

const cursorOf = (at: number) => Buffer.from(String(at)).toString('base64url')
const placeOf = (cursor: string | undefined) =>
  cursor === undefined ? 0 : Number(Buffer.from(cursor, 'base64url').toString()) || 0

/** One page of a list, with the cursors to the next one. */
export function paged<T>(ask: Ask, base: string, all: readonly T[], show: (one: T) => unknown, limit = most) {
  const size = Math.min(Number(textOf(ask, 'limit') ?? usual) || usual, limit)
  const from = placeOf(textOf(ask, 'after'))
  const data = all.slice(from, from + size).map(show)
  if (data.length === 0) return { data }
  const end = from + data.length
  const cursors = { before: cursorOf(from), after: cursorOf(end) }
  if (end >= all.length) return { data, paging: { cursors } }
  const next = new URL(base + ask.path)
  next.search = new URLSearchParams([...ask.query].filter(([name]) => name !== 'after')).toString()
  if (ask.token !== undefined) next.searchParams.set('access_token', ask.token)
  next.searchParams.set('after', cursors.after)
  return { data, paging: { cursors, next: next.href } }
}
