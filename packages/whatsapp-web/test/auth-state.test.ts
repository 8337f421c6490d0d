import { AsyncLocalStorage } from 'node:async_hooks'
import { LRUCache } from 'lru-cache'
import { expect, test } from 'vitest'
import { Session } from '../src/session/session.ts'
import { openAuthState } from '../src/store/auth-state.ts'
import { Journal } from '../src/store/journal.ts'
import type { Secret } from '../src/store/session-store.ts'
import { MemoryStore } from './world.ts'

const aDay = 24 * 3_600_000

test('tokens of customers end after five weeks, and the list of all of them is not written with each', async () => {
  const store = new MemoryStore()
  const written: Secret[] = []
  store.onWrite = ({ secrets }) => written.push(...secrets)
  const journal = new Journal(store, () => undefined)
  const { keys } = await openAuthState(journal)

  await keys.set({
    tctoken: {
      '1000@lid': { token: Buffer.from('of Ana'), timestamp: '1790000000' },
      __index: { token: Buffer.from('["1000@lid"]') },
    },
  })
  await journal.settled()

  expect(written.map(({ kind, name }) => [kind, name])).toEqual([['tctoken', '1000@lid']])
  const days = (Number(written[0]?.until) - Date.now()) / aDay
  expect(Math.round(days)).toBe(35)
  const found = await keys.get('tctoken', ['1000@lid', '__index'])
  expect(found['1000@lid']?.token.toString()).toBe('of Ana')
  expect(found['__index']).toBeUndefined()
})

test('timers of caches do not keep what was read while they were set', async () => {
  expect(Session).toBeDefined()
  const context = new AsyncLocalStorage<string>()
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const cache = new LRUCache<string, string>({
    ttl: 1,
    ttlAutopurge: true,
    dispose: () => resolve(context.getStore()),
  })

  context.run('all that was read for a message', () => cache.set('Ana', '1000@lid'))

  expect(await promise).toBeUndefined()
})
