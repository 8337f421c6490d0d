import { join } from 'node:path'
import pg from 'pg'
import { type WaServer, createWaServer } from '@guiche/wa-testserver'
import { afterEach, describe, expect, onTestFailed, test, vi } from 'vitest'
import { samples } from '../files.ts'
import { type OwnServer, createOwnServer } from '../processes/server-process.ts'
import { type SmallVolume, mountVolume, whyVolumesAreMissing } from '../processes/small-volume.ts'
import type { Said } from '../processes/two-processes.ts'
import { eventually } from '#test/world'
import { leftToDo, violations } from './faults-checker.ts'
import { type Load, createLoad } from './faults-load.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 90_000 })
const timeout = 90_000
const reason = whyVolumesAreMissing()

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0)) await step()
})

/** A server that is not started yet, with one of its folders on a small volume. */
async function serverWithVolume(
  name: string,
  { megabytes, env }: { megabytes: number; env: Record<string, string> },
): Promise<{ server: OwnServer; volume: SmallVolume }> {
  const server = await createOwnServer(env)
  const volume = mountVolume(join(server.folder, name), megabytes)
  undo.unshift(async () => {
    await server.end()
    volume.unmount()
    await server.stop()
  })
  onTestFailed(() => void process.stderr.write(server.said()))
  return { server, volume }
}

describe.skipIf(reason !== undefined)(`a full disk (R24${reason === undefined ? '' : `; skipped: ${reason}`})`, () => {
  test('of files: uploads are refused with a reason, texts are accepted, and files of customers arrive when there is space', async () => {
    const whatsApp = await createWaServer({ initialKeys: 'few' })
    undo.unshift(() => whatsApp.stop())
    // 256 MB are kept free.
    const { server, volume } = await serverWithVolume('media', {
      megabytes: 280,
      env: { ...whatsApp.environment, LOG_LEVEL: 'warn' },
    })
    server.start()
    await server.ready()
    const { ask, phone, ticketOf, upload } = await openShop(server, whatsApp)
    const rita = whatsApp.contact('5511988887777', 'Rita Moura')
    await rita.chat(phone).text('Vocês mandam o orçamento?')
    const ticketId = await ticketOf()
    expect((await upload(ticketId)).status).toBe(200)

    volume.fill()
    const refused = await upload(ticketId)
    expect(refused.status).toBe(507)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(await refused.json()).toMatchObject({ error: 'ERR_BUSY' })

    await ask('POST', `/messages/${ticketId}`, { body: 'O arquivo segue depois' })
    await rita.waitForMessage(({ text }) => text?.includes('O arquivo segue depois') === true)
    const picture = await samples.jpeg(200, 100)
    await rita.chat(phone).image(picture, { caption: 'A foto da peça' })
    await rita.chat(phone).text('Chegou?')
    const messages = async (): Promise<Said[]> => (await ask('GET', `/messages/${ticketId}`)).messages
    const photo = async (): Promise<Said> => (await messages()).find(({ body }) => body === 'A foto da peça')
    await eventually(async () => expect((await messages()).at(-1)).toMatchObject({ body: 'Chegou?' }))
    // A try was made, and the next one is planned.
    await eventually(() => expect(server.said()).toContain('media.no-room'), timeout)
    expect(await photo()).toMatchObject({ mediaState: 'waiting', mediaUrl: null })

    volume.empty()
    const { mediaUrl } = await eventually(async () => {
      const found = await photo()
      expect(found).toMatchObject({ mediaState: 'ready' })
      return found
    }, timeout)
    expect(Buffer.from(await (await fetch(mediaUrl)).arrayBuffer()).equals(picture)).toBe(true)
    expect((await upload(ticketId)).status).toBe(200)
  })

  test('of the database: calls are busy, nothing acknowledged is lost, and everything continues when there is space', async () => {
    const { server, volume } = await serverWithVolume('postgres', { megabytes: 200, env: {} })
    server.start()
    await server.ready()
    const load = await createLoad({ ...server, seed: 1, visitors: 6, attendants: 2 })
    undo.unshift(async () => load.close())
    await someProgress(load)
    // Unread messages are counted from the last answer on.
    const answers = load.attendants.flatMap(({ answered }) => [...answered.values()])
    await eventually(() => expect(answers.every((sent) => sent.length > 0)).toBe(true), timeout)

    // A connection that is opened later would be refused.
    const client = new pg.Client({ connectionString: server.databaseUrl() })
    client.on('error', () => undefined)
    undo.unshift(() => client.end())
    await client.connect()

    volume.fill()
    await eventually(() => expect(load.refused()).toBeGreaterThan(0), timeout)
    await useUpLog(client)
    await eventually(async () => expect((await fetch(`${server.url}/health/ready`)).status).toBe(503), timeout)
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200)

    volume.empty()
    await eventually(async () => expect((await fetch(`${server.url}/health/ready`)).status).toBe(200), timeout)
    await someProgress(load)

    // A start with a full disk does no damage either.
    volume.fill()
    await server.kill()
    killDatabase(server)
    server.start()
    await Promise.race([server.ended(), server.ready()])
    await server.kill()
    volume.empty()
    server.start()
    await server.ready()
    await someProgress(load)

    await load.end()
    await eventually(async () => expect(await leftToDo(server.databaseUrl())).toEqual([]), timeout)
    expect(load.strange).toEqual([])
    expect(await violations(server.databaseUrl(), load)).toEqual([])
  })
})

