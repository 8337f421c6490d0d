import { Curve } from '@whiskeysockets/baileys'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { verifyXEdDsa } from '@guiche/whatsapp-web/xeddsa'
import { trustNoiseRoot } from '../src/index.ts'
import { useWorld } from './world.ts'

describe('the certificate of the server', () => {
  const world = useWorld()
  const published = Curve.verify

  beforeEach(() => {
    Curve.verify = (key, message, signature) =>
      verifyXEdDsa(key.length === 33 ? key.subarray(1) : key, message, signature)
  })

  afterEach(() => {
    Curve.verify = published
  })

  test('passes a check of all signatures if its root is trusted', async () => {
    expect(await firstClose()).toBe(515)
  })

  test('is refused by a check that trusts another root', async () => {
    const distrust = trustNoiseRoot(Curve.generateKeyPair().public)

    expect(await firstClose()).toBe(400)
    distrust()
  })

  test('is not checked by the published library', async () => {
    const distrust = trustNoiseRoot(Curve.generateKeyPair().public)
    Curve.verify = published

    expect(await firstClose()).toBe(515)
    distrust()
  })

  async function firstClose(): Promise<number | undefined> {
    const phone = world.phone()
    const client = world.client()
    client.reconnects = false
    client.onQr = (qr) => void phone.scan(qr)
    client.connect()
    await client.until('paired or refused', ({ closes }) => closes.length > 0)
    return client.seen.closes[0]
  }
})
