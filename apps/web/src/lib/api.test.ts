import { type SessionUser, api } from '@guiche/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const day = '2026-11-21T10:00:00.000Z'
const row = { createdAt: day, updatedAt: day }
const plan = {
  id: 1,
  name: 'Básico',
  users: 10,
  connections: 10,
  queues: 10,
  contactListPeople: null,
  campaignPeople: null,
  campaignsPerHour: null,
  amount: '0.00',
  isPublic: true,
  useWhatsapp: true,
  useFacebook: true,
  useInstagram: true,
  useCampaigns: true,
  useSchedules: true,
  useInternalChat: true,
  useExternalApi: true,
  useKanban: true,
  useOpenAi: true,
  useIntegration: true,
  useIntegrations: true,
  ...row,
}
const user: SessionUser = {
  id: 7,
  companyId: 2,
  name: 'Camila',
  email: 'camila@aurora.demo',
  profile: 'admin',
  super: false,
  online: true,
  profileImage: null,
  color: '',
  wpp: null,
  language: 'pt-BR',
  startWork: '00:00',
  endWork: '23:59',
  farewellMessage: '',
  allTicket: 'disable',
  allowGroup: false,
  showDashboard: 'disabled',
  allowRealTime: 'disabled',
  allowConnections: 'disabled',
  whatsappId: null,
  defaultTheme: 'light',
  defaultMenu: 'open',
  opensNextTicket: false,
  queues: [],
  tickets: [],
  ...row,
  company: {
    id: 2,
    name: 'Casa Aurora',
    dueDate: '2999-12-31',
    graceDays: 0,
    isTrial: false,
    document: '',
    timezone: 'America/Sao_Paulo',
    plan,
    companieSettings: [[]],
  },
}

type Answer = [status: number, body: unknown]
interface Asked {
  call: string
  token: string | null
  body: unknown
}

let asked: Asked[]
let answer: (request: Asked) => Answer | Promise<Answer>

const expired: Answer = [403, { error: 'ERR_SESSION_EXPIRED' }]
const fresh: Answer = [200, { token: 'new', publicToken: 'public', user }]

/**
 * Simulates the network at `fetch`. Each test loads the modules again, so that no session is left from the one before.
 */
async function browser(token?: string) {
  if (token) localStorage.setItem('token', JSON.stringify(token))
  vi.resetModules()
  return { ...(await import('./api.ts')), ...(await import('./session.ts')), ...(await import('@guiche/contract')) }
}

beforeEach(() => {
  asked = []
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const request = {
      call: `${init.method} ${address}`,
      token: new Headers(init.headers).get('authorization'),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    asked.push(request)
    const [status, body] = await answer(request)
    return new Response(JSON.stringify(body), { status })
  })
})
afterEach(() => vi.unstubAllGlobals())

const calls = () => asked.map(({ call }) => call)

describe('a call', () => {
  test("goes to the contract's path with the token, and returns the answer", async () => {
    const { call } = await browser('t1')
    answer = () => [200, { id: 5, name: 'VIP' }]

    const tag = await call(api.updateTag, { params: { id: 5 }, body: { name: 'VIP', color: '#112233' } })

    expect(tag).toEqual({ id: 5, name: 'VIP' })
    expect(asked).toEqual([{ call: 'PUT /tags/5', token: 'Bearer t1', body: { name: 'VIP', color: '#112233' } }])
  })

  test('throws an error answer with its code and does not retry', async () => {
    const { call, session } = await browser('t1')
    answer = () => [403, { error: 'ERR_NO_PERMISSION' }]

    await expect(call(api.listPlans, { query: {} })).rejects.toMatchObject({ status: 403, code: 'ERR_NO_PERMISSION' })
    expect(calls()).toEqual(['GET /plans'])
    expect(session.get().status).toBe('starting')
  })

  test('throws ERR_NETWORK without a connection', async () => {
    const { call } = await browser('t1')
    answer = () => Promise.reject(new TypeError('Failed to fetch'))

    await expect(call(api.listPlans, { query: {} })).rejects.toMatchObject({ status: 0, code: 'ERR_NETWORK' })
  })
})

