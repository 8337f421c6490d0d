import { hiddenBody } from '@guiche/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type HiddenConversation, hiddenConversation } from '#test/attacks/hidden-conversation'
import { phone } from '#test/inbound'
import { type Listener, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let admin: Person
let talk: HiddenConversation
let seesBoth: Listener
let seesNewer: Listener
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

beforeEach(async () => {
  const company = await world.company()
  admin = await company.admin()
  talk = await hiddenConversation(company)
  seesBoth = await admin.listen({ tickets: [talk.open.ticketId] })
  seesNewer = await talk.bia.listen({ tickets: [talk.open.ticketId] })
})

const about = ({ of }: Listener, id: number | undefined) =>
  of('message').flatMap(({ payload }) => (payload.message.id === id ? [payload] : []))

/** What Bia was told, up to a later message of her own ticket. */
async function toldToBia() {
  const { body } = await talk.bia.post(`/messages/${talk.open.ticketId}`, { body: 'Até logo' })
  await eventually(() => expect(about(seesNewer, body.id)).not.toEqual([]))
  return talk.hidden.messageIds.flatMap((id) => about(seesNewer, id))
}

describe('a change of a message of an earlier ticket reaches who has the newer one open, and nobody who may not see it', () => {
  test('when the customer deletes it', async () => {
    const [id] = talk.hidden.messageIds
    const [wid = ''] = talk.hidden.wids
    await talk.connection.receive({ kind: 'delete', externalId: wid, from: phone(talk.customer) })

    await eventually(() =>
      expect(about(seesBoth, id)).toMatchObject([
        { action: 'update', message: { ticketId: talk.hidden.ticketId, isDeleted: true } },
      ]),
    )
    expect(await toldToBia()).toEqual([])
  })

  test('when its attendant changes or deletes it', async () => {
    const { messages } = (await admin.get(`/messages/${talk.hidden.ticketId}`)).body
    const mine = messages.filter(({ fromMe }: { fromMe: boolean }) => fromMe)
    const [answer, note] = [
      mine.find(({ isPrivate }: { isPrivate: boolean }) => !isPrivate),
      mine.find(({ isPrivate }: { isPrivate: boolean }) => isPrivate),
    ]
    expect((await talk.ana.post(`/messages/edit/${answer.id}`, { body: 'Resposta melhor' })).status).toBe(200)
    expect((await talk.ana.delete(`/messages/${answer.id}`)).status).toBe(200)
    expect((await talk.ana.delete(`/messages/${note.id}`)).status).toBe(200)

    await eventually(() => {
      expect(about(seesBoth, answer.id).at(-1)).toMatchObject({ action: 'update', message: { body: hiddenBody } })
      expect(about(seesBoth, note.id)).toMatchObject([{ action: 'delete' }])
    })
    expect(await toldToBia()).toEqual([])
  })

  test('when its file is there', async () => {
    const [file] = await world.sql('select id, ticket_id from messages where file_id is not null and ticket_id = $1', [
      talk.hidden.ticketId,
    ])
    const [{ file_id: fileId }] = await world.sql('select file_id from messages where id = $1', [file.id])
    await world.app.deps.units.run({ kind: 'system', companyId: admin.user.companyId }, async (ctx) =>
      ctx.emit('media.ready', { fileId: Number(fileId) }),
    )

    await eventually(() => expect(about(seesBoth, Number(file.id))).toMatchObject([{ action: 'update' }]))
    expect(await toldToBia()).toEqual([])
  })
})
