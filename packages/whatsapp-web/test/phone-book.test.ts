import { describe, expect, test } from 'vitest'
import { eventually, worldOfFile } from './world.ts'

const world = worldOfFile()

describe('the phone book', () => {
  test('is told when the phone is linked and when it changes, with number and LID', async () => {
    const session = await world.link()
    const ana = world.server.contact('5511988886661', 'Aninha')
    await session.phone.saveContact(ana, 'Ana da padaria')
    await eventually(() =>
      expect(session.store.phoneBook).toContainEqual({
        number: '5511988886661',
        lid: ana.lid,
        name: 'Ana da padaria',
        pushName: '',
        isKnown: true,
      }),
    )
  })

  test('is read again as a whole when asked for, also what was told before', async () => {
    const session = await world.link()
    const ana = world.server.contact('5511988886662', 'Aninha')
    const bia = world.server.contact('5511988886663', 'Bia')
    await session.phone.saveContact(ana, 'Ana Prado')
    await session.phone.saveContact(bia, 'Bia Nunes')
    await eventually(() => expect(session.store.phoneBook).toHaveLength(2))
    session.store.phoneBook.length = 0

    expect(await session.session.ask({ about: 'phoneBook', companyId: 1, connectionId: 1 })).toBeNull()
    expect(session.store.phoneBook.map(({ name }) => name).toSorted()).toEqual(['Ana Prado', 'Bia Nunes'])

    await session.phone.saveContact(ana, 'Ana Prado Lima')
    await eventually(() =>
      expect(session.store.phoneBook).toContainEqual(expect.objectContaining({ name: 'Ana Prado Lima' })),
    )
  })

  test('has the people of the history that the phone sends, by their chats, and no group', async () => {
    const phone = world.phone()
    const ana = world.server.contact('5511988886664', 'Ana Souza')
    const bia = world.server.contact('5511988886665', 'Bia')
    const group = world.server.group('Condomínio', phone, [ana, bia])
    const at = new Date(Date.now() - 86_400_000)
    phone.remember({ with: ana, text: 'Ainda tem vaga?', at }, { with: group, by: bia, text: 'Alguém viu?', at })
    const session = await world.link(phone)

    await eventually(() => expect(session.store.phoneBook.filter(({ isKnown }) => isKnown)).toHaveLength(1))
    expect(session.store.phoneBook.find(({ isKnown }) => isKnown)).toMatchObject({
      number: '5511988886664',
      lid: ana.lid,
      name: 'Ana Souza',
    })
  })

  test('cannot be read while the session is not connected', async () => {
    const session = await world.link()
    await session.session.stop()
    await expect(session.session.ask({ about: 'phoneBook', companyId: 1, connectionId: 1 })).rejects.toThrow(
      'not connected',
    )
  })
})
