import { type BotServer, createBotServer } from '@guiche/bot-testserver'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Talk, openIntegrationTalk } from '#test/services/integration-talk'
import { assertNoProblems } from '#test/services/no-problems'
import { type World, createWorld, eventually } from '#test/world'
import { createOutside } from '#platform/outside/outside'

let server: BotServer
let world: World
beforeAll(async () => {
  server = await createBotServer()
  const { ask, check, download } = createOutside({ insideHosts: server.hosts })
  const { dialogflow, googleToken: token } = server.addresses
  world = await createWorld({ outside: { ask, check, download }, google: { dialogflow, token } })
})
afterEach(() => {
  assertNoProblems(server)
  server.clear()
})
afterAll(async () => {
  await world.close()
  await server.stop()
})

const openTalk = (fields: Record<string, unknown>) => openIntegrationTalk(world, fields)
const hears = (talk: Talk, texts: string[]) => eventually(async () => expect(await talk.heard()).toEqual(texts))

const typebot = (typebotSlug: string) => ({ type: 'typebot', urlN8N: server.addresses.typebot, typebotSlug })

test('a customer talks with a Typebot from message to message', async () => {
  const talk = await openTalk(typebot('choice'))

  await talk.say('Oi')
  const menu = 'Com qual setor você quer falar?\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte'
  await hears(talk, [menu])
  const { id } = await talk.ticket()
  const [{ session }] = await talk.company.sql(
    "select state ->> 'sessionId' as session from exchange_sessions where ticket_id = $1",
    [id],
  )
  expect((await talk.admin.get(`/tickets/${id}`)).body).toMatchObject({
    useIntegration: true,
    typebotSessionId: session,
    typebotStatus: true,
  })
  await talk.say('2')
  await hears(talk, [menu, 'Você escolheu suporte.'])
  expect(server.typebot.side.requests.take().map(({ path }) => path.split('/').at(-1))).toEqual([
    'startChat',
    'continueChat',
  ])
})

test('a control text hands the customer to a queue and a person of the company, and is not shown', async () => {
  const talk = await openTalk(typebot('hand-over'))
  const other = await talk.company.queue()
  const bia = await talk.company.attendant({ queues: [other] })
  const text = `#{"queueId":${other.id},"userId":${bia.id}}`
  server.typebot.publish('hand-over', { groups: { start: [{ text: 'Um momento.' }, { text }] } })

  await talk.say('Oi')
  await hears(talk, ['Um momento.'])
  await eventually(async () =>
    expect(await talk.ticket()).toMatchObject({ queue_id: other.id, bot: { useIntegration: false } }),
  )
})

test('a control text with ids of another company moves nothing there or here, and a person answers', async () => {
  const talk = await openTalk(typebot('foreign'))
  const foreign = await world.company()
  const [queue, user] = [await foreign.queue(), await foreign.attendant()]
  const text = `#{"queueId":${queue.id},"userId":${user.id}}`
  server.typebot.publish('foreign', { groups: { start: [{ text }] } })

  await talk.say('Oi')
  await eventually(async () => expect((await talk.ticket()).bot).toMatchObject({ useIntegration: false }))
  expect(await talk.ticket()).toMatchObject({ status: 'pending', queue_id: talk.queue.id, user_id: null })
  expect(await foreign.sql('select id from tickets where company_id = $1', [foreign.id])).toEqual([])
  expect((await talk.heard()).join()).not.toContain('queueId')
})

test('the keyword ends the ticket', async () => {
  const talk = await openTalk({ ...typebot('echo'), typebotKeywordFinish: 'sair' })
  await talk.say('Olá')
  await hears(talk, ['Olá'])

  await talk.say('SAIR')
  await eventually(async () => expect((await talk.ticket()).status).toBe('closed'))
})

test('a flow answers, and admins read what it was asked and what it said', async () => {
  server.n8n.workflow('flow', { respond: { mode: 'lastNode', items: [{ output: 'Olá do n8n' }] } })
  const secret = 'Bearer nao-mostre-isto'
  const talk = await openTalk({ type: 'n8n', urlN8N: server.n8n.productionUrl('flow'), authorization: secret })

  await talk.say('Bom dia')
  await hears(talk, ['Olá do n8n'])
  const { id } = await talk.ticket()
  const trace = await eventually(async () => {
    const answer = await talk.admin.get(`/tickets/${id}/exchanges`)
    expect(answer.body).toMatchObject([{ state: 'answered', kind: 'integration', answererId: talk.integration.id }])
    return answer
  })
  expect(trace.body[0].calls).toMatchObject([{ method: 'POST', status: 200, received: '{"output":"Olá do n8n"}' }])
  expect(trace.body[0].calls[0].sent).toContain('Bom dia')
  expect(JSON.stringify(trace.body)).not.toContain('nao-mostre-isto')
  expect((await (await talk.company.attendant()).get(`/tickets/${id}/exchanges`)).status).toBe(403)
})

