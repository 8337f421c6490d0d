import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { measurePicture } from '#platform/files/images'
import { hashPassword } from '#platform/security/passwords'
import { samples } from '#test/files'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let admin: Person
let person: Person

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  company = await world.company()
  admin = await company.admin()
  person = await company.attendant()
})

const newUser = (fields: Record<string, unknown> = {}) => {
  const mark = crypto.randomUUID().slice(0, 8)
  return { name: `Pessoa ${mark}`, email: `${mark}@empresa.test`, password: `Senha-${mark}`, ...fields }
}
const rowOf = async (id: number) => (await world.sql('select * from users where id = $1', [id]))[0]
/** Slows changes of roles down, so that concurrent calls must wait for each other and do not just come later. */
async function withSlowRoles<T>(work: () => Promise<T>): Promise<T> {
  await world.sql(
    `create or replace function dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(0.3); return new; end'`,
  )
  await world.sql(`create trigger dawdle before update of profile on users for each row execute function dawdle()`)
  try {
    return await work()
  } finally {
    await world.sql('drop trigger dawdle on users')
  }
}
const audits = (action: string) =>
  world.sql('select object_id, detail from audit_log where company_id = $1 and action = $2', [company.id, action])

describe('a new user', () => {
  test('has the chosen fields and documented defaults for the rest', async () => {
    const queue = await company.queue()
    const { status, body } = await admin.post(
      '/users',
      newUser({
        queueIds: [queue.id],
        allTicket: 'enable',
        startWork: '08:00',
        endWork: '18:30',
        wpp: '',
        whatsappId: false,
      }),
    )

    expect(status).toBe(200)
    expect(body).toMatchObject({
      profile: 'user',
      super: false,
      allTicket: 'enable',
      allowGroup: false,
      startWork: '08:00',
      endWork: '18:30',
      defaultTheme: 'light',
      defaultMenu: 'open',
      wpp: null,
      whatsappId: null,
      showDashboard: 'disabled',
      companyId: company.id,
      tickets: [],
    })
    expect(body.queues).toEqual([
      { id: queue.id, name: queue.name, color: expect.any(String), UserQueue: { userId: body.id, queueId: queue.id } },
    ])
    expect(JSON.stringify(body)).not.toMatch(/password|hash/i)
    expect((await rowOf(body.id)).password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('cannot have an address that is in use, and the error does not say whose it is', async () => {
    const other = await world.company()
    const theirs = await other.attendant()

    for (const email of [theirs.email, theirs.email.toUpperCase(), person.email]) {
      expect(await admin.post('/users', newUser({ email }))).toMatchObject({
        status: 400,
        body: { error: 'ERR_EMAIL_NOT_ACCEPTED' },
      })
    }
    expect((await admin.get('/users')).body.count).toBe(2)
  })

  test.each([
    ['too short', { password: 'sete-le' }, 'ERR_VALIDATION'],
    ['too long', { password: 'a'.repeat(51) }, 'ERR_VALIDATION'],
    ['too common', { password: 'FLAMENGO' }, 'ERR_WEAK_PASSWORD'],
    [
      'too weak for an admin: no upper case',
      { password: 'longa-sem-maiuscula', profile: 'admin' },
      'ERR_WEAK_PASSWORD',
    ],
  ])('cannot have a password that is %s', async (_why, fields, code) => {
    expect(await admin.post('/users', newUser(fields))).toMatchObject({ status: 400, body: { error: code } })
  })

  test('cannot get a queue or connection of another company', async () => {
    const foreign = await world.company()
    const queue = await foreign.queue()
    const chat = await foreign.webChat()

    expect(await admin.post('/users', newUser({ queueIds: [queue.id] }))).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_QUEUE_FOUND' },
    })
    expect(await admin.post('/users', newUser({ whatsappId: chat.id }))).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_WAPP_FOUND' },
    })
    expect((await admin.get('/users')).body.count).toBe(2)
  })

  test('is not created with fields that only the server sets', async () => {
    const { body } = await admin.post(
      '/users',
      newUser({
        id: 1,
        companyId: 1,
        super: true,
        online: true,
        isSuper: true,
        is_super: true,
        createdAt: '2001-01-01T00:00:00Z',
      }),
    )

    expect(body).toMatchObject({ companyId: company.id, super: false })
    expect(body.id).not.toBe(1)
    expect(body.createdAt).not.toMatch(/^2001/)
    expect((await admin.post('/users', newUser({ ['__proto__']: { super: true } }))).status).toBe(400)
  })

  test('is created by admins only', async () => {
    const supervisor = await company.supervisor()
    for (const who of [person, supervisor])
      expect(await who.post('/users', newUser())).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
  })
})

