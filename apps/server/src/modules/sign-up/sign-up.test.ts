import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let operator: Person
let planId: number

beforeAll(async () => {
  world = await createWorld()
  operator = await world.operator()
  planId = await newPlan({ isPublic: true })
})
afterAll(() => world.close())

async function newPlan(fields: object): Promise<number> {
  const answer = await operator.post('/plans', {
    name: `Plano ${mark()}`,
    users: 3,
    connections: 2,
    queues: 2,
    amount: '99.90',
    ...fields,
  })
  return answer.body.id
}

const mark = () => crypto.randomUUID().slice(0, 8)

/** A CNPJ with letters, another one each time. */
function newDocument(): string {
  const base = `${mark()}0001`.toUpperCase()
  const digit = (text: string) => {
    const sum = Array.from(text).reduce((total, letter, at) => {
      const weight = ((text.length - 1 - at) % 8) + 2
      return total + (letter.charCodeAt(0) - 48) * weight
    }, 0)
    return sum % 11 < 2 ? 0 : 11 - (sum % 11)
  }
  const first = digit(base)
  return `${base}${first}${digit(`${base}${first}`)}`
}

const application = (fields: object = {}) => ({
  name: 'Marina Alves',
  email: `${mark()}@loja.test`,
  password: 'Lua-de-Mel-9',
  phone: '11987654321',
  document: newDocument(),
  companyName: `Loja ${mark()}`,
  planId,
  termo: true,
  ...fields,
})

let addresses = 0
/** Another address each time, because few sign-ups are allowed from one. */
const newAddress = () => `10.7.${Math.floor((addresses += 1) / 250)}.${(addresses % 250) + 1}`

/** Signs up from an address. */
async function signUp(
  body: object,
  address = newAddress(),
): Promise<Pick<Answer, 'status' | 'body'> & { retryAfter: unknown }> {
  const response = await world.app.http.inject({
    method: 'POST',
    url: '/auth/signup',
    remoteAddress: address,
    payload: body,
  })
  return { status: response.statusCode, body: response.json(), retryAfter: response.headers['retry-after'] }
}

const companiesOf = (name: string) => world.sql('select id from companies where name = $1', [name])
const counted = async () => (await world.sql('select count(*)::int as count from companies'))[0].count
const failed = { status: 400, body: { error: 'ERR_SIGN_UP_FAILED' } }

describe('a stranger who signs up', () => {
  test('has a company of their own, and logs in as its admin', async () => {
    const body = application()

    expect(await signUp(body)).toMatchObject({ status: 200, body: { message: 'Company created' } })

    const marina = await world.logIn(body.email, body.password)
    expect(marina.user).toMatchObject({
      name: 'Marina Alves',
      profile: 'admin',
      super: false,
      company: { name: body.companyName, document: body.document, plan: { id: planId } },
    })
    expect(marina.user.companyId).toBeGreaterThan(1)
    expect(marina.user.company.companieSettings[0]).toContainEqual({ key: 'userRating', value: 'disabled' })
    expect((await marina.get(`/companies/${marina.user.companyId}`)).body).toMatchObject({
      email: body.email,
      phone: '5511987654321',
      status: true,
      recurrence: '',
    })
    expect((await marina.get('/users')).body.users).toHaveLength(1)
  })

  test('may try for three days, counted in the time zone of the company', async () => {
    const body = application()
    await signUp(body)

    const [trial] = await world.sql(
      `select due_date - (now() at time zone timezone)::date as days from companies where name = $1`,
      [body.companyName],
    )
    expect(trial).toEqual({ days: 3 })
  })

  test('on a plan that costs nothing has no end to wait for', async () => {
    const body = application({ planId: await newPlan({ amount: '0.00', isPublic: true }) })
    expect((await signUp(body)).status).toBe(200)

    expect(await world.sql('select due_date, trial_ends from companies where name = $1', [body.companyName])).toEqual([
      { due_date: null, trial_ends: null },
    ])
  })

  test('has accepted the terms: which version, when, and from which address', async () => {
    const body = application()
    await signUp(body, '10.9.8.7')

    const terms = (await world.anonymous.get('/terms')).body
    const [accepted] = await world.sql(
      `select a.version, host(a.address) as address, now() - a.accepted_at < interval '1 minute' as is_now, u.email
       from terms_acceptances a join users u on u.company_id = a.company_id and u.id = a.user_id where u.email = $1`,
      [body.email],
    )
    expect(accepted).toEqual({ version: terms.version, address: '10.9.8.7', is_now: true, email: body.email })
  })

  test('is in the audit log of the new company, without a secret', async () => {
    const body = application()
    await signUp(body, '10.9.8.6')

    const [entry] = await world.sql(
      `select host(l.address) as address, l.detail from audit_log l join companies c on c.id = l.company_id
       where c.name = $1 and l.action = 'company.signedUp'`,
      [body.companyName],
    )
    expect(entry).toMatchObject({ address: '10.9.8.6', detail: { name: body.companyName, planId, version: 1 } })
    expect(JSON.stringify(entry)).not.toContain(body.password)
  })

  test('may write number and document with punctuation, and the number of a company with letters', async () => {
    const body = application({ phone: '(11) 98765-4321', document: '12.abc.345/01de-35' })

    expect((await signUp(body)).status).toBe(200)

    expect(await world.sql('select phone, document from companies where name = $1', [body.companyName])).toEqual([
      { phone: '5511987654321', document: '12ABC34501DE35' },
    ])
  })

  test('is seen by the operators at once', async () => {
    const heard = await operator.listen()
    const body = application()
    await signUp(body)

    await eventually(() =>
      expect(heard.of('listedCompany').at(-1)?.payload).toMatchObject({
        action: 'update',
        company: { name: body.companyName, numberAttendants: 1 },
      }),
    )
  })
})

