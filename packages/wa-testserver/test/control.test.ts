import { fork } from 'node:child_process'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { serveControl } from '../src/index.ts'
import { portOf } from '../src/media-host.ts'
import { eventually, useWorld } from './world.ts'

const Answer = z.object({ id: z.string().default(''), error: z.string().optional() })

describe('the control port', () => {
  const world = useWorld()
  let control: Server

  beforeAll(async () => {
    control = await serveControl(world.server, 0)
  })

  afterAll(() => {
    control.closeAllConnections()
    control.close()
  })

  test('creates people, links a client, sends messages, and cuts the connection', async () => {
    await post('phones/5511977770001', { name: 'Loja', businessName: 'Loja' })
    await post('contacts/5511988880001', { name: 'Ana', devices: 2 })
    const client = world.client()
    client.onQr = (qr) => void post('scan/5511977770001', { qr })
    client.connect()
    await client.untilSynced()

    const { id } = await post('send/5511988880001/5511977770001', { kind: 'text', text: 'pelo http' })
    const { message } = await client.message(id)
    expect(message.message?.conversation).toBe('pelo http')

    const answer = await client.send(message.key.remoteJid ?? '', { text: 'resposta' })
    await client.untilStatus(answer.id, 3)
    expect(await get('inbox/5511988880001')).toMatchObject([{ id: answer.id, from: '5511977770001', text: 'resposta' }])
    await post('read/5511988880001')
    await client.untilStatus(answer.id, 4)

    await post('cut/5511977770001')
    await client.untilOpenAgain(1)
    expect(await get('phones')).toMatchObject([{ number: '5511977770001', devices: [{ deviceId: 1 }] }])
  })

  test('takes every kind of content', async () => {
    const { phone, client } = await world.link()
    await post('contacts/5511988880002', { name: 'Bia' })
    const path = `send/5511988880002/${phone.number}`
    const base64 = Buffer.from('arquivo').toString('base64')

    for (const kind of ['image', 'video', 'voice', 'audio', 'document', 'sticker']) {
      await client.message((await post(path, { kind, base64 })).id)
    }
    await client.message((await post(path, { kind: 'location', latitude: 1, longitude: 2 })).id)
    await client.message((await post(path, { kind: 'contactCard', name: 'Carlos', number: '5511955554444' })).id)
    const { id } = await post(path, { kind: 'poll', question: 'Que dia?', choices: ['sábado'] })
    await client.message(id)

    expect(await get('sent/5511988880002')).toHaveLength(9)
  })

  test('answers invalid calls with an error', async () => {
    expect(await post('scan/123', { qr: 'x' })).toMatchObject({ error: 'there is no phone 123' })
    expect((await post('nothing')).error).toContain('POST scan')
    expect((await post('phones/5511900000009', { name: 5 })).error).toContain('expected string')
  })

  test('refuses forms from other sites', async () => {
    const response = await fetch(`${address()}/latency`, { method: 'POST', body: 'ms=1' })

    expect(response.status).toBe(400)
  })

  test('is served by the command', async () => {
    const ports = ['--port', '0', '--media-port', '0', '--control-port', '0']
    const command = fork(join(import.meta.dirname, '../src/bin.ts'), ports, { silent: true })
    let printed = ''
    command.stdout?.on('data', (data) => (printed += String(data)))

    await eventually(() => expect(printed).toContain('control: http://127.0.0.1:'))
    const ended = new Promise((resolve) => command.once('exit', resolve))
    command.kill('SIGTERM')

    expect(printed).toContain('GUICHE_WHATSAPP_URL=ws://127.0.0.1:')
    expect(await ended).toBe(0)
  })

  function address(): string {
    return `http://127.0.0.1:${portOf(control.address())}`
  }

  async function post(path: string, body: object = {}): Promise<z.infer<typeof Answer>> {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${address()}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return Answer.parse(await response.json())
  }

  async function get(path: string): Promise<unknown> {
    return (await fetch(`${address()}/${path}`)).json()
  }
})
