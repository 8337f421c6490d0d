import { expect, test } from 'vitest'
import { Journal } from '../src/store/journal.ts'
import { MemoryStore } from './world.ts'

test('closing after a key and before its message stores both, and nothing later', async () => {
  const store = new MemoryStore()
  const journal = new Journal(store, () => {})
  journal.keep([{ kind: 'session', name: 'ana', value: 'used' }])
  const closed = journal.close()
  await Promise.resolve()
  journal.receive([{ kind: 'ack', externalId: 'A', ack: 2 }])
  await closed
  journal.receive([{ kind: 'ack', externalId: 'B', ack: 2 }])
  await journal.settled()

  expect(store.secrets.get('session ana')).toBe('used')
  expect(store.inbound).toMatchObject([{ externalId: 'A' }])
})