describe('a sign-up is refused', () => {
  test.each([
    [{ name: 'M' }],
    [{ name: 'M'.repeat(51) }],
    [{ companyName: '' }],
    [{ companyName: 'L'.repeat(51) }],
    [{ email: 'marina' }],
    [{ email: 'marina@loja.test\r\nBcc: x@y.test' }],
    [{ password: 'Curta-1' }],
    [{ password: 'semmaiuscula9' }],
    [{ password: 'SEMMINUSCULA9' }],
    [{ phone: '1198765432' }],
    [{ phone: '5511987654321' }],
    [{ document: '11.222.333/0001-80' }],
    [{ document: '111.111.111-11' }],
    [{ document: '' }],
    [{ planId: null }],
    [{ planId: { $ne: 1 } }],
    [{ termo: false }],
    [{ termo: undefined }],
    [{ termo: 'true' }],
    [{ email: ['a@b.test'] }],
  ])('with %j', async (fields) => {
    const before = await counted()

    expect(await signUp(application(fields))).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    expect(await counted()).toBe(before)
  })

  test('with a password that everybody tries first', async () => {
    expect(await signUp(application({ password: 'Password1' }))).toMatchObject({
      status: 400,
      body: { error: 'ERR_WEAK_PASSWORD' },
    })
  })

  test('for a plan that is not public or that there is not, in the same words as for a name, e-mail or document in use', async () => {
    const known = application()
    await signUp(known)
    const elsewhere = await (await world.company()).admin()
    const before = await counted()

    for (const fields of [
      { planId: await newPlan({ isPublic: false }) },
      { planId: 987654 },
      { email: known.email },
      { email: known.email.toUpperCase() },
      { email: elsewhere.email },
      { companyName: known.companyName.toUpperCase() },
      { document: known.document },
      { document: known.document.toLowerCase().replace(/^(..)(...)/, '$1.$2.') },
    ])
      expect(await signUp(application(fields))).toMatchObject(failed)

    expect(await counted()).toBe(before)
  })

  test('after the fifth within an hour from one address, also if the others failed, and from other addresses it is not', async () => {
    const address = newAddress()
    const answers = []
    // One after the other, because the order of answers matters.
    for (let nth = 0; nth < 100; nth += 1)
      answers.push(await signUp(nth < 3 ? application({ planId: 987654 }) : application(), address))

    expect(answers.map(({ status }) => status)).toEqual([
      400,
      400,
      400,
      200,
      200,
      ...Array.from({ length: 95 }, () => 429),
    ])
    expect(answers.at(-1)).toMatchObject({ body: { error: 'ERR_TOO_MANY_REQUESTS' } })
    expect(Number(answers.at(-1)?.retryAfter)).toBeGreaterThan(3000)
    expect((await signUp(application())).status).toBe(200)
  })

  test('a hundred times at once from one address, but for five', async () => {
    const address = newAddress()

    const answers = await Promise.all(Array.from({ length: 100 }, () => signUp(application(), address)))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(95)
  })

  test.each(['email', 'document', 'companyName'] as const)(
    'for all but one of many that use the same %s at once',
    async (field) => {
      const { [field]: same } = application()
      const before = await counted()

      const answers = await Promise.all(Array.from({ length: 8 }, () => signUp(application({ [field]: same }))))

      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => status !== 200).map(({ status, body }) => ({ status, body }))).toEqual(
        Array.from({ length: 7 }, () => failed),
      )
      expect(await counted()).toBe(before + 1)
    },
  )

  test('while the operator has switched user creation off; then nothing is counted', async () => {
    const body = application()
    const address = newAddress()
    await operator.put('/settings/userCreation', { value: 'disabled' })

    for (let nth = 0; nth < 6; nth += 1)
      expect(await signUp(body, address)).toMatchObject({ status: 403, body: { error: 'ERR_USER_CREATION_DISABLED' } })
    expect((await world.anonymous.get('/auth/signup')).body).toEqual({ isOpen: false })

    await operator.put('/settings/userCreation', { value: 'enabled' })
    expect((await world.anonymous.get('/auth/signup')).body).toEqual({ isOpen: true })
    expect((await signUp(body, address)).status).toBe(200)
  })
})

