import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createLogger } from '#platform/process/log'
import { samples } from '#test/files'
import { contactList } from '#test/campaigns/campaigns'
import { eventually } from '#test/world'
import { waitedPauses } from '#test/scenes/waited-pauses'
import { type NumberShop, type NumberTalk, metaOfFile } from '#test/world/meta-world'

const lines: Record<string, unknown>[] = []
const meta = metaOfFile({ log: createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) }) })
let shop: NumberShop
beforeAll(async () => {
  shop = await meta.numberShop()
})
afterEach(() => {
  meta.server.faults.clear()
  lines.length = 0
})

const sends = (of = shop) => `POST /v25.0/${of.number.id}/messages`

interface Refusal {
  code: number
  details?: string
  headers?: Record<string, string>
  times?: number
  of?: NumberShop
}

/** The next messages are refused in the answer. */
function refuse({ code, details, headers, times = 1, of = shop }: Refusal): void {
  const said = details === undefined ? {} : { error_data: { messaging_product: 'whatsapp', details } }
  const body = { error: { message: `(#${code}) Refused`, code, ...said, fbtrace_id: `trace-of-${code}` } }
  meta.server.faults.answer(400, { body, ...(headers && { headers }), times, on: sends(of) })
}

const shown = async (of: NumberShop) => (await of.admin.get(`/whatsapp/${of.connectionId}`)).body
const isSent = ({ ack, failure }: { ack: number; failure: string | null }) =>
  expect([ack > 0, failure]).toEqual([true, null])