async function openShop(server: OwnServer, whatsApp: WaServer) {
  let token: string | undefined
  const bearer = () => ({ ...(token && { authorization: `Bearer ${token}` }) })
  const ask = async (method: string, path: string, body?: object): Promise<Said> => {
    const response = await fetch(server.url + path, {
      method,
      headers: { ...bearer(), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const logIn = async (who: object): Promise<Said> => {
    token = undefined
    const answer = await ask('POST', '/auth/login', who)
    token = answer.token
    return answer.user
  }

  await logIn(server.operator)
  const plan = await ask('POST', '/plans', { name: 'Plano', users: 5, connections: 5, queues: 5 })
  const boss = { email: 'admin@empresa.test', password: 'Senha-Forte-1' }
  await ask('POST', '/companies', { name: 'Casa Aurora', planId: plan.id, ...boss })
  const user = await logIn(boss)
  const queue = await ask('POST', '/queue', { name: 'Vendas', color: '#0b8f6a' })
  const phone = whatsApp.phone('5511900000001', 'Casa Aurora', { businessName: 'Casa Aurora' })
  const { id } = await ask('POST', '/whatsapp', { name: 'Loja', channel: 'whatsapp', queueIds: [queue.id] })
  const shown = () => ask('GET', `/whatsapp/${id}`)
  await eventually(async () => expect((await shown()).qrcode).not.toBe(''), timeout)
  await phone.scan((await shown()).qrcode)
  await eventually(async () => expect((await shown()).status).toBe('CONNECTED'), timeout)

  /** Accepts the waiting ticket. */
  const ticketOf = async (): Promise<number> => {
    const ticket = await eventually(async () => {
      const { tickets } = await ask('GET', '/tickets?status=pending&showAll=true')
      expect(tickets).toHaveLength(1)
      return tickets[0]
    }, timeout)
    await ask('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: user.id, queueId: queue.id })
    return ticket.id
  }
  const upload = async (ticketId: number): Promise<Response> => {
    const form = new FormData()
    form.append('body', 'Segue o orçamento')
    form.append('medias', new Blob([new Uint8Array(samples.pdf)], { type: 'application/pdf' }), 'orcamento.pdf')
    return fetch(`${server.url}/messages/${ticketId}`, { method: 'POST', headers: bearer(), body: form })
  }
  return { ask, phone, ticketOf, upload }
}

async function someProgress(load: Load): Promise<void> {
  const wanted = load.count() + 20
  await eventually(() => {
    expect(load.strange).toEqual([])
    expect(load.count()).toBeGreaterThanOrEqual(wanted)
  }, timeout)
}

/** Write-ahead log files are created in advance; the database continues until they are used up, and then ends. */
async function useUpLog(client: pg.Client): Promise<void> {
  try {
    for (let files = 0; files < 1000; files += 1) await client.query('select pg_switch_wal(), txid_current()')
  } catch {
    return
  }
  throw new Error('the log of the database does not end')
}

/** Like a power cut. */
function killDatabase(server: OwnServer): void {
  const pid = server.databasePid()
  if (pid) process.kill(pid, 'SIGKILL')
}
