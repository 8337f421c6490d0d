import { randomBytes } from 'node:crypto'
import { limits } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'
import { filesOfList } from './index.ts'

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

const mark = () => randomBytes(5).toString('hex')

async function made(fields: Record<string, unknown> = {}) {
  const answer = await admin.post('/files', { name: `Catálogo ${mark()}`, message: 'Veja os arquivos.', ...fields })
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}

interface Sent {
  id: number | string
  name?: string
  data: Buffer | string
  type?: string
}

/** In the order of existing clients: the file comes before its type, its name and its id. */
const upload = (by: Person, listId: number, files: Sent[]) =>
  by.uploadParts(`/files/uploadList/${listId}`, [
    { name: 'fileId', value: String(listId) },
    { name: 'typeArch', value: 'fileList' },
    ...files.flatMap(({ id, name = 'a.txt', data, type = 'text/plain' }) => [
      { field: 'files', name, type, data },
      { name: 'mediaType', value: type },
      { name: 'name', value: `Nome de ${name}` },
      { name: 'id', value: String(id) },
    ]),
  ])

const sendList = (listId: number) =>
  world.app.deps.units.read({ kind: 'system', companyId: company.id }, (ctx) => filesOfList(ctx, listId))

const bytesAt = async (url: string, cookies: Record<string, string> = {}) =>
  world.app.http.inject({ url: url.replace('http://guiche.test', ''), cookies })

describe('a list of files', () => {
  test('is created as existing clients send it, and answered in their form', async () => {
    const name = `Preços ${mark()}`
    const { status, body } = await admin.post('/files', {
      name: `  ${name}`,
      message: 'Nossos preços:',
      options: [
        { name: 'Tabela', path: '', mediaType: '', file: {} },
        { name: 'Foto', path: '', mediaType: '', file: {} },
      ],
      userId: 1,
    })

    expect(status).toBe(200)
    expect(body).toMatchObject({
      name,
      companyId: company.id,
      message: 'Nossos preços:',
      options: [
        { fileId: body.id, name: 'Tabela', path: null, mediaType: null },
        { fileId: body.id, name: 'Foto', path: null },
      ],
    })
    expect((await ana.get(`/files/${body.id}`)).body).toEqual(body)
    expect((await ana.get('/files/list')).body).toContainEqual({ id: body.id, name })
  })

  test.each([
    ['a name of two letters', { name: 'ab' }, 'body.name', 'tooShort'],
    ['no name', { name: undefined }, 'body.name', 'required'],
    ['a blank message', { message: '  ' }, 'body.message', 'required'],
    ['no message', { message: undefined }, 'body.message', 'required'],
    [
      'too many files',
      { options: Array.from({ length: limits.filesPerList + 1 }, () => ({ name: 'a' })) },
      'body.options',
      'tooMany',
    ],
  ])('with %s is refused', async (_why, fields, path, message) => {
    const answer = await admin.post('/files', { name: `Lista ${mark()}`, message: 'Oi', ...fields })

    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', details: { issues: [{ path, message }] } },
    })
  })

  test('has a name that no other list of the company has', async () => {
    const { name } = await made()
    const other = await made()

    expect(await admin.post('/files', { name: name.toUpperCase(), message: 'Oi' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_NAME_ALREADY_EXISTS' },
    })
    expect(await admin.put(`/files/${other.id}`, { name })).toMatchObject({ status: 400 })
    expect(await stranger.post('/files', { name, message: 'Oi' })).toMatchObject({ status: 200 })
  })

  test('is found by name and message, page by page', async () => {
    const word = mark()
    for (let nth = 0; nth < limits.rowsPerPage; nth += 1) await made({ name: `${word} ${nth}` })
    await made({ message: `Fala de ${word.toUpperCase()}` })

    const first = await ana.get(`/files/?searchParam=${word}&companyId=${company.id}`)
    const second = await ana.get(`/files/?searchParam=${word}&pageNumber=2`)

    expect([first.body.files.length, first.body.count, first.body.hasMore]).toEqual([20, 21, true])
    expect([second.body.files.length, second.body.hasMore]).toEqual([1, false])
  })

  test('keeps the options that a change names, in the order of the change', async () => {
    const list = await made({ options: [{ name: 'Um' }, { name: 'Dois' }, { name: 'Três' }] })
    const [one, two] = list.options
    await upload(admin, list.id, [{ id: one.id, name: 'um.txt', data: 'um' }])

    const { status, body } = await admin.put(`/files/${list.id}`, {
      ...list,
      options: [{ name: 'Novo' }, { ...two, name: 'Segundo' }, one],
    })

    expect(status).toBe(200)
    expect(body.options.map(({ name, path }: { name: string; path: string }) => [name, path])).toEqual([
      ['Novo', null],
      ['Segundo', null],
      ['Um', 'um.txt'],
    ])
    expect(body.options.slice(1).map(({ id }: { id: number }) => id)).toEqual([two.id, one.id])
    expect((await admin.put(`/files/${list.id}`, { message: 'Outra' })).body.options).toEqual(body.options)
  })

  test('does not take an option of another list, nor one twice', async () => {
    const [list, other] = [await made({ options: [{ name: 'Um' }] }), await made({ options: [{ name: 'Dele' }] })]
    const [own] = list.options

    for (const options of [[other.options[0]], [own, own]])
      expect(await admin.put(`/files/${list.id}`, { options })).toMatchObject({ status: 404 })
    expect((await admin.get(`/files/${list.id}`)).body).toEqual(list)
    expect((await admin.get(`/files/${other.id}`)).body).toEqual(other)
  })

  test('is changed by admins only, and read by all of the company', async () => {
    const list = await made({ options: [{ name: 'Um' }] })
    for (const person of [ana, supervisor]) {
      expect(await person.post('/files', { name: `Minha ${mark()}`, message: 'Oi' })).toMatchObject({ status: 403 })
      expect(await person.put(`/files/${list.id}`, { message: 'Oi' })).toMatchObject({ status: 403 })
      expect(await person.delete(`/files/${list.id}`)).toMatchObject({ status: 403 })
      expect(await person.get(`/files/${list.id}/uses`)).toMatchObject({ status: 403 })
      expect(await upload(person, list.id, [{ id: list.options[0].id, data: 'oi' }])).toMatchObject({ status: 403 })
      expect(await person.get(`/files/${list.id}`)).toMatchObject({ status: 200, body: list })
    }
    expect(await stranger.get(`/files/${list.id}`)).toMatchObject({ status: 404 })
    expect(await stranger.put(`/files/${list.id}`, { message: 'Oi' })).toMatchObject({ status: 404 })
    expect(await stranger.delete(`/files/${list.id}`)).toMatchObject({ status: 404 })
    expect(await upload(stranger, list.id, [{ id: list.options[0].id, data: 'oi' }])).toMatchObject({ status: 404 })
    expect((await admin.get(`/files/${list.id}`)).body).toEqual(list)
  })

  test('is limited in number for a company', async () => {
    const own = await world.company()
    await own.sql(
      `insert into file_lists (company_id, name, message) select $1, 'Lista ' || n, 'Oi' from generate_series(1, $2) n`,
      [own.id, limits.fileListsPerCompany],
    )
    expect(await (await own.admin()).post('/files', { name: 'Mais uma', message: 'Oi' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_FILE_LIST_LIMIT' },
    })
  })
})