describe("one's own user", () => {
  test('can be renamed and change the language without losing anything else', async () => {
    await person.put(`/users/${person.id}`, { farewellMessage: 'Até logo!', defaultTheme: 'dark' })
    const { status, body } = await person.put(`/users/${person.id}`, { language: 'tr' })

    expect(status).toBe(200)
    expect(body).toMatchObject({
      language: 'tr',
      farewellMessage: 'Até logo!',
      defaultTheme: 'dark',
      name: person.name,
      email: person.email,
    })
  })

  const forbidden = {
    profile: 'admin',
    super: true,
    companyId: 1,
    email: 'other@empresa.test',
    allTicket: 'enable',
    allowGroup: true,
    allowConnections: 'enabled',
    showDashboard: 'enabled',
    allowRealTime: 'enabled',
    startWork: '00:01',
  }

  test('keeps its rights, whatever else is sent', async () => {
    const queue = await company.queue()
    const { status, body } = await person.put(`/users/${person.id}`, {
      ...person.user,
      ...forbidden,
      queueIds: [queue.id],
      name: 'Nome Novo',
    })

    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Nome Novo',
      profile: 'user',
      super: false,
      companyId: company.id,
      email: person.email,
      allTicket: 'disable',
      allowGroup: false,
      allowConnections: 'disabled',
      showDashboard: 'disabled',
      startWork: '00:00',
      queues: [],
    })
  })

  test.each(Object.entries(forbidden).filter(([name]) => name !== 'companyId'))(
    'is refused when %s is all that is sent',
    async (name, value) => {
      const before = await rowOf(person.id)

      expect(await person.put(`/users/${person.id}`, { [name]: value })).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      })
      expect({ ...(await rowOf(person.id)), last_seen_at: null }).toEqual({ ...before, last_seen_at: null })
    },
  )

  test('gets a new password only with the current one', async () => {
    for (const currentPassword of [undefined, '', 'wrong-one']) {
      expect(await person.put(`/users/${person.id}`, { password: 'outra-senha-9', currentPassword })).toMatchObject({
        status: 400,
        body: { error: 'ERR_WRONG_PASSWORD' },
      })
    }
    expect(
      (await person.put(`/users/${person.id}`, { password: 'outra-senha-9', currentPassword: person.password })).status,
    ).toBe(200)

    expect((await person.get('/auth/me')).status).toBe(401)
    expect(await world.logIn(person.email, 'outra-senha-9')).toMatchObject({ id: person.id })
  })

  test('can log in with a short password of an earlier version, but a new one needs eight characters', async () => {
    await world.sql('update users set password_hash = $2 where id = $1', [person.id, await hashPassword('abc12')])
    const old = await world.logIn(person.email, 'abc12')

    const change = (password: string) => old.put(`/users/${person.id}`, { password, currentPassword: 'abc12' })
    expect(await change('sete-le')).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    expect((await change('oito-let')).status).toBe(200)
  })

  test('of an admin gets another e-mail only with the password', async () => {
    const email = `outro-${admin.id}@empresa.test`
    for (const currentPassword of [undefined, '', 'wrong-one'])
      expect(await admin.put(`/users/${admin.id}`, { email, currentPassword })).toMatchObject({
        status: 400,
        body: { error: 'ERR_WRONG_PASSWORD' },
      })
    expect((await rowOf(admin.id)).email).toBe(admin.email)

    expect((await admin.put(`/users/${admin.id}`, { email, currentPassword: admin.password })).body.email).toBe(email)
    expect(await world.logIn(email, admin.password)).toMatchObject({ id: admin.id })
  })

  test('of an admin gets another number only with the password, because the password is recovered by it', async () => {
    const wpp = '11 98888-6666'
    for (const currentPassword of [undefined, '', 'wrong-one'])
      expect(await admin.put(`/users/${admin.id}`, { wpp, currentPassword })).toMatchObject({
        status: 400,
        body: { error: 'ERR_WRONG_PASSWORD' },
      })
    expect((await rowOf(admin.id)).phone).toBeNull()

    expect((await admin.put(`/users/${admin.id}`, { wpp, currentPassword: admin.password })).body.wpp).toBe(wpp)
    expect((await admin.put(`/users/${admin.id}`, { wpp, name: 'Nome Novo' })).status).toBe(200)
  })

  test('of an admin can be saved with the same e-mail in another case', async () => {
    const email = admin.email.toUpperCase()
    expect((await admin.put(`/users/${admin.id}`, { email, name: 'Nome Novo', profile: 'admin' })).status).toBe(200)
  })

  test('keeps its password when the field is empty', async () => {
    expect((await person.put(`/users/${person.id}`, { name: 'Nome Novo', password: '' })).status).toBe(200)
    expect((await person.get('/auth/me')).status).toBe(200)
  })

  test('cannot be used to guess the password', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        person.put(`/users/${person.id}`, { password: 'outra-senha-9', currentPassword: `guess-${n}` }),
      ),
    )

    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(2)
  })
})

