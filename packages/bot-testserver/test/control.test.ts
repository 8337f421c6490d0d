import { fork } from 'node:child_process'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { portOf } from '../src/http/port-of.ts'
import { serveControl, serviceNames } from '../src/index.ts'
import { answered, eventually, post, testWorld } from './world.ts'

describe('the control port', () => {
  const world = testWorld()
  let control: Server

  beforeAll(async () => {
    control = await serveControl(world.server, 0)
  })

  afterAll(() => {
    control.closeAllConnections()
    control.close()
  })

  const address = () => `http://127.0.0.1:${portOf(control)}`
  const tell = (path: string, body: object = {}) => post(`${address()}/${path}`, body)
  const read = async (path: string): Promise<unknown> => (await fetch(`${address()}/${path}`)).json()

  test('tells where the services are', async () => {
    expect(await read('addresses')).toEqual({ ...world.server.addresses, hosts: world.server.hosts })
    expect(await read('problems')).toEqual([])
  })

  test('publishes a bot, and expires and forgets its sessions', async () => {
    await tell('typebot/bots/hello', { groups: { start: [{ input: { type: 'text input' } }] } })
    const start = await post(`${world.server.typebot.url}/api/v1/typebots/hello/startChat`)
    const session = String(start.body['sessionId'])
    const url = `${world.server.typebot.url}/api/v1/sessions/${session}/continueChat`
    expect(await read('typebot/sessions')).toContainEqual({
      id: session,
      slug: 'hello',
      waitsAt: { group: 'start', at: 0 },
    })
    await tell('typebot/expire', { session })
    expect((await post(url)).body['message']).toContain('expired')
    await tell('typebot/forget', { session })
    expect((await post(url)).body['message']).toBe('Session not found.')
  })

  test('adds a workflow, executes it, and shows what it has worked on', async () => {
    const { body } = await tell('n8n/workflows/flows/one', {
      isActive: false,
      respond: { mode: 'lastNode', items: [{ output: 'Olá' }] },
    })
    expect(body['production']).toBe(world.server.n8n.productionUrl('flows/one'))
    expect((await post(String(body['test']))).status).toBe(404)
    await tell('n8n/execute/flows/one')
    expect((await post(String(body['test']), { a: 1 })).body).toEqual({ output: 'Olá' })
    expect(await read('n8n/executions')).toMatchObject([{ path: 'flows/one', address: 'test', body: { a: 1 } }])
  })

  test('teaches an intent, and changes the project and its key', async () => {
    const { dialogflow } = world.server
    await tell('dialogflow/intents', { name: 'Preço', phrases: ['preço'], texts: ['R$ 10,00'] })
    expect(dialogflow.agent.detect('a', 'preço').intent.texts).toEqual(['R$ 10,00'])
    await tell('dialogflow/project', { state: 'noRole', location: 'us', key: 'revoked' })
    expect(dialogflow).toMatchObject({ state: 'noRole', location: 'us' })
    await tell('dialogflow/project', { state: 'ready', location: 'global', key: 'active' })
    await tell('dialogflow/expire')
    expect(await read('dialogflow/account')).toEqual(dialogflow.serviceAccount)
  })

  test.each(['openai', 'localModel'] as const)('says what %s answers', async (name) => {
    const model = name === 'openai' ? 'gpt-4.1-mini' : 'llama3.2'
    const ask = () =>
      post(
        `${world.server[name].url}/chat/completions`,
        { model, messages: [{ role: 'user', content: 'Oi' }] },
        { authorization: 'Bearer k' },
      )
    await tell(`${name}/say`, { texts: ['Escrito'] })
    await tell(`${name}/hear`, { texts: ['Ouvido'] })
    expect((await ask()).body).toMatchObject({ choices: [{ message: { content: 'Escrito' } }] })
    await tell(`${name}/refuse`, { error: 'insufficient_quota', times: 1 })
    expect((await ask()).status).toBe(429)
    await tell(`${name}/context`, { tokens: 1 })
    expect((await ask()).body).toMatchObject({ error: { code: 'context_length_exceeded' } })
    await tell(`${name}/context`, { tokens: 1000 })
    expect((await ask()).status).toBe(200)
  })

  test('gives out keys of the voice, and shows what was said', async () => {
    await tell('speech/keys', { key: 'k', region: 'eastus' })
    expect(world.server.speech.keys.get('k')).toBe('eastus')
    expect(await read('speech/spoken')).toEqual([])
  })

  test.each(serviceNames)('plans faults of %s, shows its requests, stops and starts it', async (name) => {
    const url = () => `${world.server[name].side.url}/somewhere`
    await tell(`${name}/fault`, { fault: { kind: 'answer', status: 418, body: {} }, quota: { on: 'GET /somewhere' } })
    expect((await answered(await fetch(url()))).status).toBe(418)
    expect(await read(`${name}/requests`)).toMatchObject([{ method: 'GET', path: '/somewhere' }])
    await tell(`${name}/stop`)
    await expect(fetch(url())).rejects.toThrow('fetch failed')
    await tell(`${name}/start`)
    await tell(`${name}/fault`, { fault: { kind: 'html' } })
    await tell('clear')
    expect(await read(`${name}/requests`)).toEqual([])
  })

  test('turns the clock', async () => {
    const before = world.server.clock.now().getTime()
    await tell('clock', { hours: 1 })
    expect(world.server.clock.now().getTime() - before).toBeGreaterThanOrEqual(3_600_000)
  })

  test('answers invalid calls with an error, and refuses forms from other sites', async () => {
    expect((await tell('nothing')).body['error']).toContain('POST typebot/bots')
    expect((await tell('typebot/fault', { fault: { kind: 'fire' } })).status).toBe(400)
    expect((await tell('openai/refuse', { error: 'fire' })).status).toBe(400)
    const form = await fetch(`${address()}/clock`, { method: 'POST', body: 'hours=1' })
    expect(form.status).toBe(400)
  })
})

test('the control port is served by the command', async () => {
  const ports = ['--first-port', '0', '--control-port', '0']
  const command = fork(join(import.meta.dirname, '../src/bin.ts'), ports, { silent: true })
  let printed = ''
  command.stdout?.on('data', (data) => (printed += String(data)))
  const ended = new Promise((resolve) => command.once('exit', resolve))
  await eventually(() => expect(printed).toContain('control: http://127.0.0.1:'))
  command.kill('SIGTERM')
  expect(printed).toContain('openai: http://127.0.0.1:')
  expect(printed).toMatch(/GUICHE_INSIDE_HOSTS=127\.0\.0\.1:\d+,/)
  expect(await ended).toBe(0)
})
