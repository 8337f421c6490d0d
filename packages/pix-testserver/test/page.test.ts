import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { portOf } from '../src/https/port-of.ts'
import { serveBankPage } from '../src/index.ts'
import { testWorld } from './world.ts'

describe('the page of the bank’s app', () => {
  const world = testWorld()
  let page: Server

  beforeAll(async () => {
    page = await serveBankPage(world.server, 0, { readPicture: async (picture) => textIn(picture) })
  })

  afterAll(() => {
    page.close()
    page.closeAllConnections()
  })

  /** A picture of these tests is the text of its code. */
  const textIn = (picture: Buffer) => {
    if (picture.length === 0) throw new Error('there is no code')
    return picture.toString()
  }
  const readPicture = async (picture: string) => {
    const headers = { 'content-type': 'image/png' }
    const answer = await fetch(`http://127.0.0.1:${portOf(page)}/read-picture`, {
      method: 'POST',
      headers,
      body: picture,
    })
    return answer.json()
  }
  const ask = async (path: string, body?: unknown, type = 'application/json') => {
    const answer = await fetch(`http://127.0.0.1:${portOf(page)}${path}`, {
      ...(body !== undefined && { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(body) }),
    })
    return { status: answer.status, text: await answer.text() }
  }
  const json = async (path: string, body?: unknown) => JSON.parse((await ask(path, body)).text) as unknown

  test('is served, and says in Portuguese that nothing is real', async () => {
    expect((await ask('/')).text).toContain('nenhum dinheiro se move')
    expect((await ask('/else')).status).toBe(404)
  })

  test('reads a code, pays it, and gives a part back', async () => {
    const { id, copyText } = await world.charge('efi')
    expect(await json('/read', { code: copyText })).toMatchObject({
      id,
      amount: '199.90',
      receiver: 'GUICHE TESTES LTDA',
      state: 'open',
      isExpired: false,
    })
    expect(await json('/pay', { code: copyText, how: 'asked' })).toMatchObject({ state: 'paid' })
    expect(await json('/pay', { code: copyText, how: 'asked' })).toMatchObject({ problem: 'paid' })
    const { charges } = (await json('/state')) as { charges: { id: string; payments: { id: string }[] }[] }
    const payment = charges.find((charge) => charge.id === id)?.payments[0]?.id
    await json('/refund', { payment, amount: '9,90' })
    expect(await json('/read', { code: copyText })).toMatchObject({
      payments: [{ amount: '199.90', refunded: '9.90' }],
    })
    expect(await json('/refund', { payment, amount: 'all' })).toMatchObject({ problem: 'amount' })
    expect(await json('/books')).toMatchObject({ refunds: [{ amountCents: 990 }] })
  })

  test('reads the picture of a code', async () => {
    const { id, copyText } = await world.charge('efi')
    expect(await readPicture(copyText)).toMatchObject({ id, copyText })
    expect(await readPicture('')).toMatchObject({ problem: 'noPicture' })
    expect(await json('/read-picture', { code: copyText })).toMatchObject({ problem: 'noPicture' })
  })

  test('pays less, another amount, twice, and late', async () => {
    const pay = async (how: string, amount?: string) => {
      const { copyText } = await world.charge('asaas')
      return json('/pay', { code: copyText, how, ...(amount !== undefined && { amount }) })
    }
    expect(await pay('less')).toMatchObject({ payments: [{ amount: '99.95' }] })
    expect(await pay('amount', '10,00')).toMatchObject({ payments: [{ amount: '10.00' }] })
    expect(await pay('amount', '10.000')).toMatchObject({ problem: 'amount' })
    expect(await pay('amount')).toMatchObject({ problem: 'amount' })
    expect(await pay('twice')).toMatchObject({ state: 'paid' })
    expect(await pay('late')).toMatchObject({ state: 'paid' })
  })

  test('plans faults', async () => {
    const provider = 'asaas'
    await json('/provider', { provider, how: 'error' })
    expect((await world.asaas('GET', '/payments')).status).toBe(500)
    await json('/provider', { provider, how: 'down' })
    await expect(world.asaas('GET', '/payments')).rejects.toThrow('ECONNREFUSED')
    await json('/provider', { provider, how: 'up' })
    expect((await world.asaas('GET', '/payments')).status).toBe(200)
    expect(await json('/webhooks', { how: 'lose' })).toEqual({})
    expect(await json('/webhooks', { how: 'else' })).toMatchObject({ error: 'the request has a wrong form' })
  })

  test('takes nothing that a page of another site could send', async () => {
    const { copyText } = await world.charge('efi')
    expect((await ask('/pay', { code: copyText, how: 'asked' }, 'text/plain')).status).toBe(400)
    expect(await json('/read', { code: copyText })).toMatchObject({ state: 'open' })
  })
})

test('the command prints what a product needs, and ends when it is told to', async () => {
  const bin = join(import.meta.dirname, '..', 'src', 'bin.ts')
  const command = fork(bin, ['--efi-port', '0', '--asaas-port', '0', '--page-port', '0'], { silent: true })
  const lines: string[] = []
  const { stdout } = command
  if (!stdout) throw new Error('the command has no output')
  for await (const line of createInterface({ input: stdout })) {
    lines.push(line)
    if (line.startsWith("the bank's app")) break
  }
  const ca = lines.find((line) => line.startsWith('GUICHE_PIX_CA='))?.split('=')[1] ?? ''
  expect(readFileSync(ca, 'utf8')).toContain('BEGIN CERTIFICATE')
  expect(await (await fetch(lines.at(-1)?.split(': ')[1] ?? '')).text()).toContain('Banco de demonstração')
  const ended = once(command, 'exit')
  command.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(() => readFileSync(ca)).toThrow('ENOENT')
})
