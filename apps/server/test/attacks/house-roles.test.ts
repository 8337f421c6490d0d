import { type Endpoint, api } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Caller, type Company, type World, createWorld } from '#test/world'
import { calls, withQuery } from './contract-input.ts'
import { type Ids, everythingIn } from './everything.ts'

/** Who may do it comes last, so that a call that removes something finds it for all others. */
const roles = [
  'nobody',
  'visitor',
  'admin of another company',
  'operator',
  'colleague',
  'attendant for real time',
  'attendant with dashboard',
  'supervisor',
  'member',
  'admin',
] as const
type Role = (typeof roles)[number]
type Statuses = Partial<Record<Role, number>>

/** The calls of the house: internal chats, board and tags, roster, moments, numbers and reports. */
const areas = /^\/(chats|tags|ticket\/kanban|ticket-tags|plantao|dashboard|numbers|ticket\/reports|reports)(\/|$)/
const ofTheHouse = calls.filter(([, { path }]) => areas.test(path)).map(([name]) => name)

let world: World
let company: Company
let callers: Record<Role, Caller>
/** Of the company, and of another one. */
let own: Ids
let foreign: Ids
let memberId: number

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  own = await everythingIn(company, 'casa')
  const admin = await company.admin()
  const queues = [{ id: Number(own['queueId']) }]
  const member = await company.attendant({ queues })
  memberId = member.id
  const users = [{ id: member.id }]
  await admin.put(`/chats/${own['chatId']}`, { title: 'Conversa', users })
  const other = await world.company()
  foreign = await everythingIn(other, 'alheio')
  callers = {
    nobody: world.anonymous,
    visitor: await company.visitor((await company.webChat()).token),
    'admin of another company': await other.admin(),
    operator: await world.operator(),
    colleague: await company.attendant(),
    'attendant for real time': await company.attendant({ allowRealTime: 'enabled' }),
    'attendant with dashboard': await company.attendant({ showDashboard: 'enabled' }),
    supervisor: await company.supervisor(),
    member,
    admin,
  }
})
afterAll(() => world.close())

interface Given {
  params?: Record<string, string | number | undefined>
  query?: Record<string, unknown>
  body?: object
}

interface Line {
  name: keyof typeof api
  given: () => Given
  expected: Statuses
}

/** All people get the first status but those who are named. */
const line = (name: keyof typeof api, given: () => Given, others: number, named: Statuses = {}): Line => ({
  name,
  given,
  expected: Object.fromEntries(
    roles.map((role) => [role, ['nobody', 'visitor'].includes(role) ? 401 : (named[role] ?? others)]),
  ),
})

const nothing = () => ({})
const withId = (thing: string, body?: object) => () => ({ params: { id: own[thing] }, ...(body && { body }) })
const onDuty = (userId: number | string | undefined) => ({
  userId,
  phone: '5531987654321',
  interval: 1440,
  days: [{ weekdayEn: 'Monday', startTime: '08:00', endTime: '08:01' }],
  afterNotices: 20,
})
const someTag = (more: object = {}) => ({ name: `Etiqueta ${Math.random()}`, ...more })

const admins = { admin: 200, operator: 200, 'admin of another company': 200 } as const
const seers = { ...admins, 'attendant with dashboard': 200 } as const
const members = { member: 200, admin: 200 } as const
/** They see the ticket: of their queue, or of all queues. */
const servers = { ...members, supervisor: 200 } as const
/** To them nothing of the company exists. */
const strangers = { operator: 404, 'admin of another company': 404 } as const

