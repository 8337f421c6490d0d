import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Phone } from '../src/index.ts'
import { eventually, useWorld } from './world.ts'

interface Told {
  qr?: string
  isOpen?: boolean
}

describe('a product in a process of its own', () => {
  const world = useWorld()
  let phone: Phone
  let folder: string
  let product: ChildProcess
  let opens: number
  let printed: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'wa-testserver-'))
    phone = world.phone()
    opens = 0
    printed = ''
    start()
  })

  afterEach(() => {
    product.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  test('needs only environment variables for text and media, and prints no keys', async () => {
    const ana = world.server.contact('5511988889101', 'Ana')
    const picture = randomBytes(50_000)
    await eventually(() => expect(opens).toBe(1))

    await ana.chat(phone).text('oi')
    await ana.chat(phone).image(picture)

    expect((await ana.waitForMessage(({ text }) => text === 'eco: oi')).from).toBe(phone)
    expect((await ana.waitForMessage(({ kind }) => kind === 'image')).file?.equals(picture)).toBe(true)
    expect(printed).toBe('')
  })

  test('that is killed and restarted gets missed messages without a new QR code', async () => {
    const ana = world.server.contact('5511988889102', 'Ana')
    await eventually(() => expect(opens).toBe(1))
    await ana.chat(phone).text('oi')
    await ana.waitForMessage(({ text }) => text === 'eco: oi')

    product.kill('SIGKILL')
    await eventually(() => expect(phone.linkedDevice.isOnline).toBe(false))
    const meanwhile = await ana.chat(phone).text('você está aí?')
    expect(meanwhile.progress).toBe('sent')
    start()

    await ana.waitForMessage(({ text }) => text === 'eco: você está aí?')
    expect(meanwhile.progress).toBe('delivered')
    expect(phone.linkedDevices).toHaveLength(1)
  })

  function start(): void {
    product = fork(join(import.meta.dirname, 'support/echo.ts'), {
      env: { ...process.env, ...world.server.environment, AUTH_FOLDER: folder },
      silent: true,
    })
    product.on('message', (told: Told) => {
      if (told.isOpen) opens++
      if (told.qr !== undefined) void phone.scan(told.qr)
    })
    for (const stream of [product.stdout, product.stderr]) stream?.on('data', (data) => (printed += String(data)))
  }
})
