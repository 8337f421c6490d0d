import { limits } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { someNumber } from '#test/inbound'
import { beginChange } from '#test/lock-table'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let admin: Person
let supervisor: Person
let ana: Person
let stranger: Person
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  ;[admin, supervisor, ana] = await Promise.all([company.admin(), company.supervisor(), company.attendant()])
  stranger = await (await world.company()).admin()
})
afterAll(() => world.close())

async function made(name = 'Clientes de maio') {
  const answer = await admin.post('/contact-lists', { name })
  expect(answer.status).toBe(200)
  return answer.body
}

/** As existing clients send it: the list as a text, and the company. */
const add = (contactListId: number | string, fields: Record<string, unknown> = {}) =>
  admin.post('/contact-list-items', {
    name: 'Rita Moura',
    number: someNumber(),
    email: '',
    companyId: company.id,
    contactListId: String(contactListId),
    ...fields,
  })

const itemsOf = async (listId: number, query = '') =>
  (await admin.get(`/contact-list-items?contactListId=${listId}&pageNumber=1&searchParam=${query}`)).body

describe('a list of contacts', () => {
  test('is created, found, renamed and deleted, in the form of existing clients', async () => {
    const { status, body: list } = await supervisor.post('/contact-lists', { name: '  Ação de maio ', companyId: 1 })
    expect({ status, list }).toMatchObject({
      status: 200,
      list: { name: 'Ação de maio', companyId: company.id, contactsCount: 0 },
    })

    expect((await admin.get('/contact-lists/?searchParam=acao&pageNumber=1')).body).toEqual({
      records: [list],
      count: 1,
      hasMore: false,
    })
    expect((await admin.get(`/contact-lists/list?companyId=${company.id}`)).body).toContainEqual({
      id: list.id,
      name: 'Ação de maio',
    })
    const renamed = await admin.put(`/contact-lists/${list.id}`, { ...list, name: 'Ação de junho' })
    expect(renamed.body).toMatchObject({ id: list.id, name: 'Ação de junho' })
    expect((await admin.get(`/contact-lists/${list.id}`)).body).toEqual(renamed.body)

    expect((await admin.delete(`/contact-lists/${list.id}`)).status).toBe(200)
    expect(await admin.get(`/contact-lists/${list.id}`)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_CONTACT_LIST_FOUND' },
    })
  })

  test.each([
    ['', 'tooShort'],
    ['a', 'tooShort'],
    ['a'.repeat(51), 'tooLong'],
    [undefined, 'required'],
  ])('is refused with the name %j', async (name, message) => {
    expect(await admin.post('/contact-lists', { name })).toMatchObject({
      status: 400,
      body: {
        error: 'ERR_VALIDATION',
        details: { issues: expect.arrayContaining([expect.objectContaining({ path: 'body.name', message })]) },
      },
    })
  })

  test('that is deleted takes its contacts with it, and is written to the audit log', async () => {
    const list = await made('Lista que sai')
    const { body: item } = await add(list.id)

    await admin.delete(`/contact-lists/${list.id}`)

    expect((await admin.get(`/contact-list-items/${item.id}`)).status).toBe(404)
    expect((await admin.get(`/contact-list-items?contactListId=${list.id}`)).status).toBe(404)
    expect((await add(list.id)).status).toBe(404)
    expect((await admin.delete(`/contact-lists/${list.id}`)).status).toBe(404)
    expect(
      await company.sql(
        "select detail ->> 'name' as name from audit_log where action = 'contactList.deleted' and object_id = $1",
        [String(list.id)],
      ),
    ).toEqual([{ name: 'Lista que sai' }])
    await eventually(async () => {
      expect(await company.sql('select id from contact_list_items where list_id = $1', [list.id])).toEqual([])
      expect(await company.sql('select id from contact_lists where id = $1', [list.id])).toEqual([])
    })
  })

  test('has imports that can be deleted: gone at once, and a job removes the refused rows, however many they are', async () => {
    const list = await made('Lista com planilha')
    const sheet = (name: string) =>
      company.sql(
        `insert into contact_list_imports (company_id, list_id, name, storage_key, titles, fields, has_titles, first_rows, state)
         values ($1, $2, $3, repeat('b', 40) || '.sheet', '{Nome}', '{name}', true, '[]', 'done') returning id::int`,
        [company.id, list.id, name],
      )
    const [[one], [other]] = [await sheet('maio.csv'), await sheet('junho.csv')]
    for (const { id } of [one, other])
      await company.sql(
        `insert into contact_list_refusals (company_id, import_id, line, problem, cells)
         select $1, $2, n, '{"line": 1, "field": "number", "rule": "invalid", "text": "x"}', '{x}' from generate_series(1, 11000) n`,
        [company.id, id],
      )
    const refusedOf = (id: number) => company.sql('select line from contact_list_refusals where import_id = $1', [id])
    // The job waits for this transaction.
    const rows = 'select from contact_list_refusals where import_id = $1 for update'
    const holder = await beginChange(world.databases.admin, [{ text: rows, values: [one.id] }])

    expect((await admin.delete(`/contact-list-imports/${one.id}`)).status).toBe(200)
    for (const path of ['', '/refused'])
      expect((await admin.get(`/contact-list-imports/${one.id}${path}`)).status).toBe(404)
    expect((await admin.delete(`/contact-list-imports/${one.id}`)).status).toBe(404)
    const shown = (await admin.get(`/contact-lists/${list.id}/imports`)).body
    expect(shown.map(({ id }: { id: number }) => id)).toEqual([other.id])

    await holder.commit()
    await eventually(async () =>
      expect(await company.sql('select from contact_list_imports where id = $1', [one.id])).toEqual([]),
    )
    expect(await refusedOf(one.id)).toEqual([])
    expect(await refusedOf(other.id)).toHaveLength(11_000)

    await admin.delete(`/contact-lists/${list.id}`)
    await eventually(async () =>
      expect(await company.sql('select from contact_lists where id = $1', [list.id])).toEqual([]),
    )
    expect(await refusedOf(other.id)).toEqual([])
  })

  test('is one of a thousand at most', async () => {
    const fresh = await world.company()
    const boss = await fresh.admin()
    await fresh.sql(
      `insert into contact_lists (company_id, name) select $1, 'Lista ' || n from generate_series(1, ${limits.contactListsPerCompany}) as n`,
      [fresh.id],
    )

    expect(await boss.post('/contact-lists', { name: 'Mais uma' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_CONTACT_LIST_LIMIT' },
    })
    expect((await boss.get('/contact-lists')).body).toMatchObject({ count: 1000, hasMore: true })
  })
})

