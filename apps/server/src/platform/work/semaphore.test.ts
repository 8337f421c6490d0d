import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

/** Work that ends when it is told to. */
function visits() {
  const semaphore = createSemaphore({ atOnce: 2, inLine: 2 })
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

test('so many are inside at a time, and the others follow in their order, however it went for those before', async () => {
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

test('who finds the line too long is told to come back, and there is room again after it has moved', async () => {
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