describe('an access token that has expired', () => {
  test('is renewed once for all calls in flight, and each call is repeated', async () => {
    const { call, session } = await browser('old')
    answer = ({ call: asks, token }) => {
      if (asks.includes('refresh_token')) return fresh
      return token === 'Bearer new' ? [200, [asks]] : expired
    }

    const answers = await Promise.all([call(api.pickPlans), call(api.allPlans), call(api.pickPublicPlans)])

    expect(answers).toEqual([['GET /plans/list'], ['GET /plans/all'], ['GET /plans/listPublic']])
    expect(calls().filter((asks) => asks === 'POST /auth/refresh_token')).toHaveLength(1)
    expect(asked).toHaveLength(7)
    expect(session.get()).toMatchObject({ status: 'in', user: { name: 'Camila' } })
    expect(localStorage.getItem('token')).toBe('"new"')
    expect(localStorage.getItem('public-token')).toBe('public')
  })

  test('is not renewed when another tab has just done so', async () => {
    const { call } = await browser('old')
    answer = ({ token }) => {
      if (token === 'Bearer new') return [200, []]
      localStorage.setItem('token', JSON.stringify('new'))
      return expired
    }

    await call(api.allPlans)

    expect(calls()).toEqual(['GET /plans/all', 'GET /plans/all'])
  })

  test('of an ended session ends the session here and removes its data', async () => {
    const { call, session } = await browser('old')
    localStorage.setItem('theme', 'dark')
    answer = ({ call: asks }) => (asks.includes('refresh_token') ? [401, { error: 'ERR_SESSION_EXPIRED' }] : expired)

    await expect(call(api.allPlans)).rejects.toMatchObject({ status: 401 })

    expect(session.get()).toEqual({ status: 'out', because: 'expired' })
    expect(localStorage.getItem('token')).toBeNull()
    expect(localStorage.getItem('theme')).toBe('dark')
    expect(calls()).toEqual(['GET /plans/all', 'POST /auth/refresh_token'])
  })

  test('is kept when the connection is lost during the renewal', async () => {
    const { call, session } = await browser('old')
    answer = ({ call: asks }) => (asks.includes('refresh_token') ? Promise.reject(new TypeError()) : expired)

    await expect(call(api.allPlans)).rejects.toMatchObject({ code: 'ERR_NETWORK' })

    expect(session.get().status).toBe('starting')
    expect(localStorage.getItem('token')).toBe('"old"')
  })
})

test('a renewal that is answered after the logout does not start a session', async () => {
  const { refreshSession, endSession, session } = await browser('old')
  answer = () => {
    endSession()
    return fresh
  }

  await expect(refreshSession()).rejects.toMatchObject({ status: 401 })

  expect(session.get().status).toBe('out')
  expect(localStorage.getItem('token')).toBeNull()
})

describe('a session that ends after another tab has stored the token of a new login', () => {
  const otherTab = { logsIn: () => localStorage.setItem('token', JSON.stringify('of the other tab')) }

  test('leaves that login alone', async () => {
    const { endSession, session } = await browser('old')
    otherTab.logsIn()

    endSession()

    expect(session.get()).toEqual({ status: 'out' })
    expect(localStorage.getItem('token')).toBe('"of the other tab"')
  })

  test('leaves it alone also if its renewal is refused', async () => {
    const { refreshSession, session } = await browser('old')
    answer = () => {
      otherTab.logsIn()
      return [401, { error: 'ERR_SESSION_EXPIRED' }]
    }

    await expect(refreshSession()).rejects.toMatchObject({ status: 401 })

    expect(session.get()).toEqual({ status: 'out', because: 'expired' })
    expect(localStorage.getItem('token')).toBe('"of the other tab"')
  })

  test('is removed if the other tab has only renewed it', async () => {
    const { endSession } = await browser('old')
    localStorage.setItem('token', JSON.stringify('renewed'))

    endSession({ token: 'renewed' })

    expect(localStorage.getItem('token')).toBeNull()
  })
})

describe('a logout after another tab has logged in', () => {
  const tokenOf = (sid: string) => ['head', btoa(JSON.stringify({ sid })), 'signature'].join('.')

  test('does not end the session of the other tab, although its own token has expired', async () => {
    const { call, api: loaded } = await browser(tokenOf('old'))
    answer = ({ token }) => {
      if (token !== `Bearer ${tokenOf('old')}`) return [200, {}]
      localStorage.setItem('token', JSON.stringify(tokenOf('new')))
      return expired
    }

    await expect(call(loaded.logout)).rejects.toMatchObject({ status: 401 })

    expect(asked).toHaveLength(1)
  })

  test('is repeated if the other tab has only renewed the token', async () => {
    const { call, api: loaded } = await browser(tokenOf('old'))
    answer = () => {
      if (asked.length > 1) return [200, {}]
      localStorage.setItem('token', JSON.stringify(`${tokenOf('old')}-renewed`))
      return expired
    }

    await call(loaded.logout)

    expect(asked).toHaveLength(2)
  })

  test('ends the session of this tab if it has not noticed the login, whose keys stay', async () => {
    const { startSession, session } = await browser()
    startSession({ token: tokenOf('old'), publicToken: 'p1', user })
    const { logOut } = await import('../app/session/log-out.ts')
    localStorage.setItem('token', JSON.stringify(tokenOf('new')))
    answer = () => [200, {}]

    await logOut()

    expect(asked).toMatchObject([{ call: 'DELETE /auth/logout', token: `Bearer ${tokenOf('old')}` }])
    expect(session.get().status).toBe('out')
    expect(localStorage.getItem('token')).toBe(JSON.stringify(tokenOf('new')))
  })
})

