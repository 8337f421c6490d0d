import { beforeAll, describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { recordings } from '#test/services/recordings'
import { type NumberShop, type NumberTalk, metaOfFile } from '#test/world/meta-world'
import { eventually } from '#test/world'

const meta = metaOfFile()
let shop: NumberShop
beforeAll(async () => {
  shop = await meta.numberShop()
})

const isSent = ({ ack, failure }: { ack: number; failure: string | null }) =>
  expect([ack > 0, failure]).toEqual([true, null])

async function upload({ ticketId }: NumberTalk, file: { name: string; type: string; data: Buffer }, body = '') {
  const answer = await shop.attendant.upload(`/messages/${ticketId}`, { body }, [{ field: 'medias', ...file }])
  return Number((Array.isArray(answer.body) ? answer.body[0] : answer.body).id)
}

describe('what an attendant sends', () => {
  test('with a caption that is too long for the file goes as the file and a text', async () => {
    const talk = await meta.chat(shop)
    const caption = `Segue ${'a conta '.repeat(150)}`.trim()
    const id = await upload(talk, { name: 'conta.jpg', type: 'image/jpeg', data: await samples.jpeg() }, caption)
    await talk.shown(id, isSent)
    await meta.settled()
    const got = talk.person.inbox.messages
    expect(got.map(({ type }) => type)).toEqual(['image', 'text'])
    expect([got[0]?.text, got[1]?.text]).toEqual(['', expect.stringContaining(caption)])
  })

  test('as a recording in WebM arrives as a voice note', async () => {
    const talk = await meta.chat(shop)
    const id = await upload(talk, { name: 'voz.webm', type: 'audio/webm', data: await recordings.webm() })
    await talk.shown(id, isSent)
    expect(talk.person.inbox.last).toMatchObject({ type: 'audio', content: { voice: true } })
    expect(talk.person.inbox.last.file?.mimeType).toContain('audio/ogg')
  })

  test('as a film in WebM, which WhatsApp does not show, arrives as a document', async () => {
    const talk = await meta.chat(shop)
    const id = await upload(talk, { name: 'filme.webm', type: 'video/webm', data: await recordings.webm() })
    await talk.shown(id, isSent)
    expect(talk.person.inbox.last).toMatchObject({ type: 'document', file: { name: 'filme.webm' } })
  })

  test('as a text of megabytes is refused before anything is stored, and one of the usual length goes in parts', async () => {
    const talk = await meta.chat(shop)
    const post = (letters: number) =>
      shop.attendant.post(`/messages/${talk.ticketId}`, { body: 'Bom dia! '.repeat(letters / 9).trim() })
    const answers = [await post(10_485_760), await post(900_000)]
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [413, 'ERR_TEXT_TOO_LARGE'],
      [400, 'ERR_VALIDATION'],
    ])
    expect(await talk.messages()).toHaveLength(1)
    const { body } = await post(9000)
    await talk.shown(body.id, isSent)
    expect(talk.person.inbox.messages.length).toBeGreaterThan(1)
  })
})

describe('a customer', () => {
  test('with a long name from right to left is listed, found and answered', async () => {
    const name = `\u202e\u0000שלום ${'ארוך '.repeat(3000)}`
    const person = meta.server.person('5511987009991', name)
    const talk = await meta.chat(shop, person)
    const { body } = await shop.admin.get(`/contacts/${talk.contactId}`)
    expect(body.name).toContain('שלום ארוך')
    expect(body.name.length).toBeLessThanOrEqual(255)
    expect(body.name).not.toMatch(/[\p{Cc}\u202a-\u202e]/u)
    const found = await shop.admin.get(`/contacts?searchParam=${encodeURIComponent('שלום')}&pageNumber=1`)
    expect(found.body.contacts.map(({ id }: { id: number }) => id)).toContain(talk.contactId)
    const { id } = await talk.write('Oi, {{firstName}}')
    await talk.shown(id, isSent)
  })

  test('with a username of odd letters is known by it, and a name that is a mark of ours is no mark', async () => {
    const person = meta.server.person(undefined, '{{name}} [1] *x*', { username: 'ana.\u202eחיה' })
    const talk = await meta.chat(shop, person)
    const { id } = await talk.write('Oi, {{name}}')
    await talk.shown(id, isSent)
    expect(person.inbox.last.text).toContain('{{name}} [1] *x*')
  })
})

describe('the window', () => {
  const before = (seconds: number, { ticketId }: NumberTalk) =>
    shop.company.sql(
      `update conversations v set last_inbound_at = now() - make_interval(secs => $2) from tickets t
       where t.id = $1 and v.company_id = t.company_id and v.id = t.conversation_id`,
      [ticketId, seconds],
    )

  test('is over at its end, and open a moment before', async () => {
    const talk = await meta.chat(shop)
    await before(86_400 - 30, talk)
    const { id } = await talk.write('Por pouco')
    await talk.shown(id, isSent)
    await before(86_400, talk)
    const late = await shop.attendant.post(`/messages/${talk.ticketId}`, { body: 'Por pouco não' })
    expect([late.status, late.body.error]).toEqual([400, 'ERR_WINDOW_CLOSED'])
  })

  test('that ends while a text waits lets the text fail, and a template go', async () => {
    const talk = await meta.chat(shop)
    const made = await shop.admin.post('/message-templates', {
      whatsappId: shop.connectionId,
      name: 'ainda_ai',
      language: 'pt_BR',
      category: 'utility',
      body: 'Ainda podemos ajudar?',
    })
    await shop.number.account.template('ainda_ai').approve()
    meta.server.expire(shop.token)
    const { id } = await talk.write('Espera pelo token')
    await eventually(async () =>
      expect((await shop.admin.get(`/whatsapp/${shop.connectionId}`)).body).toMatchObject({ status: 'DISCONNECTED' }),
    )
    await eventually(async () => {
      const { body } = await shop.attendant.post(`/tickets/${talk.ticketId}/message-templates`, {
        templateId: made.body.id,
        values: {},
      })
      expect(body.error).toBeUndefined()
    })
    await before(90_000, talk)
    const asked = meta.server.requests.length
    const token = shop.number.account.business.token(meta.app)
    await shop.admin.put(`/whatsapp-official/${shop.connectionId}`, { token })
    await talk.shown(id, ({ failure }) => expect(failure).toBe('ERR_WINDOW_CLOSED'))
    await eventually(() => expect(talk.person.inbox.messages.map(({ type }) => type)).toEqual(['template']))
    const sends = meta.server.requests.slice(asked).filter((one) => one === `POST /v25.0/${shop.number.id}/messages`)
    expect(sends).toHaveLength(1)
  })
})