describe('a colleague', () => {
  test('is changed by admins only', async () => {
    const supervisor = await company.supervisor()
    for (const who of [person, supervisor]) {
      expect(await who.put(`/users/${admin.id}`, { name: 'Nome Novo' })).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      })
      expect((await who.delete(`/users/${admin.id}`)).status).toBe(403)
    }
    expect((await rowOf(admin.id)).name).toBe(admin.name)
  })

  test('gets rights and queues from an admin, which is audited', async () => {
    const queue = await company.queue()
    const { body } = await admin.put(`/users/${person.id}`, {
      profile: 'supervisor',
      queueIds: [queue.id],
      allowConnections: 'enabled',
      companyId: 1,
      super: true,
    })

    expect(body).toMatchObject({
      profile: 'supervisor',
      super: false,
      companyId: company.id,
      allowConnections: 'enabled',
      queues: [{ id: queue.id }],
    })
    expect(await audits('user.changed')).toEqual([
      {
        object_id: String(person.id),
        detail: expect.objectContaining({
          before: expect.objectContaining({ profile: 'user', queues: [] }),
          after: expect.objectContaining({ profile: 'supervisor', queues: [queue.name] }),
        }),
      },
    ])
    expect((await admin.put(`/users/${person.id}`, { queueIds: [] })).body.queues).toEqual([])
  })

  test('gets another number from an admin, which is audited, because passwords are recovered by it', async () => {
    await admin.put(`/users/${person.id}`, { wpp: '11 98888-7777' })
    expect(await audits('user.changed')).toMatchObject([
      { object_id: String(person.id), detail: { before: { phone: null }, after: { phone: '11 98888-7777' } } },
    ])
  })

  test('logs in with the new address that an admin sets, not with the old one', async () => {
    const email = `novo-${crypto.randomUUID().slice(0, 8)}@empresa.test`
    await admin.put(`/users/${person.id}`, { email })

    expect(await world.logIn(email, person.password)).toMatchObject({ id: person.id })
    expect((await world.anonymous.post('/auth/login', { email: person.email, password: person.password })).status).toBe(
      401,
    )
    expect((await admin.post('/users', newUser({ email: person.email }))).status).toBe(200)
  })

  test('shows the address to admins only', async () => {
    const other = await company.attendant()
    const seenBy = async (who: Person) => [
      (await who.get(`/users/${other.id}`)).body.email,
      (await who.get('/users')).body.users.find(({ id }: { id: number }) => id === other.id).email,
      (await who.get('/users/list')).body.find(({ id }: { id: number }) => id === other.id).email,
    ]

    expect(await seenBy(admin)).toEqual([other.email, other.email, other.email])
    expect(await seenBy(person)).toEqual(['', '', ''])
    expect((await person.get(`/users?searchParam=${other.email}`)).body.users).toEqual([])
    expect((await admin.get(`/users?searchParam=${other.email}`)).body.users).toHaveLength(1)
    expect((await person.get(`/users/${person.id}`)).body.email).toBe(person.email)
  })
})

