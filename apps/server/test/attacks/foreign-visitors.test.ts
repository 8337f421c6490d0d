import { randomBytes, randomUUID } from 'node:crypto'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samples } from '../files.ts'
import { type VisitorSocket, openWindow } from '../visitor-socket.ts'
import { type Company, type Visitor, type World, createWorld, eventually } from '#test/world'

const canary = `canario${randomBytes(6).toString('hex')}`

let world: World
let owner: Company
let victim: Visitor
/** One of the same chat, and one of another company's chat. */
let attackers: Visitor[]
let windows: VisitorSocket[]
/** Answers to the attackers themselves. */
let answers: string[]
/** All ids that refer to something of the victim. */
let ids: string[]
let media: string
let before: string

beforeAll(async () => {
  world = await createWorld()
  owner = await world.company()
  const ticket = await owner.ticket({ body: `Mensagem ${canary}` })
  const admin = await owner.admin()
  victim = ticket.visitor
  const stranger = await world.company()
  const theirs = await stranger.ticket()
  attackers = [await owner.visitor(ticket.connection.token, 'Vizinho'), theirs.visitor]
  for (const attacker of attackers) await attacker.write('Bom dia')
  answers = [await answered(owner, attackers[0]), await answered(stranger, attackers[1])]

  const queue = await owner.queue()
  await admin.put(`/tickets/${ticket.id}`, { status: 'open', userId: admin.id, queueId: queue.id })
  const answer = await admin.post(`/messages/${ticket.id}`, { body: `Resposta ${canary}` })
  const note = await admin.post(`/messages/${ticket.id}`, { body: `Nota ${canary}`, isPrivate: true })
  const picture = await victim.upload(`/web-chat/${victim.token}/messages`, { id: randomUUID() }, [
    { field: 'medias', name: `${canary}.png`, type: 'image/png', data: await samples.png() },
  ])
  const made = [answer.status, note.status, picture.status]
  if (made.join() !== '200,200,201') throw new Error(`what the victim has was not made: ${made.join()}`)

  const messages = await settled()
  media = messages.find(({ mediaUrl }) => mediaUrl)?.mediaUrl?.replace('http://guiche.test', '') ?? ''
  const rows = await owner.sql('select id, external_id from messages where company_id = $1', [owner.id])
  const files = await owner.sql('select id, storage_key from files where company_id = $1', [owner.id])
  const own = await ownIds()
  ids = [
    ...messages.map(({ id }) => id),
    ...rows.flatMap((row) => [String(row.id), String(row.external_id)]),
    ...files.flatMap((row) => [String(row.id), String(row.storage_key)]),
    note.body.wid,
    victim.visitorId,
    `visitor:${victim.visitorId}`,
    String(ticket.id),
    ticket.uuid,
  ].filter((id) => !own.has(id))
  windows = await Promise.all(attackers.map((attacker) => openWindow(world, attacker)))
  before = JSON.stringify(await settled())
})
afterAll(async () => {
  for (const window of windows) window.close()
  await world.close()
})

interface Said {
  id: string
  ack: number
  body: string
  mediaUrl: string | null
  quoted: object | null
}

/** What the victim sees, once all of it was processed; without links, which change with time. */
async function settled(): Promise<Said[]> {
  return eventually(async () => {
    const { body } = await victim.messages()
    const left = await owner.sql('select from inbox where company_id = $1', [owner.id])
    const isSent = body.messages.every(({ ack }: Said) => ack > 0)
    if (left.length > 0 || body.messages.length < 3 || !isSent) throw new Error('something is still on its way')
    return body.messages
  })
}

/** Lets an admin answer a visitor; returns the id of the answer. */
async function answered(company: Company, visitor: Visitor | undefined): Promise<string> {
  const admin = await company.admin()
  const queue = await company.queue()
  const ticket = await eventually(async () => {
    const [found] = await company.sql(
      `select t.id from tickets t join conversations v on v.company_id = t.company_id and v.id = t.conversation_id
       where t.company_id = $1 and v.address = $2`,
      [company.id, visitor?.visitorId],
    )
    if (!found) throw new Error('no ticket yet')
    return found
  })
  await admin.put(`/tickets/${ticket.id}`, { status: 'open', userId: admin.id, queueId: queue.id })
  return (await admin.post(`/messages/${ticket.id}`, { body: 'Pois não?' })).body.wid
}

/** Ids that the attackers know from their own messages. */
async function ownIds(): Promise<Set<string>> {
  const found = await Promise.all(attackers.map((attacker) => attacker.messages()))
  return new Set(found.flatMap(({ body }) => body.messages.map(({ id }: Said) => id)))
}

const call = (token: string, secret: string) => ({
  info: () => world.anonymous.get(`/web-chat/${token}/messages`, bearer(secret)),
  write: () => world.anonymous.post(`/web-chat/${token}/messages`, { id: randomUUID(), body: canary }, bearer(secret)),
  upload: () =>
    world.anonymous.upload(
      `/web-chat/${token}/messages`,
      { id: randomUUID(), body: canary },
      [{ field: 'medias', name: 'a.txt', type: 'text/plain', data: 'a' }],
      { headers: { ...bearer(secret).headers, 'content-length': '400' } },
    ),
})
const bearer = (secret: string) => ({ headers: { authorization: `Bearer ${secret}` } })