describe('the files of a list', () => {
  test('go to the options of their ids, and are sent in the order of the list with their names', async () => {
    const list = await made({ options: [{ name: 'Tabela' }, { name: 'Vazia' }, { name: 'Foto' }] })
    const [table, , photo] = list.options

    const { status, body } = await upload(admin, list.id, [
      { id: photo.id, name: 'loja.png', data: await samples.png(), type: 'image/png' },
      { id: table.id, name: 'preços.txt', data: 'Bolo: 25' },
    ])

    expect([status, body.mensagem]).toEqual([200, 'Arquivos atualizados'])
    expect(body.record.options).toMatchObject([
      { name: 'Tabela', path: 'preços.txt', mediaType: 'application', size: 8 },
      { name: 'Vazia', path: null, url: null, size: null },
      { name: 'Foto', path: 'loja.png', mediaType: 'image' },
    ])
    expect(await sendList(list.id)).toEqual({
      message: 'Veja os arquivos.',
      files: [
        { fileId: expect.any(Number), name: 'Tabela', mediaType: 'application', bytes: expect.any(Number) },
        { fileId: expect.any(Number), name: 'Foto', mediaType: 'image', bytes: expect.any(Number) },
      ],
    })
    expect(await sendList(987_654_321)).toBeUndefined()
  })

  test('are read at their signed address, and with a session of the company', async () => {
    const list = await made({ options: [{ name: 'Tabela' }] })
    const { body } = await upload(admin, list.id, [{ id: list.options[0].id, data: 'Bolo: 25' }])
    const { url } = body.record.options[0]
    const { origin, pathname } = new URL(url)
    const bare = `${origin}${pathname}`
    const cookiesOf = ({ refreshCookie: { name, value } }: Person) => ({ [name]: value })

    expect((await bytesAt(url)).body).toBe('Bolo: 25')
    expect((await bytesAt(bare, cookiesOf(ana))).body).toBe('Bolo: 25')
    expect((await bytesAt(bare)).statusCode).toBe(404)
    expect((await bytesAt(bare, cookiesOf(stranger))).statusCode).toBe(404)
    expect((await bytesAt(bare.replace('/fileList/', '/'), cookiesOf(ana))).statusCode).toBe(404)
    expect((await bytesAt(bare.replace('/fileList/', '/user/'), cookiesOf(ana))).statusCode).toBe(404)
  })

  test('that do not fit to their ids, are programs, or of another list, are refused together', async () => {
    const list = await made({ options: [{ name: 'Um' }, { name: 'Dois' }] })
    const other = await made({ options: [{ name: 'Dele' }] })
    const [one, two] = list.options
    const filesOf = () => company.sql('select id from files where company_id = $1', [company.id])
    const before = await filesOf()

    expect(await upload(admin, list.id, [])).toMatchObject({ status: 400 })
    expect(
      await admin.uploadParts(`/files/uploadList/${list.id}`, [
        { field: 'files', name: 'a.txt', type: 'text/plain', data: 'a' },
      ]),
    ).toMatchObject({ status: 400 })
    expect(
      await upload(admin, list.id, [
        { id: one.id, data: 'a' },
        { id: other.options[0].id, data: 'b' },
      ]),
    ).toMatchObject({ status: 404 })
    expect(
      await upload(admin, list.id, [
        { id: one.id, data: 'a' },
        { id: two.id, name: 'foto.png', type: 'image/png', data: samples.exe },
      ]),
    ).toMatchObject({ status: 415 })
    expect((await admin.get(`/files/${list.id}`)).body).toEqual(list)
    expect((await admin.get(`/files/${other.id}`)).body).toEqual(other)
    expect(await filesOf()).toEqual(before)
  })
})

