import { QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { afterFetches, amendData, refetchOvertaken } from './fetches.ts'
import { dropRow } from './list-cache.ts'

const key = ['connections']
const connections = queryOptions({ queryKey: key, queryFn: () => 'newest' })

/** A query of which the first answer is held back until `answer` is called. */
function watched() {
  const cache = new QueryClient()
  const { promise, resolve: answer } = Promise.withResolvers<string>()
  const fetch = vi.fn<() => Promise<string>>().mockResolvedValue('newest').mockReturnValueOnce(promise)
  const observer = new QueryObserver(cache, { queryKey: key, queryFn: fetch })
  observer.subscribe(() => undefined)
  return { cache, fetch, answer, shown: () => cache.getQueryData<string>(key) }
}

test('what an event changed while it was being fetched is fetched again', async () => {
  const { cache, answer, shown } = watched()
  refetchOvertaken(cache)

  cache.setQueryData(key, 'of the event')
  answer('older')

  await vi.waitFor(() => expect(shown()).toBe('newest'))
})

test('what an event changed before or after a fetch is not fetched again', async () => {
  const { cache, fetch, answer, shown } = watched()
  refetchOvertaken(cache)
  answer('first')
  await vi.waitFor(() => expect(shown()).toBe('first'))

  cache.setQueryData(key, 'of the event')
  await new Promise((resolve) => setTimeout(resolve))

  expect(shown()).toBe('of the event')
  expect(fetch).toHaveBeenCalledOnce()
})

test('where events are repeated after a fetch, one fetch is enough', async () => {
  const { cache, fetch, answer, shown } = watched()
  refetchOvertaken(cache)
  afterFetches(cache, key, () => cache.setQueryData(key, 'repeated'))

  cache.setQueryData(key, 'of the event')
  answer('older')

  await vi.waitFor(() => expect(shown()).toBe('repeated'))
  expect(fetch).toHaveBeenCalledOnce()
})

test('an event before the first answer, which has nothing to change yet, is not lost', async () => {
  const { cache, fetch, answer, shown } = watched()
  refetchOvertaken(cache)

  amendData(cache, connections.queryKey, () => 'of the event')
  answer('older')

  await vi.waitFor(() => expect(shown()).toBe('newest'))
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('an event after the first answer changes it without another fetch', async () => {
  const { cache, fetch, answer, shown } = watched()
  refetchOvertaken(cache)
  answer('first')
  await vi.waitFor(() => expect(shown()).toBe('first'))

  amendData(cache, connections.queryKey, (data) => `${data}, changed`)

  expect(shown()).toBe('first, changed')
  expect(fetch).toHaveBeenCalledOnce()
})

test('an event before the first answer that asks for another fetch gets one', async () => {
  const { cache, fetch, answer, shown } = watched()
  refetchOvertaken(cache)

  void cache.invalidateQueries({ queryKey: connections.queryKey })
  answer('older')

  await vi.waitFor(() => expect(shown()).toBe('newest'))
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('a row that is deleted before the first answer of a list is not shown by it', async () => {
  const { cache, fetch, answer, shown } = watched()
  refetchOvertaken(cache)

  dropRow(cache, { key: connections.queryKey, field: 'rows' }, 1)
  answer('older')

  await vi.waitFor(() => expect(shown()).toBe('newest'))
  expect(fetch).toHaveBeenCalledTimes(2)
})