describe('a sign-up never', () => {
  test('joins a company that it names, in the body or in the address', async () => {
    const target = await world.company()
    const before = await world.sql('select id from users where company_id = any ($1)', [[1, target.id]])
    for (const companyId of [1, target.id, String(target.id), null]) {
      const body = application({ companyId, company_id: companyId })
      const response = await world.app.http.inject({
        method: 'POST',
        url: `/auth/signup?companyId=${companyId}`,
        remoteAddress: newAddress(),
        payload: body,
      })
      expect(response.statusCode).toBe(200)
      const { user } = await world.logIn(body.email, body.password)
      expect([1, target.id]).not.toContain(user.companyId)
      expect(await companiesOf(body.companyName)).toEqual([{ id: user.companyId }])
    }
    expect(await world.sql('select id from users where company_id = any ($1)', [[1, target.id]])).toEqual(before)
  })

  test('gives more than an admin of a trial', async () => {
    const body = application({
      profile: 'super',
      super: true,
      isSuper: true,
      is_super: true,
      dueDate: '2999-12-31',
      due_date: '2999-12-31',
      recurrence: 'ANUAL',
      status: false,
      plan: { users: 1000 },
      users: 1000,
    })
    expect((await signUp(body)).status).toBe(200)

    const boss = await world.logIn(body.email, body.password)
    expect(boss.user).toMatchObject({ profile: 'admin', super: false, company: { plan: { users: 3 } } })
    expect(boss.user.company.dueDate).not.toBe('2999-12-31')
    expect((await boss.get('/companies')).status).toBe(403)
  })

  test('shows the password: not in an answer, the database, or the log of calls', async () => {
    const body = application({ password: 'Segredo-Unico-77' })
    const answer = await signUp(body)

    expect(JSON.stringify(answer)).not.toContain(body.password)
    const tables = await world.sql(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    for (const { name } of tables) {
      const found = await world.sql(`select 1 from ${name} t where to_jsonb(t)::text like '%Segredo-Unico-77%' limit 1`)
      expect({ name, found }).toEqual({ name, found: [] })
    }
  })
})

describe('the terms', () => {
  test('are read by anybody, and changed by the operator: each change is a new version', async () => {
    const first = (await world.anonymous.get('/terms')).body
    expect(first.text).toContain('Termos de uso')

    const changed = (await operator.put('/terms', { text: 'Termos novos' })).body

    expect(changed).toMatchObject({ version: first.version + 1, text: 'Termos novos' })
    expect((await world.anonymous.get('/terms')).body).toEqual(changed)
    expect(await world.sql('select text from terms where version = $1', [first.version])).toEqual([
      { text: first.text },
    ])
    expect(
      await world.sql(`select object_id, actor_user_id::int as by from audit_log where action = 'terms.changed'`),
    ).toEqual([{ object_id: String(changed.version), by: operator.id }])
  })

  test('are accepted in the version that was shown: after a change they have to be read again', async () => {
    const { version: seen } = (await world.anonymous.get('/terms')).body
    await operator.put('/terms', { text: 'Termos mais novos' })
    const body = application({ termsVersion: seen })

    expect(await signUp(body)).toMatchObject({ status: 409, body: { error: 'ERR_TERMS_CHANGED' } })
    expect(await companiesOf(body.companyName)).toEqual([])

    const { version } = (await world.anonymous.get('/terms')).body
    expect((await signUp({ ...body, termsVersion: version })).status).toBe(200)
  })

  test('are not changed by tenants, nor emptied by anybody', async () => {
    const admin = await (await world.company()).admin()
    const before = (await world.anonymous.get('/terms')).body

    expect((await admin.put('/terms', { text: 'Meus termos' })).status).toBe(403)
    expect((await world.anonymous.put('/terms', { text: 'Meus termos' })).status).toBe(401)
    for (const text of ['', '   ', null, 7, 'x'.repeat(50_001)])
      expect((await operator.put('/terms', { text })).status).toBe(400)
    expect((await world.anonymous.get('/terms')).body).toEqual(before)
  })

  test('and who accepted them are kept as they are: no login of the server changes or removes an entry', async () => {
    const [rights] = await world.sql(
      `select bool_or(has_table_privilege(who, tbl, 'update') or has_table_privilege(who, tbl, 'delete')) as any
       from unnest(array['guiche_app', 'guiche_tenant', 'guiche_operator']) who, unnest(array['terms', 'terms_acceptances']) tbl`,
    )
    expect(rights).toEqual({ any: false })
  })
})

test('without a public plan nobody is invited to sign up', async () => {
  await world.sql('update plans set is_public = false')

  expect((await world.anonymous.get('/auth/signup')).body).toEqual({ isOpen: false })
  expect(await signUp(application())).toMatchObject(failed)
})
