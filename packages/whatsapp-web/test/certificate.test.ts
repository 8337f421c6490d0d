import { trustNoiseRoot } from '@guiche/wa-testserver'
import { Curve } from '@whiskeysockets/baileys'
import { describe, expect, test } from 'vitest'
import { eventually, worldOfFile } from './world.ts'

const world = worldOfFile()

describe('a session', () => {
  test('shows no code of a server whose certificate another root has signed', async () => {
    const distrust = trustNoiseRoot(Curve.generateKeyPair().public)
    const session = world.session()
    session.session.start()
    await eventually(() => expect(session.states.length).toBeGreaterThan(1))
    distrust()
    // The connection was closed, and the next attempt is scheduled.
    expect(session.states[1]).toMatchObject({ status: 'opening', attempt: 1 })
  })

  test('that is linked sends nothing to a server whose certificate another root has signed', async () => {
    const { session, states, phone } = await world.link()
    const distrust = trustNoiseRoot(Curve.generateKeyPair().public)
    const before = states.length
    phone.linkedDevice.cut()
    await eventually(() => expect(states.length).toBeGreaterThan(before + 2))
    expect(states.slice(before).map(({ status }) => status)).not.toContain('connected')
    distrust()
    await eventually(() => expect(session.state.status).toBe('connected'))
  })
})