/** A template that was approved, in the account of the shop. */
let count = 0
async function approved(of = shop, category = 'utility') {
  const { body, status } = await of.admin.post('/message-templates', {
    whatsappId: of.connectionId,
    name: `aviso_${++count}`,
    language: 'pt_BR',
    category,
    body: 'Seu pedido saiu para entrega hoje.',
    footer: '',
    buttons: [],
    examples: {},
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
  const template = of.number.account.template(body.name)
  await template.approve()
  const state = async () => (await of.admin.get(`/message-templates/${body.id}`)).body.status
  await eventually(async () => expect(await state()).toBe('approved'))
  return { id: Number(body.id), template, state }
}

async function sendTemplate({ ticketId }: NumberTalk, templateId: number, of = shop): Promise<{ id: number }> {
  const { body, status } = await of.attendant.post(`/tickets/${ticketId}/message-templates`, { templateId, values: {} })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

describe('a message that Meta will never take fails with the sentence of its row', () => {
  let talk: NumberTalk
  beforeAll(async () => {
    talk = await meta.chat(shop)
  })

  test.each([
    [100, 'ERR_MESSAGE_FLAWED'],
    [33, 'ERR_MESSAGE_FLAWED'],
    [131008, 'ERR_MESSAGE_FLAWED'],
    [131009, 'ERR_MESSAGE_FLAWED'],
    [135000, 'ERR_MESSAGE_FLAWED'],
    [131021, 'ERR_SENT_TO_ITSELF'],
    [131026, 'ERR_NOT_ON_WHATSAPP'],
    [131037, 'ERR_NAME_NOT_APPROVED'],
    [131047, 'ERR_WINDOW_CLOSED'],
    [131049, 'ERR_MARKETING_HELD_BACK'],
    [130472, 'ERR_MARKETING_HELD_BACK'],
    [131051, 'ERR_KIND_REFUSED'],
    [131062, 'ERR_NUMBER_NEEDED'],
    [132000, 'ERR_TEMPLATE_VALUES'],
    [132005, 'ERR_TEMPLATE_VALUES'],
    [132007, 'ERR_TEMPLATE_VALUES'],
    [132012, 'ERR_TEMPLATE_VALUES'],
    [132068, 'ERR_FORM_BLOCKED'],
    [132069, 'ERR_FORM_THROTTLED'],
    [134011, 'ERR_PAYMENT_TERMS'],
    [130497, 'ERR_COUNTRY_REFUSED'],
    [777777, 'ERR_REFUSED_BY_META'],
  ])('%d: %s, in the answer and later, and the next message goes', async (code, reason) => {
    refuse({ code })
    const { id } = await talk.write('Recusada')
    await talk.shown(id, ({ ack, failure }) => expect([ack, failure]).toEqual([0, reason]))
    talk.person.failsWith = code
    const later = await talk.write('Recusada depois')
    await talk.shown(later.id, ({ ack, failure }) => expect([ack, failure]).toEqual([0, reason]))
    talk.person.failsWith = undefined
    const next = await talk.write('A seguinte')
    await talk.shown(next.id, isSent)
    expect(await shown(shop)).toMatchObject({ status: 'CONNECTED' })
  })
})

describe('what Meta says with a refusal', () => {
  const details = 'Parameter text: the text is too long for 5511987654321.'

  test('is shown to the attendant where it helps, and its trace is in the log', async () => {
    const talk = await meta.chat(shop)
    refuse({ code: 131009, details })
    const { id } = await talk.write('Errada')
    await talk.shown(id, ({ failure, failureDetails }) =>
      expect([failure, failureDetails]).toEqual(['ERR_MESSAGE_FLAWED', details]),
    )
    const line = lines.find(({ event }) => event === 'network-account.refused')
    expect(line).toMatchObject({
      companyId: shop.company.id,
      messageId: id,
      refusal: 131009,
      traceId: 'trace-of-131009',
    })
    expect(String(line?.['details'])).toContain('the text is too long')
    await shop.attendant.post(`/messages/${id}/retry`)
    await talk.shown(id, (message) => {
      isSent(message)
      expect(message).not.toHaveProperty('failureDetails')
    })
  })

  test('is not shown where our own sentence says all', async () => {
    const talk = await meta.chat(shop)
    refuse({ code: 131047, details })
    const { id } = await talk.write('Fora do prazo')
    await talk.shown(id, ({ failure }) => expect(failure).toBe('ERR_WINDOW_CLOSED'))
    expect(await talk.shown(id, () => undefined)).not.toHaveProperty('failureDetails')
  })

  test('hides numbers from who sees none', async () => {
    const hiding = await meta.numberShop()
    await hiding.company.setting('lgpdHideNumber', 'enabled')
    const talk = await meta.chat(hiding)
    refuse({ code: 131009, details, of: hiding })
    const { id } = await talk.write('Errada')
    const seen = await talk.shown(id, ({ failureDetails }) => expect(failureDetails).toContain('the text is too long'))
    expect(seen.failureDetails).not.toContain('5511987654321')
  })

  test('is shown and logged too if it is told after the answer', async () => {
    const talk = await meta.chat(shop)
    talk.person.failsWith = 131009
    const { id } = await talk.write('Errada')
    await talk.shown(id, ({ failure, failureDetails }) =>
      expect([failure, failureDetails]).toEqual(['ERR_MESSAGE_FLAWED', 'Parameter value is not valid']),
    )
    expect(lines.find(({ event }) => event === 'network-account.told-refusal')).toMatchObject({
      companyId: shop.company.id,
      connectionId: shop.connectionId,
      refusal: 131009,
      details: 'Parameter value is not valid',
    })
    talk.person.failsWith = undefined
  })
})

describe('a template that is missing at Meta', () => {
  test('and an attendant sends is not offered until all templates are read again', async () => {
    const { id, state, template } = await approved()
    const talk = await meta.chat(shop)
    refuse({ code: 132001 })
    const { id: refused } = await sendTemplate(talk, id)
    await talk.shown(refused, ({ failure }) => expect(failure).toBe('ERR_TEMPLATE_MISSING'))
    await eventually(async () => expect(await state()).toBe('paused'))
    template.status = 'DISABLED'
    await readAgain()
    await eventually(async () => expect(await state()).toBe('disabled'))
  })

  test('and whose message fails later is not offered either', async () => {
    const { id, state } = await approved()
    const talk = await meta.chat(shop)
    talk.person.failsWith = 132001
    const { id: refused } = await sendTemplate(talk, id)
    await talk.shown(refused, ({ failure }) => expect(failure).toBe('ERR_TEMPLATE_MISSING'))
    talk.person.failsWith = undefined
    await eventually(async () => expect(await state()).toBe('paused'))
    await readAgain()
    await eventually(async () => expect(await state()).toBe('approved'))
  })
})

/** The job that waits to read the templates begins now. */
const readAgain = () =>
  meta.world.sql(`update pgboss.job set start_after = now() where name = 'messageTemplates.sync' and state = 'created'`)

describe('what passes', () => {
  test('is tried five times more, with growing pauses', async () => {
    const talk = await meta.chat(shop)
    refuse({ code: 131016, times: 7 })
    const { id } = await talk.write('Agora não')
    const waited = await waitedPauses(meta.world, shop.company, id, 5)
    await talk.shown(id, ({ ack, failure }) => expect([ack, failure]).toEqual([0, 'ERR_SENDING_WAPP_MSG']))
    expect(waited).toEqual(waited.toSorted((one, other) => one - other))
    expect(lines.filter(({ event }) => event === 'network-account.refused')).toHaveLength(6)
  })
})

describe('what only a person can set right stops the number, and the history says why', () => {
  let stopped: NumberShop
  let talk: NumberTalk
  beforeAll(async () => {
    stopped = await meta.numberShop()
    talk = await meta.chat(stopped)
  })

  test.each([
    [0, 'token_ended'],
    [190, 'token_ended'],
    [3, 'permission_lost'],
    [10, 'permission_lost'],
    [200, 'permission_lost'],
    [131005, 'permission_lost'],
    [368, 'restricted'],
    [131031, 'restricted'],
    [131045, 'not_registered'],
    [133006, 'not_registered'],
    [133010, 'not_registered'],
  ])('%d: %s', async (code, reason) => {
    refuse({ code, of: stopped })
    const { id } = await talk.write('Espera alguém')
    await eventually(async () =>
      expect(await shown(stopped)).toMatchObject({ status: 'DISCONNECTED', endReason: reason }),
    )
    const { events } = (await stopped.admin.get(`/whatsapp/${stopped.connectionId}/events`)).body
    expect(events[0]).toMatchObject({ kind: 'ended', reason })
    await talk.shown(id, ({ ack, failure }) => expect([ack, failure]).toEqual([0, null]))
    const token = stopped.number.account.business.token(meta.app)
    await stopped.admin.put(`/whatsapp-official/${stopped.connectionId}`, { token })
    await talk.shown(id, isSent)
  })
})

test('a country that Meta refuses stands in the history too', async () => {
  const refused = await meta.numberShop()
  const talk = await meta.chat(refused)
  refuse({ code: 130497, of: refused })
  const { id } = await talk.write('Para fora')
  await talk.shown(id, ({ failure }) => expect(failure).toBe('ERR_COUNTRY_REFUSED'))
  const { events } = (await refused.admin.get(`/whatsapp/${refused.connectionId}/events`)).body
  expect(events[0]).toMatchObject({ kind: 'notice', notice: { about: 'country', value: null } })
})

describe('marketing that Meta holds back', () => {
  test('goes to nobody of them for a day, whoever tries, and other messages do', async () => {
    const marketing = await approved(shop, 'marketing')
    const other = await approved()
    const talk = await meta.chat(shop)
    talk.person.marketingFailsWith = 131049
    const first = await sendTemplate(talk, marketing.id)
    const isHeldBack = ({ failure }: { failure: string | null }) => expect(failure).toBe('ERR_MARKETING_HELD_BACK')
    await talk.shown(first.id, isHeldBack)
    talk.person.marketingFailsWith = undefined
    const retried = await shop.attendant.post(`/messages/${first.id}/retry`)
    expect([retried.status, retried.body.error]).toEqual([400, 'ERR_MARKETING_HELD_BACK'])
    const before = shop.number.messages.size
    const second = await sendTemplate(talk, marketing.id)
    await talk.shown(second.id, isHeldBack)
    expect(shop.number.messages.size).toBe(before)
    const useful = await sendTemplate(talk, other.id)
    await talk.shown(useful.id, isSent)
    await shop.company.sql(`update messages set sent_at = sent_at - interval '25 hours' where id = any ($1)`, [
      [first.id, second.id],
    ])
    const third = await sendTemplate(talk, marketing.id)
    await talk.shown(third.id, isSent)
  })
})

describe('a limit', () => {
  test('lasts as long as the usual header says', async () => {
    const limited = await meta.numberShop()
    const talk = await meta.chat(limited)
    refuse({ code: 80007, headers: { 'Retry-After': '1800' }, of: limited })
    const { id } = await talk.write('Espera meia hora')
    await eventually(async () => expect((await shown(limited)).sendingLimit).not.toBeNull())
    const { scope, until } = (await shown(limited)).sendingLimit
    expect(scope).toBe('everything')
    expect(Math.abs(Date.parse(until) - Date.now() - 1_800_000)).toBeLessThan(60_000)
    await talk.shown(id, ({ ack, failure }) => expect([ack, failure]).toEqual([0, null]))
  })
})

describe('a file that Meta does not take', () => {
  const document = { field: 'medias', name: 'conta.pdf', type: 'application/pdf', data: samples.pdf }

  async function upload({ ticketId }: NumberTalk, given?: typeof document): Promise<{ id: number }> {
    const file = given ?? { field: 'medias', name: 'foto.png', type: 'image/png', data: await samples.png() }
    const { body } = await shop.attendant.upload(`/messages/${ticketId}`, { body: 'Veja' }, [file])
    return Array.isArray(body) ? body[0] : body
  }
  const filesOf = ({ person }: NumberTalk) =>
    person.inbox.messages.flatMap(({ type, file }) =>
      file ? [{ type, mimeType: file.mimeType, name: file.name }] : [],
    )
  const sentTo = ({ person }: NumberTalk) =>
    [...shop.number.messages.values()].filter((one) => one.person === person && one.direction === 'out')

  test('as it is uploaded goes once more in another form', async () => {
    const talk = await meta.chat(shop)
    const error = { message: 'Media upload error', code: 131053 }
    meta.server.faults.answer(400, { body: { error }, times: 1, on: `POST /v25.0/${shop.number.id}/media` })
    const { id } = await upload(talk)
    await talk.shown(id, isSent)
    await eventually(() => expect(filesOf(talk)).toMatchObject([{ type: 'image', mimeType: 'image/jpeg' }]))
  })

  test('after its answer goes once more in another form, and not a third time', async () => {
    const talk = await meta.chat(shop)
    talk.person.failsWith = 131053
    const { id } = await upload(talk)
    await eventually(() => expect(sentTo(talk)).toHaveLength(1))
    await talk.shown(id, ({ failure, failureDetails }) =>
      expect([failure, failureDetails]).toEqual(['ERR_FILE_REFUSED', 'Media upload error']),
    )
    expect(sentTo(talk)).toHaveLength(2)
    talk.person.failsWith = undefined
    const taken = await upload(talk)
    await talk.shown(taken.id, isSent)
    await eventually(() => expect(filesOf(talk)).toMatchObject([{ type: 'image', mimeType: 'image/png' }]))
  })

  test('and that is a document fails at once', async () => {
    const talk = await meta.chat(shop)
    talk.person.failsWith = 131053
    const { id } = await upload(talk, document)
    await talk.shown(id, ({ failure }) => expect(failure).toBe('ERR_FILE_REFUSED'))
    expect(sentTo(talk)).toHaveLength(1)
    talk.person.failsWith = undefined
  })
})

describe('a number that Meta does not reach', () => {
  test('again and again is left out of campaigns, until its owner writes', async () => {
    const place = await meta.numberShop()
    const talk = await meta.chat(place)
    const { number = '', name } = talk.person
    const listId = await contactList(place.company, [{ name, number, isValid: null }])
    const isValid = async () => {
      const { body } = await place.admin.get(`/contact-list-items?contactListId=${listId}&pageNumber=1`)
      return body.contacts[0].isWhatsappValid
    }
    const fail = async () => {
      const { id } = await talk.write('Não chega')
      await talk.shown(id, ({ failure }) => expect(failure).toBe('ERR_NOT_ON_WHATSAPP'))
    }
    talk.person.failsWith = 131026
    await fail()
    await fail()
    expect(await isValid()).toBeNull()
    await fail()
    await eventually(async () => expect(await isValid()).toBe(false))
    talk.person.failsWith = undefined
    await talk.chat.text('Voltei')
    await eventually(async () => expect(await isValid()).toBeNull())
    talk.person.failsWith = 131026
    await fail()
    expect(await isValid()).toBeNull()
  })
})

describe('a limit because of spam', () => {
  const twoHours = 2 * 3600_000

  test.each(['in the answer', 'later'])('said %s pauses campaigns for hours, and people go on', async (when) => {
    const limited = await meta.numberShop()
    const [talk, other] = [await meta.chat(limited), await meta.chat(limited)]
    if (when === 'later') talk.person.failsWith = 131048
    else refuse({ code: 131048, of: limited })
    const { id } = await talk.write('Tenta de novo')
    await eventually(async () => {
      const { scope, until } = (await shown(limited)).sendingLimit
      expect(scope).toBe('campaigns')
      expect(Math.abs(Date.parse(until) - Date.now() - twoHours)).toBeLessThan(10 * 60_000)
    })
    const answer = await other.write('Outra pessoa')
    await other.shown(answer.id, isSent)
    talk.person.failsWith = undefined
    await talk.shown(id, isSent)
    expect((await shown(limited)).sendingLimit).toMatchObject({ scope: 'campaigns' })
  })
})

describe('a payment that is missing', () => {
  test('stops templates before Meta is asked, answers go on, and a test of the number lets them go again', async () => {
    const unpaid = await meta.numberShop()
    const { account } = unpaid.number
    const { id: templateId } = await approved(unpaid)
    const talk = await meta.chat(unpaid)
    account.canPay = false
    const first = await sendTemplate(talk, templateId, unpaid)
    await talk.shown(first.id, ({ failure }) => expect(failure).toBe('ERR_PAYMENT_MISSING'))
    await eventually(async () => expect((await shown(unpaid)).sendingLimit).toMatchObject({ scope: 'templates' }))
    const before = unpaid.number.messages.size
    const second = await sendTemplate(talk, templateId, unpaid)
    await talk.shown(second.id, ({ failure }) => expect(failure).toBe('ERR_PAYMENT_MISSING'))
    expect(unpaid.number.messages.size).toBe(before)
    const answer = await talk.write('Isto vai')
    await talk.shown(answer.id, isSent)
    account.canPay = true
    expect((await unpaid.admin.post(`/whatsapp-official/${unpaid.connectionId}/test`)).status).toBe(200)
    expect((await shown(unpaid)).sendingLimit).toBeNull()
    await unpaid.attendant.post(`/messages/${second.id}/retry`)
    await talk.shown(second.id, isSent)
  })
})

test('a mark as read that Meta refuses is seen by nobody, and messages go on', async () => {
  const talk = await meta.chat(shop)
  refuse({ code: 131009, times: 1 })
  const { id } = await talk.chat.text('Leia-me')
  await talk.heard('Leia-me')
  await talk.messages()
  await eventually(() => {
    const line = lines.find(({ event }) => event === 'network-account.refused')
    expect(line).toMatchObject({ kind: 'read', refusal: 131009 })
  })
  const { id: answer } = await talk.write('Respondida')
  await talk.shown(answer, isSent)
  expect((await talk.messages()).filter(({ failure }) => failure !== null)).toEqual([])
  expect(await shown(shop)).toMatchObject({ status: 'CONNECTED', sendingLimit: null })
  expect(shop.number.messages.get(id)).toBeDefined()
})