const lines: Line[] = [
  line('listChats', nothing, 200),
  line('getChat', () => ({ params: { chatUuid: own['chatUuid'] } }), 404, members),
  line('createChat', () => ({ body: { title: 'Nova', users: [{ id: memberId }] } }), 200, strangers),
  line('openDirectChat', () => ({ body: { userId: own['userId'] } }), 200, strangers),
  line('readChat', withId('chatId', {}), 404, members),
  line('listChatDrafts', nothing, 200),
  line('saveChatDraft', withId('chatId', { body: 'Ainda não' }), 404, members),
  line('listChatMessages', withId('chatId'), 404, members),
  line('postChatMessage', withId('chatId', { message: 'Bom dia' }), 404, members),
  line('searchChatMessages', () => ({ query: { searchParam: 'Recado' } }), 200),
  line('ticketOfChatMessage', withId('internalMessageId'), 404, members),
  line('reactToChatMessage', withId('internalMessageId', { emoji: '👍' }), 404, members),
  line('editChatMessage', withId('internalMessageId', { message: 'Outro' }), 404, { member: 403, admin: 200 }),
  line('deleteChatMessage', withId('internalMessageId'), 404, { member: 403, admin: 200 }),
  line('updateChat', () => ({ ...withId('chatId')(), body: { title: 'Outra', users: [{ id: memberId }] } }), 404, {
    member: 403,
    admin: 200,
  }),
  line('deleteChat', withId('chatId'), 404, { member: 403, admin: 200 }),

  line('pickTags', nothing, 200),
  line('listTags', nothing, 200),
  line('getTag', withId('tagId'), 200, strangers),
  line('createTag', () => ({ body: someTag() }), 200),
  line('syncTags', () => ({ body: { contactId: own['contactId'], tags: [{ id: own['tagId'] }] } }), 200, strangers),
  line('updateTag', () => ({ ...withId('tagId')(), body: someTag() }), 403, { admin: 200, ...strangers }),
  line('deleteTag', withId('tagId'), 403, { admin: 200, ...strangers }),

  line('kanbanTags', nothing, 200),
  line('kanbanTickets', nothing, 200),
  line('kanbanLanes', nothing, 200),
  line('kanbanCards', nothing, 200),
  line('moveCard', () => ({ params: { id: own['ticketId'] }, body: { tagId: own['laneId'] } }), 404, servers),
  line('leaveLanes', () => ({ params: { ticketId: own['ticketId'] } }), 404, servers),
  line('enterLane', () => ({ params: { ticketId: own['ticketId'], tagId: own['laneId'] } }), 404, {
    member: 201,
    supervisor: 201,
    admin: 201,
  }),

  line('listOnCall', nothing, 403, admins),
  line('listOnCallNotices', nothing, 403, admins),
  line('getOnCall', withId('onCallId'), 403, { admin: 200, ...strangers }),
  line('createOnCall', () => ({ body: onDuty(memberId) }), 403, { admin: 201, ...strangers }),
  line('updateOnCall', () => ({ ...withId('onCallId')(), body: onDuty(own['userId']) }), 403, {
    admin: 200,
    ...strangers,
  }),
  line('deleteOnCall', withId('onCallId'), 403, { admin: 200, ...strangers }),

  line('moments', nothing, 403, { ...admins, 'attendant for real time': 200 }),
  line('momentsBoard', nothing, 403, { ...admins, 'attendant for real time': 200 }),
  line('queueLoads', nothing, 403, admins),

  line('listNumbers', nothing, 403, seers),
  line('dashboard', nothing, 403, seers),
  line('dashboardNumbers', nothing, 403, seers),
  line('dashboardSeries', () => ({ params: { name: 'started' } }), 403, seers),
  line('dashboardList', () => ({ params: { name: 'started' } }), 403, seers),
  line('dashboardHidden', () => ({ params: { name: 'started' } }), 403, seers),
  line('dashboardTotal', nothing, 403, seers),
  line('dashboardTicketsDay', nothing, 403, seers),
  line('dashboardQueues', nothing, 403, seers),
  line('dashboardUsers', nothing, 403, seers),
  line('dashboardTopUsers', nothing, 403, seers),
  line('dashboardRatings', nothing, 403, seers),
  line('dashboardClosed', nothing, 403, seers),

  line('ticketReport', nothing, 403, seers),
  line('listReportExports', nothing, 403, seers),
  line('createReportExport', () => ({ body: { rows: 'waits', format: 'csv' } }), 403, {
    admin: 201,
    operator: 201,
    'admin of another company': 201,
    'attendant with dashboard': 201,
  }),
  line('deleteReportExport', withId('reportExportId'), 403, {
    admin: 200,
    'attendant with dashboard': 404,
    ...strangers,
  }),
]

function ask(caller: Caller, { method, path }: Endpoint, { params = {}, query = {}, body }: Given): Promise<Answer> {
  const url = withQuery({ url: path.replace(/:(\w+)/g, (_whole, name: string) => String(params[name])), query })
  if (method === 'GET') return caller.get(url)
  if (method === 'DELETE') return caller.delete(url)
  return method === 'POST' ? caller.post(url, body) : caller.put(url, body)
}

