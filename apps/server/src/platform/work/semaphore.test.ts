import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

/** Work that ends when the test says so. */
function visits() {
  const semaphore = createSemaphore({ atOnce: 2, maxWaiting: 2 })
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const visit = (name: string) =>
    semaphore.run(
      () =>
        new Promise<string>((resolve, reject) => {
          begun.push(name)
          ends.set(name, (error) => (error ? reject(error) : resolve(name)))
        }),
    )
  return { visit, begun, end: (name: string, error?: Error) => ends.get(name)?.(error) }
}

test('runs a limited number at a time and the others in order, also after failures', async () => {
  const { visit, begun, end } = visits()
  const all = ['a', 'b', 'c', 'd'].map((name) => visit(name))
  await Promise.resolve()
  expect(begun).toEqual(['a', 'b'])

  end('b', new Error('no'))
  await expect(all[1]).rejects.toThrow('no')
  expect(begun).toEqual(['a', 'b', 'c'])
  end('a')
  await expect(all[0]).resolves.toBe('a')
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

test('refuses as busy when too many wait, and accepts again when there is room', async () => {
  const { visit, begun, end } = visits()
  const all = ['a', 'b', 'c', 'd'].map((name) => visit(name))

  await expect(visit('e')).rejects.toMatchObject({ code: 'ERR_BUSY', status: 503 })
  end('a')
  await all[0]
  const late = visit('e')
  for (const name of ['b', 'c', 'd', 'e']) {
    await Promise.resolve()
    end(name)
    await Promise.resolve()
  }

  await expect(late).resolves.toBe('e')
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e'])
})
