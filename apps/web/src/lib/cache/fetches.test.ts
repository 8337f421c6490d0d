import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { afterFetches, refetchOvertaken } from './fetches.ts'

const key = ['connections']

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