test('a flow that sends the headers of the call back leaves no login in the trace', async () => {
  const authorization = 'Bearer devolvido-1234'
  server.n8n.workflow('echo', { respond: { mode: 'lastNode', items: [{ output: 'Olá', headers: { authorization } }] } })
  const talk = await openTalk({ type: 'n8n', urlN8N: server.n8n.productionUrl('echo'), authorization })

  await talk.say('Oi')
  await hears(talk, ['Olá'])
  const { id } = await talk.ticket()
  const { body } = await talk.admin.get(`/tickets/${id}/exchanges`)
  expect(body[0].calls[0].received).toContain('Olá')
  expect(JSON.stringify(body)).not.toContain('devolvido')
})

test('a flow answers later by the messages API, in the same ticket, and goes on answering', async () => {
  const talk = await openTalk({ type: 'n8n', urlN8N: server.n8n.productionUrl('later') })
  const token = await talk.company.apiToken(talk.connection)
  server.n8n.workflow('later', { later: { url: await world.url(), token, message: { body: 'Já vi: chega amanhã.' } } })
  await talk.say('Onde está o pedido?')
  await eventually(() => expect(server.n8n.sent).toEqual([200]))
  const ticket = await talk.ticket()
  await talk.say('Obrigada')
  await eventually(() => expect(server.n8n.sent).toEqual([200, 200]))

  const said = await talk.company.sql(
    'select ticket_id::int, body from messages where connection_id = $1 and from_me order by id',
    [talk.connection.id],
  )
  expect(said).toEqual([1, 2].map(() => ({ ticket_id: ticket.id, body: 'Já vi: chega amanhã.' })))
  expect(await talk.ticket()).toMatchObject({ id: ticket.id, status: 'pending' })
})

test('Dialogflow answers in its language, and its end leaves the customer to a person', async () => {
  const talk = await openTalk({ type: 'dialogflow', jsonContent: JSON.stringify(server.dialogflow.serviceAccount) })

  await talk.say('Qual o horário?')
  await hears(talk, ['*Robô:* Das 8h às 18h.'])
  await talk.say('tchau')
  await hears(talk, ['*Robô:* Das 8h às 18h.', '*Robô:* Até logo!'])
  await eventually(async () => expect((await talk.ticket()).bot).toMatchObject({ useIntegration: false }))
})

test('an integration that is deleted under a talk leaves the customer to a person', async () => {
  const talk = await openTalk(typebot('echo'))
  await talk.say('Um')
  await hears(talk, ['Um'])

  await talk.admin.delete(`/queueIntegration/${talk.integration.id}`)
  await talk.say('Dois')
  await eventually(async () => expect((await talk.ticket()).bot).toMatchObject({ useIntegration: false }))
  expect(await talk.ticket()).toMatchObject({ status: 'pending', queue_id: talk.queue.id })
})

test('a plan that loses its integrations leaves the customer to a person', async () => {
  const talk = await openTalk(typebot('echo'))
  await talk.say('Um')
  await hears(talk, ['Um'])
  await world.sql(
    `update plans set features = array_remove(features, 'integrations')
     where id = (select plan_id from companies where id = $1)`,
    [talk.company.id],
  )

  await talk.say('Dois')
  await eventually(async () => expect((await talk.ticket()).bot).toMatchObject({ useIntegration: false }))
  expect((await talk.heard()).slice(0, 2)).not.toContain('Dois')
})

test('a changed address is asked again at once, whatever has failed before', async () => {
  const talk = await openTalk({ type: 'webhook', urlN8N: server.n8n.productionUrl('off') })
  await talk.say('Oi')
  await eventually(async () => {
    const [state] = (await talk.admin.get('/answerers')).body
    expect(state).toMatchObject({ id: talk.integration.id, failures: 1, failure: 'status' })
  })

  await talk.admin.put(`/queueIntegration/${talk.integration.id}`, { urlN8N: server.n8n.productionUrl('on') })
  const [state] = (await talk.admin.get('/answerers')).body
  expect(state?.failures ?? 0).toBe(0)
})