describe('a list that queues use', () => {
  test('is named at the queue, and only a list of the company is accepted', async () => {
    const list = await made()
    const queue = await company.queue()

    const { body } = await admin.put(`/queue/${queue.id}`, { fileListId: list.id })
    expect(body).toMatchObject({ id: queue.id, fileListId: list.id })
    expect((await admin.get(`/queue/${queue.id}`)).body.fileListId).toBe(list.id)
    expect((await admin.put(`/queue/${queue.id}`, { name: queue.name })).body.fileListId).toBe(list.id)

    const foreign = await stranger.post('/files', { name: `Deles ${mark()}`, message: 'Oi' })
    for (const fileListId of [foreign.body.id, 987_654_321])
      expect(await admin.put(`/queue/${queue.id}`, { fileListId })).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_FILE_LIST_FOUND' },
      })
    expect((await admin.put(`/queue/${queue.id}`, { fileListId: '' })).body.fileListId).toBeNull()
  })

  test('tells which, and is taken from them when it is deleted', async () => {
    const list = await made({ options: [{ name: 'Um' }] })
    const [queue, gone] = [await company.queue(), await company.queue()]
    for (const { id } of [queue, gone]) await admin.put(`/queue/${id}`, { fileListId: list.id })
    await admin.delete(`/queue/${gone.id}`)
    const option = { name: 'Ver preços', queueType: 'file', optFileId: list.id }
    expect(await admin.put(`/queue/${queue.id}`, { chatbots: [option] })).toMatchObject({ status: 201 })
    const listener = await ana.listen()

    expect((await admin.get(`/files/${list.id}/uses`)).body).toEqual({
      queues: [{ id: queue.id, name: queue.name }],
      options: [{ id: expect.any(Number), name: 'Ver preços' }],
      campaigns: [],
    })
    expect(await admin.delete(`/files/${list.id}`)).toMatchObject({ status: 200 })

    expect((await admin.get(`/queue/${queue.id}`)).body.fileListId).toBeNull()
    expect(await admin.get(`/files/${list.id}`)).toMatchObject({ status: 404 })
    await eventually(() =>
      expect(listener.of('queue').map(({ payload }) => payload)).toMatchObject([
        { action: 'update', queue: { id: queue.id, fileListId: null } },
      ]),
    )
  })
})

describe('colleagues', () => {
  test('are told live, under both names, and strangers are not', async () => {
    const [listener, other] = await Promise.all([ana.listen(), stranger.listen()])
    // What is deleted before it is told is told as deleted only.
    const areTold = (events: object[]) =>
      eventually(() => {
        for (const name of ['fileList', 'fileListToo'] as const)
          expect(listener.of(name).map(({ payload }) => payload)).toMatchObject(events)
      })

    const list = await made()
    const created = { action: 'update', fileList: { id: list.id }, files: { id: list.id } }
    await areTold([created])
    await admin.put(`/files/${list.id}`, { message: 'Outra mensagem' })
    const changed = { action: 'update', files: { id: list.id, message: 'Outra mensagem' } }
    await areTold([created, changed])
    await admin.delete(`/files/${list.id}`)
    await areTold([created, changed, { action: 'delete', fileId: list.id }])

    expect(JSON.stringify(other.events)).not.toContain(list.name)
  })
})