describe('the data of another visitor (S4, S36, S54)', () => {
  test('cannot be used as the start or end of a page, whatever the id', async () => {
    for (const attacker of attackers)
      for (const id of ids)
        for (const where of ['after', 'before']) {
          const { status, body } = await attacker.messages(`?${where}=${encodeURIComponent(id)}`)
          const nothing = await attacker.messages(`?${where}=${'x'.repeat(id.length)}`)
          expect({ where, id, status, body }).toEqual({ where, id, status: nothing.status, body: nothing.body })
        }
  })

  test('cannot be quoted, and its file cannot be used, whatever fields are sent', async () => {
    for (const [index, attacker] of attackers.entries()) {
      for (const id of ids) {
        const path = `/web-chat/${attacker.token}/messages`
        const fields = { quotedId: id, fileId: id, mediaUrl: media, media: { fileId: id }, visitorId: victim.visitorId }
        const { status } = await attacker.post(path, { id: randomUUID(), body: `Citando ${index}`, ...fields })
        expect([201, 400, 429]).toContain(status)
      }
      const seen = await eventually(async () => {
        const { body } = await attacker.messages()
        const own: Said[] = body.messages.filter((message: Said) => message.body === `Citando ${index}`)
        expect(own.length).toBeGreaterThan(5)
        for (const { ack } of own) expect(ack).toBeGreaterThan(1)
        return own
      })
      for (const { quoted, mediaUrl } of seen) expect({ quoted, mediaUrl }).toEqual({ quoted: null, mediaUrl: null })
      expect(JSON.stringify(seen)).not.toContain(canary)
    }
  })

  test("cannot be opened with another visitor's secret, in any chat", async () => {
    const chats = [...new Set([victim, ...attackers].map(({ token }) => token))]
    for (const token of chats)
      for (const { secret, token: home } of [victim, ...attackers]) {
        if (token === home) continue
        for (const make of Object.values(call(token, secret)))
          expect(await make()).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } })
      }
  })

  test('has files that cannot be fetched without the signature or with that of another file', async () => {
    const [path = '', signature = ''] = media.split('?')
    expect((await world.anonymous.get(media)).status).toBe(200)
    for (const attacker of attackers) {
      const sent = await attacker.upload(`/web-chat/${attacker.token}/messages`, { id: randomUUID() }, [
        { field: 'medias', name: 'a.png', type: 'image/png', data: await samples.png() },
      ])
      expect(sent.status).toBe(201)
      const { body } = await attacker.messages()
      const own = body.messages.find(({ mediaUrl }: Said) => mediaUrl)?.mediaUrl.replace('http://guiche.test', '')
      for (const url of [
        path,
        `${path}?${own.split('?')[1]}`,
        `${own.split('?')[0]}?${signature}`,
        `${media}&download=1`,
      ])
        expect({ url, status: (await attacker.get(url)).status }).toEqual({ url, status: 404 })
    }
  })

  test('is not changed by events of another window', async () => {
    for (const { socket } of windows) {
      // Fewer than the flood limit.
      for (const id of ids.slice(0, 12)) socket.emit('ack', { id, ack: 3 })
      socket.emit('typing', { typing: true, visitorId: victim.visitorId })
      for (const name of ['join', 'joinChatBox', 'joinTickets', 'message', 'status'])
        socket.emit(name, victim.visitorId)
    }
    // They may mark their own messages as read; when that is done, the earlier events were handled as well.
    for (const [index, { socket }] of windows.entries()) socket.emit('ack', { id: answers[index], ack: 3 })
    await eventually(async () => {
      const read = await owner.sql('select from messages where external_id = any ($1) and ack >= 3', [answers])
      expect(read).toHaveLength(answers.length)
    })
    const now = await settled()
    expect(now.map(({ id, ack }) => [id, ack])).toEqual(JSON.parse(before).map(({ id, ack }: Said) => [id, ack]))
  })

  test("is not sent to other windows, or to a socket of attendants with a visitor's id", async () => {
    const admin = await owner.admin()
    const [ticket] = await owner.sql(`select ticket_id as id from messages where company_id = $1 and body = $2`, [
      owner.id,
      `Mensagem ${canary}`,
    ])
    const own = await openWindow(world, victim)
    await admin.post(`/messages/${ticket.id}`, { body: `Depois ${canary}` })
    await eventually(() => expect(JSON.stringify(own.of('message'))).toContain(`Depois ${canary}`))
    for (const { events } of windows) expect(JSON.stringify(events)).not.toContain(canary)
    own.close()

    for (const namespace of ['/', '/admin', '/1', `/web-chat/${victim.token}`]) {
      const socket = io((await world.url()) + namespace, {
        auth: { token: victim.secret, secret: victim.secret },
        query: { companyId: owner.id, userId: admin.id },
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
      })
      const refusal = await new Promise<string>((resolve) => {
        socket.on('connect', () => resolve('let in'))
        socket.on('connect_error', ({ message }) => resolve(message))
      })
      socket.close()
      expect(['ERR_SESSION_EXPIRED', 'Invalid namespace']).toContain(refusal)
    }
  })

  test("cannot be reached through calls of attendants with a visitor's secret", async () => {
    for (const path of ['/tickets', '/contacts', '/users', `/events?after=0`])
      expect((await world.anonymous.get(path, bearer(victim.secret))).status).toBe(401)
  })

  test('is unchanged at the end', async () => {
    const now = await settled()
    const known = JSON.parse(before).map(({ id }: Said) => id)
    const kept = now.filter(({ id }) => known.includes(id)).map(({ id, body, quoted }) => ({ id, body, quoted }))
    expect(kept).toEqual(JSON.parse(before).map(({ id, body, quoted }: Said) => ({ id, body, quoted })))
  })
})
