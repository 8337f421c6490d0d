import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSheet } from '#platform/sheets/read-sheet'
import { workbookOf } from '#platform/sheets/write-workbook'
import { someNumber } from '#test/inbound'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'
import { sheetLimits } from './take-sheet.ts'

let world: World
let company: Company
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  admin = await company.admin()
})
afterAll(() => world.close())

const newList = async (person = admin) => (await person.post('/contact-lists', { name: 'Clientes' })).body.id
const file = (data: string | Buffer, name = 'clientes.csv') => [{ field: 'file', name, type: '', data }]
const upload = (listId: number, data: string | Buffer, person = admin) =>
  person.upload(`/contact-lists/${listId}/sheets`, {}, file(data))

const ended = (id: number) =>
  eventually(async () => {
    const { body } = await admin.get(`/contact-list-imports/${id}`)
    expect(body.state).not.toBe('running')
    return body
  }, 60_000)

/** Uploads and imports a sheet, with the columns as they were recognised. */
async function imported(listId: number, data: string | Buffer) {
  const { body: sheet } = await upload(listId, data)
  const columns = sheet.columns.map(({ field }: { field: string }) => field)
  expect((await admin.post(`/contact-list-imports/${sheet.id}/import`, { columns })).body.state).toBe('running')
  return ended(sheet.id)
}

const itemsOf = async (listId: number) =>
  (await admin.get(`/contact-list-items?contactListId=${listId}&pageNumber=1`)).body

/** The rows of a workbook that the server sends. */
async function downloaded(path: string, person = admin): Promise<{ status: number; rows: string[][] }> {
  const { rawPayload, statusCode } = await world.app.http.inject({
    url: path,
    headers: { authorization: `Bearer ${person.token}` },
  })
  if (statusCode !== 200) return { status: statusCode, rows: [] }
  const stored = join(tmpdir(), `refused-${randomUUID()}.xlsx`)
  await writeFile(stored, rawPayload)
  const rows: string[][] = []
  for await (const batch of readSheet(stored, sheetLimits)) rows.push(...batch.map(({ cells }) => cells))
  await rm(stored)
  return { status: statusCode, rows }
}