describe('the last admin', () => {
  test('cannot be demoted', async () => {
    expect(await admin.put(`/users/${admin.id}`, { profile: 'user' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_LAST_ADMIN' },
    })
    expect(await admin.delete(`/users/${admin.id}`)).toMatchObject({ status: 400, body: { error: 'ERR_LAST_ADMIN' } })
  })

  test('cannot be lost when two admins demote each other at the same moment', async () => {
    const second = newUser({ profile: 'admin', password: 'Segunda-Senha-2' })
    const { body } = await admin.post('/users', second)
    const other = await world.logIn(second.email, 'Segunda-Senha-2')

    const answers = await withSlowRoles(() =>
      Promise.all([
        admin.put(`/users/${body.id}`, { profile: 'user' }),
        other.put(`/users/${admin.id}`, { profile: 'user' }),
      ]),
    )

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const [{ count }] = await world.sql(
      "select count(*)::int as count from users where company_id = $1 and profile = 'admin'",
      [company.id],
    )
    expect(count).toBe(1)
  })
})

describe('an admin', () => {
  test('neither deletes nor demotes themselves, also beside another admin, who can', async () => {
    const second = newUser({ profile: 'admin', password: 'Segunda-Senha-2' })
    const { body } = await admin.post('/users', second)
    const other = await world.logIn(second.email, 'Segunda-Senha-2')

    for (const refused of [
      await admin.put(`/users/${admin.id}`, { profile: 'supervisor' }),
      await admin.put(`/users/${admin.id}`, { ...admin.user, profile: 'user' }),
      await admin.delete(`/users/${admin.id}`),
    ])
      expect(refused).toMatchObject({ status: 400, body: { error: 'ERR_OWN_USER' } })
    expect(await rowOf(admin.id)).toMatchObject({ profile: 'admin', archived_at: null })
    expect((await admin.put(`/users/${admin.id}`, { profile: 'admin', name: 'Dona' })).body.name).toBe('Dona')

    expect((await other.put(`/users/${admin.id}`, { profile: 'user' })).body.profile).toBe('user')
    expect((await other.delete(`/users/${admin.id}`)).status).toBe(200)
    expect((await other.get(`/users/${body.id}`)).body.profile).toBe('admin')
  })
})

describe('the super user', () => {
  test('is created by super users only, and not changed by others', async () => {
    const operator = await world.operator()
    const body = newUser({ profile: 'admin', password: 'Outra-Senha-3' })
    const made = (await operator.post('/users', body)).body
    const platformAdmin = await world.logIn(body.email, 'Outra-Senha-3')

    expect((await platformAdmin.put(`/users/${made.id}`, { super: true })).status).toBe(403)
    for (const change of [
      { password: 'Tomada-Senha-4' },
      { email: 'taken@empresa.test' },
      { profile: 'user' },
      { super: false },
    ]) {
      expect((await platformAdmin.put(`/users/${operator.id}`, change)).status).toBe(403)
    }
    expect((await platformAdmin.delete(`/users/${operator.id}`)).status).toBe(403)

    expect((await operator.put(`/users/${made.id}`, { super: true })).body.super).toBe(true)
    expect((await platformAdmin.get('/companies')).status).toBe(200)
    expect((await operator.put(`/users/${made.id}`, { super: false })).body.super).toBe(false)
  })

  test('is not deleted or demoted if it is the only one', async () => {
    const operator = await world.operator()

    expect(await operator.put(`/users/${operator.id}`, { super: false })).toMatchObject({
      status: 400,
      body: { error: 'ERR_LAST_ADMIN' },
    })
  })
})

describe('a user that is deleted', () => {
  test('is gone from the lists, and the address is free', async () => {
    const queue = await company.queue()
    await admin.put(`/users/${person.id}`, { queueIds: [queue.id] })

    expect(await admin.delete(`/users/${person.id}`)).toMatchObject({
      status: 200,
      body: { message: expect.any(String) },
    })

    expect((await admin.get(`/users/${person.id}`)).status).toBe(404)
    expect((await admin.get('/users/list')).body.map(({ id }: { id: number }) => id)).toEqual([admin.id])
    expect((await admin.delete(`/users/${person.id}`)).status).toBe(404)
    expect(
      (await (await world.company()).admin().then((boss) => boss.post('/users', newUser({ email: person.email }))))
        .status,
    ).toBe(200)
    expect(await audits('user.deleted')).toMatchObject([{ object_id: String(person.id) }])
  })
})

describe('lists of users', () => {
  test('come in pages of twenty, sorted by name, and the search ignores accents', async () => {
    for (const name of ['Çağla', 'José Ávila', 'Zuleica']) await company.attendant({ name })
    const fill = Array.from({ length: 18 }, (_, n) => `('Pessoa Extra ${n}', 'extra-${n}@x', 'x', ${company.id})`)
    await world.sql(`insert into users (name, email, password_hash, company_id) values ${fill.join(', ')}`)

    const first = (await admin.get('/users?searchParam=&pageNumber=1')).body
    const second = (await admin.get('/users?pageNumber=2')).body
    expect(first).toMatchObject({ count: 23, hasMore: true })
    expect(second).toMatchObject({ count: 23, hasMore: false })
    expect([first.users.length, second.users.length]).toEqual([20, 3])
    expect(second.users.at(-1).name).toBe('Zuleica')
    expect((await person.get('/users?searchParam=JOSE avi')).body.users.map(({ name }: Person) => name)).toEqual([
      'José Ávila',
    ])
    for (const searchParam of ['%', '_____', "'; drop table users; --", '\\']) {
      expect(await admin.get(`/users?searchParam=${encodeURIComponent(searchParam)}`)).toMatchObject({
        status: 200,
        body: { users: [] },
      })
    }
  })

  test('name the open tickets of each user', async () => {
    const queue = await company.queue()
    const queues = [queue]
    const [first, second] = [await company.ticket({ queues }), await company.ticket({ queues })]
    for (const { id } of [first, second])
      await admin.put(`/tickets/${id}`, { status: 'open', userId: person.id, queueId: queue.id })
    await company.ticket({ queues })
    const ticketsOf = async (id: number) =>
      (await admin.get('/users')).body.users.find((user: Person) => user.id === id).tickets

    expect(await ticketsOf(person.id)).toEqual([{ id: first.id }, { id: second.id }])
    expect(await ticketsOf(admin.id)).toEqual([])
    await admin.put(`/tickets/${first.id}`, { status: 'closed', sendFarewellMessage: false })
    expect(await ticketsOf(person.id)).toEqual([{ id: second.id }])
  })

  test.each([
    'pageNumber=0',
    'pageNumber=-1',
    'pageNumber=1e9',
    'pageNumber=x',
    'companyId=x',
    'companyId=0',
    'searchParam=a&searchParam=b',
  ])('refuse %s', async (query) => {
    expect(await admin.get(`/users?${query}`)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  })
})

describe('a user of another company', () => {
  test('is answered like a user that does not exist', async () => {
    const stranger = await (await world.company()).admin()
    const before = await rowOf(person.id)

    for (const id of [person.id, 987_654_321]) {
      expect(await stranger.get(`/users/${id}`)).toMatchObject({ status: 404, body: { error: 'ERR_NO_USER_FOUND' } })
      expect(await stranger.put(`/users/${id}`, { name: 'Nome Novo' })).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_USER_FOUND' },
      })
      expect(await stranger.delete(`/users/${id}`)).toMatchObject({ status: 404, body: { error: 'ERR_NO_USER_FOUND' } })
      expect(
        await stranger.upload(`/users/${id}/media-upload`, {}, [
          { field: 'profileImage', name: 'a.png', type: 'image/png', data: await samples.png() },
        ]),
      ).toMatchObject({ status: 404 })
    }
    expect(await rowOf(person.id)).toEqual(before)
    expect(JSON.stringify((await stranger.get('/users')).body)).not.toContain(person.email)
  })

  test('is listed by company id for the operator only, which is audited', async () => {
    for (const path of ['/users', '/users/list']) {
      expect(await person.get(`${path}?companyId=1`)).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      })
      expect((await person.get(`${path}?companyId=${company.id}`)).status).toBe(200)
    }
    const operator = await world.operator()
    const { body } = await operator.get(`/users?companyId=${company.id}`)

    expect(new Set(body.users.map(({ id }: Person) => id))).toEqual(new Set([admin.id, person.id]))
    expect(await audits('operator.reached')).toHaveLength(1)
    expect(
      (await operator.get('/users')).body.users.every(({ companyId }: { companyId: number }) => companyId === 1),
    ).toBe(true)
    expect((await operator.get('/users?companyId=987654321')).status).toBe(404)
    expect((await operator.get('/users?companyId=9007199254740991')).status).toBe(404)
  })

  test.each(['0', '-1', '1.5', '1e99', '%00', '[1]'])('is not reached by the malformed id %s', async (id) => {
    expect((await admin.get(`/users/${id}`)).status).toBe(400)
  })

  test.each(['abc', 'null'])('is not found under the word %s', async (word) => {
    expect((await admin.get(`/users/${word}`)).status).toBe(404)
  })
})

