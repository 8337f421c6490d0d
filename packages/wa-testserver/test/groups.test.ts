import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Contact, Phone } from '../src/index.ts'
import type { Client } from './client.ts'
import { eventually, useWorld } from './world.ts'

/** Baileys' codes for a changed name and an added member. */
const SUBJECT_CHANGED = 21
const MEMBER_ADDED = 27

describe('a group', () => {
  const world = useWorld()
  let phone: Phone
  let client: Client
  let ana: Contact
  let caio: Contact
  let contacts = 0

  beforeAll(async () => {
    ;({ phone, client } = await world.link())
  })

  beforeEach(() => {
    ana = world.server.contact(`551198888400${++contacts}`, 'Ana')
    caio = world.server.contact(`551198888500${contacts}`, 'Caio', { addressing: 'pn', devices: 2 })
  })

  test('delivers several messages of a member with their author', async () => {
    const group = world.server.group('Clientes VIP', phone, [ana, caio])

    const first = await ana.chat(group).text('bom dia grupo')
    const second = await ana.chat(group).text('tudo bem?')

    expect((await client.message(first.id)).message).toMatchObject({
      key: { remoteJid: group.jid, participant: ana.lidJid(), participantAlt: ana.pnJid() },
      message: { conversation: 'bom dia grupo' },
    })
    expect((await client.message(second.id)).message.message?.conversation).toBe('tudo bem?')
  })

  test('delivers our messages to every device of every member', async () => {
    const group = world.server.group('Clientes VIP', phone, [ana, caio])

    const first = await client.send(group.jid, { text: 'bom dia a todos' })
    const second = await client.send(group.jid, { text: 'e mais uma' })

    for (const member of [ana, caio]) {
      expect((await member.waitForMessage(({ id }) => id === first.id)).to).toBe(group)
      expect((await member.waitForMessage(({ id }) => id === second.id)).text).toBe('e mais uma')
    }
    await eventually(() => expect(caio.inbox[1]?.readOn).toEqual(new Set([0, 1])))
    await client.until('receipts of both members', () => {
      const receivers = client.receiversOf(second.id)
      return [ana, caio].every((member) => receivers.has(member.lidJid()))
    })
  })

  test('sends a message again to a member who could not decrypt it', async () => {
    const group = world.server.group('Clientes VIP', phone, [ana])
    const first = await client.send(group.jid, { text: 'um' })
    await ana.waitForMessage(({ id }) => id === first.id)
    await ana.reinstall([])

    const second = await client.send(group.jid, { text: 'dois' })

    expect((await ana.waitForMessage(({ id }) => id === second.id)).text).toBe('dois')
  })

  test('is listed with its members', async () => {
    const group = world.server.group('Condomínio', phone, [ana])

    const groups = await client.sock.groupFetchAllParticipating()

    expect(groups[group.jid]).toMatchObject({ subject: 'Condomínio', addressingMode: 'lid' })
    expect(groups[group.jid]?.participants.map(({ id }) => id)).toEqual([phone.lidJid(), ana.lidJid()])
  })

  test('is created, filled and renamed by the client', async () => {
    const { id } = await client.sock.groupCreate('Equipe', [ana.lidJid()])
    await client.sock.groupParticipantsUpdate(id, [caio.lidJid()], 'add')
    await client.sock.groupParticipantsUpdate(id, [caio.lidJid()], 'promote')
    await client.sock.groupUpdateSubject(id, 'Equipe A')

    const group = world.server.directory.group(id)
    expect(group?.subject).toBe('Equipe A')
    expect(group?.members.get(caio)).toEqual({ isAdmin: true })
    await client.sock.groupLeave(id)
    expect(group?.members.has(phone)).toBe(false)
  })

  test('reports changes by others', async () => {
    const group = world.server.group('Equipe', ana, [phone])

    await group.rename('Equipe B')
    await group.add(caio)

    await client.until('both changes', ({ upserts }) => {
      const here = upserts.filter(({ message }) => message.key.remoteJid === group.jid)
      const changes = here.map(({ message }) => message.messageStubType)
      return changes.includes(SUBJECT_CHANGED) && changes.includes(MEMBER_ADDED)
    })
    expect(group.members.size).toBe(3)
  })
})