describe('a contact of a list', () => {
  test('is added, changed and removed, and the list counts it', async () => {
    const list = await made()
    const { status, body: item } = await add(list.id, { number: '(31) 98765-4321', email: 'rita@cliente.example' })

    expect({ status, item }).toMatchObject({
      status: 200,
      item: {
        name: 'Rita Moura',
        number: '5531987654321',
        email: 'rita@cliente.example',
        isWhatsappValid: null,
        companyId: company.id,
        contactListId: list.id,
        variables: [],
      },
    })
    expect(await itemsOf(list.id)).toEqual({ contacts: [item], count: 1, hasMore: false })
    expect((await admin.get(`/contact-lists/${list.id}`)).body.contactsCount).toBe(1)

    const changed = await admin.put(`/contact-list-items/${item.id}`, {
      ...item,
      name: 'Rita M. Souza',
      variables: [{ key: 'Cidade', value: 'Recife' }],
    })
    expect(changed.body).toMatchObject({ name: 'Rita M. Souza', variables: [{ key: 'Cidade', value: 'Recife' }] })
    expect((await admin.put(`/contact-list-items/${item.id}`, { email: '' })).body).toMatchObject({
      name: 'Rita M. Souza',
      email: '',
      variables: [{ key: 'Cidade', value: 'Recife' }],
    })

    expect((await admin.delete(`/contact-list-items/${item.id}`)).status).toBe(200)
    expect((await admin.delete(`/contact-list-items/${item.id}`)).status).toBe(404)
    expect((await admin.get(`/contact-lists/${list.id}`)).body.contactsCount).toBe(0)
  })

  test('is in a list once, with or without the ninth digit, and in several lists', async () => {
    const [list, other] = [await made(), await made()]
    const duplicated = { status: 400, body: { error: 'ERR_DUPLICATED_CONTACT' } }
    const { body: item } = await add(list.id, { number: '5531987654321' })
    const { body: second } = await add(list.id, { number: '5531999990000' })

    for (const number of ['553187654321', '+55 31 98765-4321', '31 8765-4321'])
      expect(await add(list.id, { number })).toMatchObject(duplicated)
    expect(await admin.put(`/contact-list-items/${second.id}`, { number: '31 8765-4321' })).toMatchObject(duplicated)
    expect((await add(other.id, { number: '553187654321' })).status).toBe(200)
    expect((await admin.put(`/contact-list-items/${item.id}`, { number: '553187654321' })).status).toBe(200)
    expect(await itemsOf(list.id)).toMatchObject({ count: 2 })
  })

  test.each([
    [{ name: 'R' }, 'name', 'tooShort'],
    [{ name: 'R'.repeat(51) }, 'name', 'tooLong'],
    [{ number: '1234567' }, 'number', 'tooShort'],
    [{ number: '1'.repeat(51) }, 'number', 'tooLong'],
    [{ email: 'não é' }, 'email', 'invalidEmail'],
    [{ variables: [{ key: '', value: '' }] }, 'variables.0.key', 'required'],
  ])('is refused with %j', async (fields, path, message) => {
    const list = await made()

    expect(await add(list.id, fields)).toMatchObject({
      status: 400,
      body: {
        error: 'ERR_VALIDATION',
        details: { issues: expect.arrayContaining([expect.objectContaining({ path: `body.${path}`, message })]) },
      },
    })
    expect(await itemsOf(list.id)).toMatchObject({ count: 0 })
  })

  test('is refused with a number that nobody has', async () => {
    const list = await made()

    expect(await add(list.id, { number: 'sem número' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_WAPP_INVALID_CONTACT' },
    })
  })

  test('may have a variable that is named like a part of the language', async () => {
    const list = await made()
    const variables = ['__proto__', 'constructor'].map((key) => ({ key, value: 'x' }))

    const { body } = await add(list.id, { variables })

    expect(body.variables).toHaveLength(2)
    expect(body.variables).toEqual(expect.arrayContaining(variables))
  })

  test('is found by a part of name, e-mail and number, page by page in the order of names', async () => {
    const list = await made()
    await company.sql(
      `insert into contact_list_items (company_id, list_id, name, number)
       select $1, $2, 'Pessoa ' || to_char(n, 'FM000'), (5531980000000 + n)::text from generate_series(1, 45) as n`,
      [company.id, list.id],
    )
    await company.sql('update contact_lists set contacts_count = 45 where id = $1', [list.id])
    await add(list.id, { name: 'Érica', number: '31 8765-4321', email: 'erica@Cliente.example' })

    for (const [search, count] of [
      ['erica', 1],
      ['CLIENTE.EX', 1],
      ['987654321', 1],
      ['3187654', 1],
      ['pessoa 00', 9],
      ['%25', 0],
      ['', 46],
    ] as const)
      expect(await itemsOf(list.id, search)).toMatchObject({ count })
    const pages = await Promise.all(
      [1, 2, 3].map((page) => admin.get(`/contact-list-items?contactListId=${list.id}&pageNumber=${page}`)),
    )
    expect(pages.map(({ body }) => body.contacts.length)).toEqual([20, 20, 6])
    expect(pages.map(({ body }) => body.hasMore)).toEqual([true, true, false])
    const names = pages.flatMap(({ body }) => body.contacts.map(({ name }: { name: string }) => name))
    expect(names.slice(0, 3)).toEqual(['Érica', 'Pessoa 001', 'Pessoa 002'])
    // The same by the last person that is known.
    const again: string[] = []
    for (let next = ''; ;) {
      const { body } = await admin.get(`/contact-list-items?contactListId=${list.id}${next}`)
      again.push(...body.contacts.map(({ name }: { name: string }) => name))
      if (!body.hasMore) break
      const { id, name } = body.contacts.at(-1)
      next = `&after=${id}&afterName=${encodeURIComponent(name)}`
    }
    expect(again).toEqual(names)
    const foreign = `/contact-list-items?contactListId=${list.id}&after=1&afterName=A`
    expect((await stranger.get(foreign)).status).toBe(404)
    expect((await stranger.get(`${foreign}&searchParam=pessoa`)).status).toBe(404)
  })

  test('is refused by a list that is full', async () => {
    const list = await made()
    await company.sql('update contact_lists set contacts_count = $2 where id = $1', [list.id, limits.contactListItems])

    expect(await add(list.id)).toMatchObject({ status: 400, body: { error: 'ERR_CONTACT_LIST_FULL' } })
  })

  test('is counted right when many are added and removed at the same moment', async () => {
    const list = await made()
    const added = await Promise.all(Array.from({ length: 8 }, () => add(list.id)))
    await Promise.all(added.slice(0, 3).map(({ body }) => admin.delete(`/contact-list-items/${body.id}`)))

    expect((await admin.get(`/contact-lists/${list.id}`)).body.contactsCount).toBe(5)
  })
})

describe('only admins and supervisors of the company', () => {
  test('see lists and their contacts', async () => {
    const list = await made()
    const { body: item } = await add(list.id)
    const calls = (person: Person) =>
      [
        person.get(`/contact-lists/${list.id}`),
        person.put(`/contact-lists/${list.id}`, { name: 'Minha' }),
        person.delete(`/contact-lists/${list.id}`),
        person.get(`/contact-list-items?contactListId=${list.id}`),
        person.get(`/contact-list-items/${item.id}`),
        person.post('/contact-list-items', { name: 'Eu', number: someNumber(), contactListId: list.id }),
        person.put(`/contact-list-items/${item.id}`, { name: 'Eu' }),
        person.delete(`/contact-list-items/${item.id}`),
      ] as const

    for (const { status } of await Promise.all(calls(stranger))) expect(status).toBe(404)
    for (const answer of await Promise.all(calls(ana)))
      expect(answer).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
    expect((await stranger.get('/contact-lists')).body).toMatchObject({ records: [], count: 0 })
    expect((await stranger.get('/contact-lists/list')).body).toEqual([])
    expect((await admin.get(`/contact-list-items/${item.id}`)).body).toEqual(item)
  })

  test('are told of them live; attendants, strangers, and companies whose plan has no campaigns are not', async () => {
    const [told, alsoTold, attendant, other] = await Promise.all([
      admin.listen(),
      supervisor.listen(),
      ana.listen(),
      stranger.listen(),
    ])
    const lists = () => told.of('contactList').map(({ payload }) => payload)
    const items = () => told.of('contactListItem').map(({ payload }) => payload)

    const list = await made('Ao vivo')
    await eventually(() => expect(lists()).toMatchObject([{ action: 'create', record: { id: list.id } }]))
    const { body: item } = await add(list.id)
    await eventually(() => {
      expect(items()).toMatchObject([{ action: 'create', record: { id: item.id, contactListId: list.id } }])
      expect(lists().at(-1)).toMatchObject({ action: 'update', record: { id: list.id, contactsCount: 1 } })
    })
    await admin.put(`/contact-list-items/${item.id}`, { name: 'Outro nome' })
    await eventually(() => expect(items().at(-1)).toMatchObject({ action: 'update', record: { name: 'Outro nome' } }))
    await admin.delete(`/contact-list-items/${item.id}`)
    await eventually(() =>
      expect(items().at(-1)).toMatchObject({ action: 'delete', id: item.id, contactListId: list.id }),
    )
    await admin.delete(`/contact-lists/${list.id}`)
    await eventually(() => expect(lists().at(-1)).toMatchObject({ action: 'delete', id: list.id }))

    expect(alsoTold.of('contactList')).toHaveLength(lists().length)
    for (const listener of [attendant, other])
      expect([...listener.of('contactList'), ...listener.of('contactListItem')]).toEqual([])
  })

  test('of a company whose plan has campaigns', async () => {
    const plain = await world.company({ plan: { useCampaigns: false } })
    const boss = await plain.admin()

    for (const path of ['/contact-lists', '/contact-lists/list', '/contact-list-items?contactListId=1'])
      expect(await boss.get(path)).toMatchObject({ status: 403, body: { error: 'ERR_PLAN_LIMIT' } })
  })
})
