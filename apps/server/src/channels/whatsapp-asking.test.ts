import type { Question } from '@guiche/channel'
import { describe, expect, test } from 'vitest'
import type { Others } from '#platform/live/live'
import { createAsking } from './whatsapp-asking.ts'

const question = (connectionId: number): Question => ({
  about: 'number',
  companyId: 1,
  connectionId,
  address: '5511988887777',
})

/** Connects fake processes: what one sends, all others receive a moment later. */
function createProcesses() {
  const hearers: { self: Others; event: string; hear: (payload: never) => void }[] = []
  return (): Others => {
    const self: Others = {
      areThere: true,
      tell: (event, payload) => {
        for (const one of hearers)
          if (one.self !== self && one.event === event) queueMicrotask(() => one.hear(payload as never))
      },
      hear: (event, hear) => void hearers.push({ self, event, hear }),
    }
    return self
  }
}

describe('a question to WhatsApp', () => {
  test('is answered by the process that runs the session, whichever process asks', async () => {
    const process = createProcesses()
    const ask = createAsking(process(), ({ connectionId }) =>
      connectionId === 1 ? Promise.resolve('here') : undefined,
    )
    createAsking(process(), ({ connectionId }) => (connectionId === 2 ? Promise.resolve('there') : undefined))
    createAsking(process(), ({ connectionId }) => (connectionId === 3 ? Promise.reject(new Error('no')) : undefined))

    expect(await ask(question(1))).toBe('here')
    expect(await ask(question(2))).toBe('there')
    await expect(ask(question(3))).rejects.toThrow('refused')
  })

  test('is refused at once when there is no other process', async () => {
    const alone: Others = { areThere: false, tell: () => undefined, hear: () => undefined }
    await expect(createAsking(alone, () => undefined)(question(1))).rejects.toThrow('not run here')
  })
})