async function workbookWith(titles: string[], rows: string[][]): Promise<Buffer> {
  async function* all() {
    yield rows
  }
  const chunks: Buffer[] = []
  for await (const chunk of workbookOf(
    titles.map((title) => ({ title, width: 10 })),
    all(),
  ))
    chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe('a sheet', () => {
  test('is shown with its first 20 rows before anybody is added', async () => {
    const listId = await newList()
    const rows = Array.from({ length: 30 }, (_row, nth) => `Pessoa ${nth};55319876543${10 + nth};;Recife`)

    const { status, body } = await upload(listId, ['Nome;Número;E-mail;Cidade', ...rows].join('\n'))

    expect(status).toBe(200)
    expect(body).toMatchObject({
      contactListId: listId,
      name: 'clientes.csv',
      state: 'ready',
      total: null,
      columns: [
        { title: 'Nome', field: 'name' },
        { title: 'Número', field: 'number' },
        { title: 'E-mail', field: 'email' },
        { title: 'Cidade', field: 'variable' },
      ],
    })
    expect(body.rows).toHaveLength(20)
    expect(body.rows[0]).toEqual({ line: 2, cells: ['Pessoa 0', '5531987654310', '', 'Recife'] })
    expect(await itemsOf(listId)).toMatchObject({ count: 0 })
  })

  test('leaves nothing of its first rows behind when it has been imported', async () => {
    const listId = await newList()
    const done = await imported(listId, 'Nome;Número\nRita Moura;31 98765-4321\n')
    expect(await company.sql('select first_rows from contact_list_imports where id = $1', [done.id])).toEqual([
      { first_rows: [] },
    ])
  })

  test('without titles is recognised by what it holds, and its columns can be chosen', async () => {
    const listId = await newList()
    const { body } = await upload(listId, 'Rita Moura,31 98765-4321,rita@cliente.example,Recife\n')
    expect(body.columns).toEqual([
      { title: 'A', field: 'name' },
      { title: 'B', field: 'number' },
      { title: 'C', field: 'email' },
      { title: 'D', field: 'none' },
    ])
    expect(body.rows).toHaveLength(1)

    const columns = ['name', 'number', 'none', 'variable']
    await admin.post(`/contact-list-imports/${body.id}/import`, { columns })
    expect(await ended(body.id)).toMatchObject({ added: 1 })

    expect((await itemsOf(listId)).contacts).toMatchObject([
      { name: 'Rita Moura', email: '', variables: [{ key: 'D', value: 'Recife' }] },
    ])
  })

  test('is imported: new people with their variables; known ones and doubles are counted; each refused row has its reason', async () => {
    const listId = await newList()
    await admin.post('/contact-list-items', { name: 'Já está', number: '5531911110000', contactListId: listId })
    const listener = await admin.listen()
    const text = [
      'nome;número;email;Cidade;__proto__',
      'Rita Moura;(31) 98765-4321;rita@cliente.example;Recife;x',
      'Rita de novo;31 8765-4321;;;',
      'Já está;+55 31 91111-0000;;;',
      ';31 99999-0001;;;',
      'R;31 99999-0002;;;',
      'Sem número;;;;',
      'Excel;1,19E+12;;;',
      'Sem DDD;98765-4321;;;',
      'DDD errado;(20) 98765-4321;;;',
      'Correio;31 99999-0003;não é;;',
      `Longo;31 99999-0004;;${'x'.repeat(1001)};`,
      'Bia;31 99999-0005;;Olinda;',
    ].join('\n')

    const result = await imported(listId, text)

    expect(result).toMatchObject({ state: 'done', failure: null, total: 12, done: 12, added: 2, known: 2, refused: 8 })
    expect(result.problems.map(({ line, field, rule }: Record<string, unknown>) => [line, field, rule])).toEqual([
      [5, 'name', 'required'],
      [6, 'name', 'tooShort'],
      [7, 'number', 'required'],
      [8, 'number', 'excel'],
      [9, 'number', 'noAreaCode'],
      [10, 'number', 'areaCode'],
      [11, 'email', 'invalid'],
      [12, 'variable', 'tooLong'],
    ])
    const { contacts, count } = await itemsOf(listId)
    expect(count).toBe(3)
    expect(contacts[2]).toMatchObject({ name: 'Rita Moura', number: '5531987654321', isWhatsappValid: null })
    expect(contacts[2].variables).toHaveLength(2)
    expect(contacts[2].variables).toEqual(
      expect.arrayContaining([
        { key: 'Cidade', value: 'Recife' },
        { key: '__proto__', value: 'x' },
      ]),
    )
    await eventually(() => {
      expect(listener.of('contactListItem').map(({ payload }) => payload)).toContainEqual(
        expect.objectContaining({ action: 'reload', contactListId: listId }),
      )
      const name = `company-${company.id}-ContactListItem-${listId}`
      expect(listener.events.find((event) => event.name === name)?.payload.records).toHaveLength(3)
    })
    expect((await admin.get(`/contact-lists/${listId}/imports`)).body).toEqual([result])
  })

  test('that was refused in part can be downloaded with the reasons, corrected, and imported again', async () => {
    const listId = await newList()
    const { id } = await imported(listId, 'Nome;Número;Cidade\n=1+1;31 99999-0001;Recife\nBia;1,19E+12;Olinda\n')

    const { rows } = await downloaded(`/contact-list-imports/${id}/refused`)

    expect(rows).toEqual([
      ['Nome', 'Número', 'Cidade', 'Linha', 'Motivo'],
      ['Bia', '1,19E+12', 'Olinda', '3', expect.stringContaining('Número: encurtado pelo Excel')],
    ])
    const corrected = await workbookWith(rows[0] ?? [], [['Bia', '31 99999-0002', 'Olinda', '3', '']])
    expect(await imported(listId, corrected)).toMatchObject({ added: 1, refused: 0 })
    expect((await itemsOf(listId)).count).toBe(2)
  })

  test('may be xlsx, csv of any encoding and separator, or xls', async () => {
    const people = [['João', '5531987654321']]
    const sheets = [
      await workbookWith(['Nome', 'Número'], people),
      Buffer.from('Nome,Número\nJoão,5531987654321\n', 'latin1'),
      Buffer.from('\ufeffNome\tNúmero\nJoão\t5531987654321\n', 'utf16le'),
    ]
    for (const sheet of sheets) {
      const listId = await newList()
      expect(await imported(listId, sheet)).toMatchObject({ state: 'done', added: 1 })
      expect((await itemsOf(listId)).contacts).toMatchObject([{ name: 'João', number: '5531987654321' }])
    }
  })

  test.each([
    ['an empty file', '', 400, 'ERR_SHEET_EMPTY'],
    ['titles only', 'Nome;Número\n', 400, 'ERR_SHEET_EMPTY'],
    ['no rows with text', '\n;;\n', 400, 'ERR_SHEET_EMPTY'],
    ['a page that is called a sheet', '<html><table><tr><td>Rita</td></tr></table></html>', 415, 'ERR_FILE_TYPE'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000', 'hex'), 415, 'ERR_FILE_TYPE'],
    ['a damaged workbook', Buffer.from('504b0304', 'hex'), 400, 'ERR_SHEET_UNREADABLE'],
  ])('is refused when it is %s', async (_what, data, status, error) => {
    const listId = await newList()

    expect(await upload(listId, data)).toMatchObject({ status, body: { error } })
    expect(await company.sql('select id from contact_list_imports where list_id = $1', [listId])).toEqual([])
  })

  test('is refused before it is read when it is larger than 100 MB', async () => {
    const listId = await newList()

    expect(await upload(listId, Buffer.alloc(limits.listSheet + 2 * 1_048_576, 'a;b\n'))).toMatchObject({
      status: 413,
      body: { error: 'ERR_FILE_TOO_LARGE' },
    })
    expect(await company.sql('select id from contact_list_imports where list_id = $1', [listId])).toEqual([])
  })

  test('that turns out to be broken at its end adds nobody, and says why', async () => {
    const listId = await newList()
    const rows = Array.from({ length: 20_000 }, (_row, nth) => `Pessoa ${nth};${5_531_980_000_000 + nth}`)

    const result = await imported(listId, ['Nome;Número', ...rows, '"Um texto sem fim;1'].join('\n'))

    expect(result).toMatchObject({ state: 'failed', failure: 'ERR_SHEET_UNREADABLE', added: 0, done: 0 })
    expect((await itemsOf(listId)).count).toBe(0)
  })

  test('is not imported with columns that do not fit, and not twice', async () => {
    const listId = await newList()
    const { body: sheet } = await upload(listId, `Nome;Número\nRita;${someNumber()}\n`)
    const begin = (columns: string[]) => admin.post(`/contact-list-imports/${sheet.id}/import`, { columns })

    for (const columns of [[], ['name'], ['name', 'name'], ['number', 'none'], ['name', 'number', 'none'], ['a', 'b']])
      expect((await begin(columns)).status).toBe(400)
    expect((await admin.post(`/contact-list-imports/${sheet.id}/check`, { columns: ['number', 'name'] })).body).toEqual(
      [{ line: 2, field: 'number', rule: 'invalid', text: 'Rita' }],
    )
    const answers = await Promise.all([1, 2].map(() => begin(['name', 'number'])))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  })

  test('fills a list to its limit, and the other rows are refused for that', async () => {
    const listId = await newList()
    await company.sql('update contact_lists set contacts_count = $2 where id = $1', [
      listId,
      limits.contactListItems - 1,
    ])

    expect(await imported(listId, `Nome;Número\nRita;${someNumber()}\nBia;${someNumber()}\n`)).toMatchObject({
      added: 1,
      refused: 1,
      problems: [{ line: 3, field: 'list', rule: 'full' }],
    })
  })

  test('goes on where it was after its process was killed, and nobody is added or refused twice', async () => {
    const listId = await newList()
    const rows = Array.from({ length: 9000 }, (_row, nth) =>
      nth % 10 === 0 ? `Pessoa ${nth};abc` : `Pessoa ${nth};${5_531_980_000_000 + nth}`,
    )
    const { body: sheet } = await upload(listId, ['Nome;Número', ...rows].join('\n'))
    // As it stands after a first unit of work whose process was killed.
    await company.sql(
      `insert into contact_list_items (company_id, list_id, name, number)
       select $1, $2, 'Pessoa ' || n, (5531980000000 + n)::text from generate_series(0, 3999) as n where n % 10 > 0`,
      [company.id, listId],
    )
    await company.sql('update contact_lists set contacts_count = 3600 where id = $1', [listId])
    await company.sql(
      `update contact_list_imports set line = 4001, done = 4000, added = 3600, refused = 400, total = 9000 where id = $1`,
      [sheet.id],
    )
    await admin.post(`/contact-list-imports/${sheet.id}/import`, { columns: ['name', 'number'] })

    expect(await ended(sheet.id)).toMatchObject({ done: 9000, added: 8100, known: 0, refused: 900 })
    expect((await itemsOf(listId)).count).toBe(8100)
  })

  test('stops when its list is removed, and can be stopped', async () => {
    const listId = await newList()
    const { body: sheet } = await upload(listId, `Nome;Número\nRita;${someNumber()}\n`)

    expect((await admin.delete(`/contact-list-imports/${sheet.id}`)).status).toBe(200)
    expect((await admin.get(`/contact-list-imports/${sheet.id}`)).status).toBe(404)

    const { body: other } = await upload(listId, `Nome;Número\nRita;${someNumber()}\n`)
    await admin.delete(`/contact-lists/${listId}`)
    expect((await admin.get(`/contact-list-imports/${other.id}`)).status).toBe(404)
    expect((await admin.post(`/contact-list-imports/${other.id}/import`, { columns: ['name', 'number'] })).status).toBe(
      404,
    )
  })

  test('of people who want no campaigns opts them out, also those whom the list has already', async () => {
    const listId = await newList()
    const [known, fresh, other] = [someNumber(), someNumber(), someNumber()]
    await imported(listId, `Nome;Número\nRita;${known}\nCaio;${other}`)
    const { body: contact } = await admin.post('/contacts', { name: 'Rita', number: known })
    const window = await admin.listen()
    const { body: sheet } = await upload(listId, `Nome;Número\nRita;${known}\nBia;${fresh}`)
    await admin.post(`/contact-list-imports/${sheet.id}/import`, { columns: ['name', 'number'], optsOut: true })
    expect(await ended(sheet.id)).toMatchObject({ state: 'done', optsOut: true, added: 1, known: 1 })

    expect((await admin.get(`/contacts/${contact.id}/opt-out`)).body).toMatchObject({
      isOptedOut: true,
      last: { source: 'import', campaign: null, user: null },
    })
    expect(
      await company.sql('select contact_id::int, source from opt_outs where company_id = $1 order by contact_id', [
        company.id,
      ]),
    ).toEqual([
      { contact_id: contact.id, source: 'import' },
      { contact_id: null, source: 'import' },
    ])
    await eventually(() => expect(window.of('optOut')).toMatchObject([{ payload: { action: 'reload' } }]))
    // Somebody who becomes a contact later is opted out too.
    const { body: later } = await admin.post('/contacts', { name: 'Bia', number: fresh })
    expect((await admin.get(`/contacts/${later.id}/opt-out`)).body).toMatchObject({ isOptedOut: true })
    const { body: third } = await admin.post('/contacts', { name: 'Caio', number: other })
    expect((await admin.get(`/contacts/${third.id}/opt-out`)).body).toMatchObject({ isOptedOut: false })
  })

  test('keeps nothing of somebody who is erased among its refused rows', async () => {
    const listId = await newList()
    const { body: contact } = await admin.post('/contacts', {
      name: 'Rita Moura',
      number: '5531987650001',
      email: 'rita@moura.example',
    })
    const done = await imported(
      listId,
      [
        'Nome;Número;E-mail;Obs',
        'Rita Moura;31 98765-0001;rita;',
        'R. Moura;98765;Rita@Moura.example;',
        'Bia Costa;124;bia@costa.example;',
      ].join('\n'),
    )
    expect(done).toMatchObject({ added: 0, refused: 3 })

    expect((await admin.delete(`/contacts/${contact.id}`)).status).toBe(200)

    const { rows } = await downloaded(`/contact-list-imports/${done.id}/refused`)
    expect(rows.map((cells) => cells.slice(0, 5))).toEqual([
      expect.arrayContaining(['Nome', 'Número']),
      ['', '', '', '', '2'],
      ['', '', '', '', '3'],
      ['Bia Costa', '124', 'bia@costa.example', '', '4'],
    ])
    const { body } = await admin.get(`/contact-list-imports/${done.id}`)
    expect(body.refused).toBe(3)
    expect(JSON.stringify(body)).not.toMatch(/Rita|98765-0001|moura/i)
  })

  test('that nobody imports makes room for a new one', async () => {
    const fresh = await world.company()
    const boss = await fresh.admin()
    const listId = await newList(boss)
    for (let nth = 0; nth <= limits.sheetsPerCompany; nth += 1)
      expect((await upload(listId, `Nome;Número\nRita;${someNumber()}\n`, boss)).status).toBe(200)

    expect(await fresh.sql('select id from contact_list_imports where company_id = $1', [fresh.id])).toHaveLength(
      limits.sheetsPerCompany,
    )
  })

  test('is seen by admins and supervisors of the company only', async () => {
    const listId = await newList()
    const { id } = await imported(listId, `Nome;Número\nRita;abc\n`)
    const stranger = await (await world.company()).admin()
    const ana = await company.attendant()

    for (const [person, status] of [
      [stranger, 404],
      [ana, 403],
    ] as const) {
      expect((await upload(listId, `Nome;Número\nRita;${someNumber()}\n`, person)).status).toBe(status)
      expect((await person.upload(`/contact-lists/${listId}/upload`, {}, file('a;1'))).status).toBe(status)
      expect((await person.get(`/contact-lists/${listId}/imports`)).status).toBe(status)
      expect((await person.get(`/contact-list-imports/${id}`)).status).toBe(status)
      expect((await downloaded(`/contact-list-imports/${id}/refused`, person)).status).toBe(status)
      for (const what of ['check', 'import'])
        expect((await person.post(`/contact-list-imports/${id}/${what}`, { columns: ['name', 'number'] })).status).toBe(
          status,
        )
      expect((await person.delete(`/contact-list-imports/${id}`)).status).toBe(status)
    }
    expect((await (await company.supervisor()).get(`/contact-list-imports/${id}`)).status).toBe(200)
  })
})

describe('the call of existing clients', () => {
  test('adds the people of a small sheet at once and answers the new ones', async () => {
    const listId = await newList()
    await admin.post('/contact-list-items', { name: 'Já está', number: '5531911110000', contactListId: listId })

    const { status, body } = await admin.upload(
      `/contact-lists/${listId}/upload`,
      {},
      file('nome,numero,email\nRita,5531987654321,rita@cliente.example\nJá está,5531911110000,\n'),
    )

    expect(status).toBe(200)
    expect(body).toMatchObject([{ name: 'Rita', number: '5531987654321', email: 'rita@cliente.example' }])
    expect((await admin.upload(`/contact-lists/${listId}/upload`, {}, file('sem\nnada\n'))).status).toBe(400)
  })

  test('goes on after the answer with a large sheet', async () => {
    const listId = await newList()
    const rows = Array.from({ length: 2500 }, (_row, nth) => `Pessoa ${nth},${5_531_980_000_000 + nth}`)

    const { status, body } = await admin.upload(
      `/contact-lists/${listId}/upload`,
      {},
      file(['nome,numero', ...rows].join('\n')),
    )

    expect({ status, body }).toEqual({ status: 200, body: [] })
    await eventually(async () => expect((await itemsOf(listId)).count).toBe(2500), 30_000)
  })
})