describe('an avatar', () => {
  const upload = (who: Person, id: number, data: Buffer, name = 'eu.jpg') =>
    who.upload(`/users/${id}/media-upload`, { userId: String(id), typeArch: 'user' }, [
      { field: 'profileImage', name, type: 'image/jpeg', data },
    ])

  test('is encoded again, small, without metadata of the camera', async () => {
    const photo = await samples.photo(1200, 800)
    expect(photo.toString('latin1')).toContain('Exif')
    const { status, body } = await upload(person, person.id, photo)

    expect(status).toBe(200)
    expect(body.user.profileImage).toMatch(/^[a-f0-9]{40}\.webp$/)
    const path = world.app.deps.storage.pathOf(company.id, body.user.profileImage)
    expect(await measurePicture(path)).toEqual({ width: 256, height: 171 })
    // The simple WebP format can contain nothing but the picture.
    expect(await readFile(path, 'latin1')).toMatch(/^RIFF.{4}WEBPVP8 /s)
    expect((await person.get(`/users/${person.id}`)).body.profileImage).toBe(body.user.profileImage)
  })

  test('replaces the previous one, whose file is removed', async () => {
    const first = (await upload(person, person.id, await samples.png())).body.user.profileImage
    const second = (await upload(admin, person.id, await samples.webp())).body.user.profileImage

    expect(await world.app.deps.storage.size(company.id, first)).toBeUndefined()
    expect(await world.app.deps.storage.size(company.id, second)).toBeGreaterThan(0)
    expect(await world.sql('select storage_key from files where company_id = $1', [company.id])).toEqual([
      { storage_key: second },
    ])
  })

  test.each([
    ['a program', samples.exe],
    ['a document', samples.pdf],
    ['an SVG with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['half a picture', Buffer.from('ffd8ffe000104a46494600', 'hex')],
    ['an empty file', Buffer.alloc(0)],
  ])('cannot be %s', async (_what, data) => {
    expect(await upload(person, person.id, data, 'eu.jpg')).toMatchObject({
      status: 415,
      body: { error: 'ERR_FILE_TYPE' },
    })
  })

  test('cannot be larger than five megabytes', async () => {
    const data = Buffer.concat([await samples.jpeg(), Buffer.alloc(5 * 1_048_576)])

    expect(await upload(person, person.id, data)).toMatchObject({ status: 413, body: { error: 'ERR_FILE_TOO_LARGE' } })
  })

  test('of somebody else cannot be set by attendants', async () => {
    expect((await upload(person, admin.id, await samples.png())).status).toBe(403)
    expect((await person.upload(`/users/${person.id}/media-upload`, {}, [])).status).toBe(400)
    expect((await person.post(`/users/${person.id}/media-upload`, { path: '/etc/passwd' })).status).toBe(415)
  })
})

describe('colleagues are told', () => {
  test('about a change: admins with the address, others without, the user with their company', async () => {
    const colleague = await (await company.attendant()).listen()
    const boss = await admin.listen()
    const self = await person.listen()
    const stranger = await (await (await world.company()).admin()).listen()

    await admin.put(`/users/${person.id}`, { name: 'Nome Novo' })

    const heard = async (who: typeof boss) =>
      eventually(() => {
        const last = who
          .of('user')
          .filter(({ payload }) => payload.user?.name === 'Nome Novo')
          .at(-1)
        if (!last) throw new Error('nothing heard')
        return last.payload.user
      })
    expect(await heard(colleague)).not.toHaveProperty('email')
    await eventually(async () => expect((await heard(boss)).email).toBe(person.email))
    await eventually(async () =>
      expect(await heard(self)).toMatchObject({ email: person.email, company: { id: company.id } }),
    )
    expect(stranger.of('user')).toEqual([])
  })

  test('about new and deleted users', async () => {
    const colleague = await person.listen()

    const { body } = await admin.post('/users', newUser())
    await eventually(() =>
      expect(colleague.of('user')).toMatchObject([{ payload: { action: 'create', user: { id: body.id } } }]),
    )
    await admin.delete(`/users/${body.id}`)
    await eventually(() =>
      expect(colleague.of('user').at(-1)).toMatchObject({ payload: { action: 'delete', userId: String(body.id) } }),
    )
  })

  test('about presence, if they are managers', async () => {
    const other = await company.attendant()
    const boss = await admin.listen()
    const colleague = await other.listen()

    await person.get('/auth/me')
    await eventually(() =>
      expect(boss.of('user')).toContainEqual(
        expect.objectContaining({
          payload: expect.objectContaining({ user: expect.objectContaining({ id: person.id, online: true }) }),
        }),
      ),
    )
    expect((await admin.get(`/users/${person.id}`)).body.online).toBe(true)

    await person.delete('/auth/logout')
    await eventually(() =>
      expect(boss.of('user').at(-1)).toMatchObject({ payload: { user: { id: person.id, online: false } } }),
    )
    expect((await admin.get(`/users/${person.id}`)).body.online).toBe(false)
    expect(colleague.of('user')).toEqual([])
    expect((await rowOf(person.id)).last_seen_at).not.toBeNull()
  })
})