/** The admin of the company names things of another one. What is mentioned or answered there is left out. */
const foreignFields: [field: string, name: keyof typeof api, given: () => Given, status: number][] = [
  ['member', 'createChat', () => ({ body: { title: 'Nova', users: [{ id: foreign['userId'] }] } }), 404],
  ['member', 'updateChat', () => withId('chatId', { title: 'X', users: [{ id: foreign['userId'] }] })(), 404],
  ['colleague', 'openDirectChat', () => ({ body: { userId: foreign['userId'] } }), 404],
  ['reader', 'readChat', () => withId('chatId', { userId: foreign['userId'] })(), 403],
  ['ticket', 'postChatMessage', () => withId('chatId', { message: 'X', ticketId: foreign['ticketId'] })(), 404],
  [
    'answered',
    'postChatMessage',
    () => withId('chatId', { message: 'X', replyToId: foreign['internalMessageId'] })(),
    200,
  ],
  ['mentioned', 'postChatMessage', () => withId('chatId', { message: 'X', mentions: [foreign['userId']] })(), 200],
  ['lane', 'moveCard', () => withId('ticketId', { tagId: foreign['laneId'] })(), 404],
  ['lane', 'enterLane', () => ({ params: { ticketId: own['ticketId'], tagId: foreign['laneId'] } }), 404],
  ['tag', 'syncTags', () => ({ body: { contactId: own['contactId'], tags: [{ id: foreign['tagId'] }] } }), 404],
  ['contact', 'syncTags', () => ({ body: { contactId: foreign['contactId'], tags: [{ id: own['tagId'] }] } }), 404],
  [
    'ticket',
    'syncTags',
    () => ({ body: { contactId: own['contactId'], ticketId: foreign['ticketId'], tags: [{ id: own['laneId'] }] } }),
    404,
  ],
  ['person', 'createOnCall', () => ({ body: onDuty(foreign['userId']) }), 404],
  ['person', 'updateOnCall', () => withId('onCallId', onDuty(foreign['userId']))(), 404],
]

const listOf = (id: string | number | undefined) => `[${id}]`
const dashboardFilters = (ids: Ids) => [
  { queueIds: listOf(ids['queueId']) },
  { userIds: listOf(ids['userId']) },
  { whatsappIds: listOf(ids['whatsappId']) },
]
const reportFilters = (ids: Ids) => [
  { contactId: ids['contactId'] },
  { whatsappId: listOf(ids['whatsappId']) },
  { users: listOf(ids['userId']) },
  { queueIds: listOf(ids['queueId']) },
  { tags: listOf(ids['tagId']) },
]
const countsOf = (rows: { count: number }[]): number => rows.reduce((all, { count }) => all + count, 0)

/** Each call with its filters, and how much an answer has. */
const filtered: [name: keyof typeof api, filters: (ids: Ids) => object[], count: (body: Answer['body']) => number][] = [
  ['dashboard', dashboardFilters, ({ counters }) => counters.leads + counters.supportHappening],
  ['dashboardNumbers', dashboardFilters, ({ numbers }) => countsOf(numbers.map(({ now }: { now: object }) => now))],
  ['dashboardSeries', dashboardFilters, ({ rows }) => countsOf(rows)],
  ['dashboardList', dashboardFilters, ({ count, rows }) => count + rows.length],
  ['dashboardTotal', dashboardFilters, ({ count }) => count],
  ['ticketReport', reportFilters, ({ tickets, hidden }) => tickets.length + hidden],
  ['kanbanCards', (ids) => [{ lane: ids['laneId'] }], ({ cards }) => cards.length],
  ['kanbanTickets', (ids) => [{ queueIds: listOf(ids['queueId']) }], ({ count }) => count],
]

describe('ids of another company', () => {
  test.each(foreignFields)('as %s of %s are unknown', async (_field, name, given, status) => {
    const answer = await ask(callers.admin, api[name], given())
    expect({ status: answer.status, told: JSON.stringify(answer.body).includes('alheio') }).toEqual({
      status,
      told: false,
    })
  })

  test.each(filtered)('in a filter of %s find nothing', async (name, filters, count) => {
    const found = async (query: object) => {
      const { status, body } = await ask(callers.admin, api[name], { params: { name: 'started' }, query: { ...query } })
      expect({ query, status }).toEqual({ query, status: 200 })
      return count(body)
    }
    const [first = {}] = filters(own)
    expect(await found(first)).toBeGreaterThan(0)
    for (const query of filters(foreign)) expect({ query, found: await found(query) }).toEqual({ query, found: 0 })
  })
})

describe('who may call what of the house (S24, S25)', () => {
  test('every call of the house is in the table', () => {
    expect(lines.map(({ name }) => name).toSorted()).toEqual(ofTheHouse.toSorted())
  })

  test.each(lines)('$name', async ({ name, given, expected }) => {
    const answered: Statuses = {}
    for (const role of roles) answered[role] = (await ask(callers[role], api[name], given())).status
    expect(answered).toEqual(expected)
  })
})