describe('a 401', () => {
  test('ends the session', async () => {
    const { call, session } = await browser('t1')
    answer = () => [401, { error: 'ERR_SESSION_EXPIRED' }]

    await expect(call(api.allPlans)).rejects.toMatchObject({ status: 401 })

    expect(session.get().status).toBe('out')
    expect(localStorage.getItem('token')).toBeNull()
  })

  test('to a call of an earlier session does not end the current one', async () => {
    const { call, session, startSession } = await browser('t1')
    answer = () => {
      startSession({ token: 't2', publicToken: 'p2', user })
      return [401, { error: 'ERR_SESSION_EXPIRED' }]
    }

    await expect(call(api.allPlans)).rejects.toMatchObject({ status: 401 })

    expect(session.get().status).toBe('in')
    expect(localStorage.getItem('token')).toBe('"t2"')
  })
})

test('a company that the server calls expired is expired, whatever the local clock says', async () => {
  const { call, session, startSession } = await browser()
  startSession({ token: 't1', publicToken: 'p1', user })
  answer = () => [402, { error: 'ERR_SUBSCRIPTION_EXPIRED' }]

  await expect(call(api.allPlans)).rejects.toMatchObject({ status: 402 })

  expect(session.get()).toMatchObject({ status: 'in', isExpired: true })
})

test.each([
  [{ id: 2, dueDate: '2026-11-21' }, 0],
  [{ id: 2, dueDate: '2026-11-20' }, -1],
  [{ id: 2, dueDate: '2026-11-25' }, 4],
  [{ id: 2, dueDate: '2999-12-31' }, Infinity],
  [{ id: 1, dueDate: '2020-01-01' }, Infinity],
])('a due date of %o leaves %d days in the company’s time zone', async (company, days) => {
  const { daysLeft } = await browser()
  // 23:30 on the 21st in São Paulo.
  const now = new Date('2026-11-22T02:30:00Z')

  expect(daysLeft({ company: { ...user.company, ...company } }, now)).toBe(days)
})

describe('a company', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T15:00:00Z') })
  })
  afterEach(() => void vi.useRealTimers())

  const dueOn = (dueDate: string, graceDays: number) => ({ ...user, company: { ...user.company, dueDate, graceDays } })

  test.each([
    ['2026-11-22', 0, false],
    ['2026-11-21', 0, true],
    ['2026-11-21', 1, false],
    ['2026-11-12', 10, false],
    ['2026-11-11', 10, true],
  ])('that is due on %s, with %i days of grace, is blocked: %s', async (dueDate, graceDays, isExpired) => {
    const { session, startSession } = await browser()
    startSession({ token: 't1', publicToken: 'p1', user: dueOn(dueDate, graceDays) })

    expect(session.get()).toMatchObject({ status: 'in', isExpired })
  })

  test.each([
    ['2026-11-27', 0, { state: 'active' }],
    ['2026-11-26', 0, { state: 'dueSoon', days: 5 }],
    ['2026-11-21', 3, { state: 'due', days: 3 }],
    ['2026-11-19', 3, { state: 'grace', days: 1 }],
    ['2026-11-18', 3, { state: 'blocked', days: 0 }],
    ['2999-12-31', 3, { state: 'active' }],
  ])(
    'that is due on %s, with %i days of grace, is %o by the day in its time zone',
    async (dueDate, graceDays, state) => {
      const { subscriptionOf } = await browser()
      // 23:30 on the 21st in São Paulo.
      const now = new Date('2026-11-22T02:30:00Z')

      expect(subscriptionOf(dueOn(dueDate, graceDays), now)).toEqual(state)
      expect(subscriptionOf({ company: { ...dueOn(dueDate, graceDays).company, id: 1 } }, now)).toEqual({
        state: 'active',
      })
    },
  )

  test('is what the server says, whatever the local clock says', async () => {
    const { changeSubscription, session, startSession } = await browser()
    startSession({ token: 't1', publicToken: 'p1', user: dueOn('2026-11-22', 0) })
    expect(session.get()).toMatchObject({ isExpired: false })

    const terms = { dueDate: '2026-11-22', graceDays: 2, isTrial: false }
    changeSubscription({ ...terms, isBlocked: true })
    expect(session.get()).toMatchObject({ isExpired: true, user: { company: terms } })

    changeSubscription({ ...terms, dueDate: '2026-11-01', isBlocked: false })
    expect(session.get()).toMatchObject({ isExpired: false, user: { company: { dueDate: '2026-11-01' } } })
  })

  test('that was blocked is not any more when its invoice is paid', async () => {
    const { extendSubscription, session, startSession } = await browser()
    startSession({ token: 't1', publicToken: 'p1', user: dueOn('2026-11-20', 0) })
    expect(session.get()).toMatchObject({ isExpired: true })

    extendSubscription('2026-12-21')

    expect(session.get()).toMatchObject({ isExpired: false, user: { company: { dueDate: '2026-12-21' } } })
  })
})
