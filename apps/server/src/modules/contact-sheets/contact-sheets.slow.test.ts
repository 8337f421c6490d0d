import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSheet } from '#platform/sheets/read-sheet'
import { someNumber } from '#test/inbound'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'
import { waitingRows } from './sheets.repository.ts'

let world: World
let company: Company
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  admin = await company.admin()
})
afterAll(() => world.close())

const csv = (text: string, name = 'contatos.csv') => [{ field: 'file', name, type: 'text/csv', data: text }]
const upload = (person: Person, text: string) => person.upload('/contacts/sheets', {}, csv(text))

/** Uploads and imports a sheet, with the columns as they were recognised. */
async function imported(person: Person, text: string, more: object = {}) {
  const { body: sheet } = await upload(person, text)
  const columns = sheet.columns.map(({ field }: { field: string }) => field)
  const begun = await person.post(`/contacts/sheets/${sheet.id}/import`, { columns, ...more })
  expect(begun.status).toBe(200)
  return finished(person, sheet.id)
}

const finished = (person: Person, id: number) =>
  eventually(async () => {
    const { body } = await person.get(`/contacts/sheets/${id}`)
    expect(body.state).toBe('done')
    return body
  })

const byNumber = async (person: Person, number: string) => {
  const { contactId } = (await person.get(`/contacts/profile/${number}`)).body
  return contactId === 0 ? undefined : (await person.get(`/contacts/${contactId}`)).body
}

const megabyte = 1_048_576
const exportLimits = { rows: 200_000, columns: 10, text: 50 * megabyte, inflated: 512 * megabyte, time: 60_000 }

async function exported(person: Person, query = ''): Promise<string[][]> {
  const { body, headers, status } = await world.app.http
    .inject({ url: `/contacts/export${query}`, headers: { authorization: `Bearer ${person.token}` } })
    .then(({ rawPayload, headers: given, statusCode }) => ({ body: rawPayload, headers: given, status: statusCode }))
  expect(status).toBe(200)
  expect(headers['content-disposition']).toBe('attachment; filename="contacts.xlsx"')
  const path = join(tmpdir(), `export-${randomUUID()}.xlsx`)
  await writeFile(path, body)
  try {
    const rows: string[][] = []
    for await (const batch of readSheet(path, exportLimits)) rows.push(...batch.map(({ cells }) => cells))
    return rows
  } finally {
    await rm(path)
  }
}

describe('an export', () => {
  test('has the contacts of the list with number, tags and extra fields, without groups, and is audited', async () => {
    const fresh = await world.company()
    const boss = await fresh.admin()
    const rita = (
      await boss.post('/contacts', {
        name: '=cmd|calc',
        number: '5511988776655',
        email: 'rita@cliente.example',
        extraInfo: [{ name: 'CPF', value: '123' }],
      })
    ).body
    const tag = (await boss.post('/tags', { name: 'Cliente VIP' })).body
    await boss.post('/tags/sync', { contactId: rita.id, tags: [tag] })
    const blocked = (await boss.post('/contacts', { name: 'Bloqueada', number: someNumber() })).body
    await boss.put(`/contacts/block/${blocked.id}`, { active: false })
    await world.sql(`insert into contacts (company_id, name, is_group) values ($1, 'Grupo', true)`, [fresh.id])

    const titles = ['Nome', 'Número', 'E-mail', 'Tags', 'Informações adicionais', 'Situação']
    const ritas = ['=cmd|calc', '5511988776655', 'rita@cliente.example', 'Cliente VIP', 'CPF: 123', 'Ativo']
    expect(await exported(boss)).toEqual([titles, ritas, ['Bloqueada', blocked.number, '', '', '', 'Bloqueado']])
    expect(await exported(boss, '?active=true')).toEqual([titles, ritas])
    expect(await exported(boss, `?contactTag=[${tag.id}]`)).toEqual([titles, ritas])
    expect(await exported(boss, '?searchParam=bloque')).toHaveLength(2)
    expect(
      await world.sql(
        "select actor_user_id::int as by, count(*)::int from audit_log where company_id = $1 and action = 'contacts.exported' group by 1",
        [fresh.id],
      ),
    ).toEqual([{ by: boss.id, count: 4 }])
  })

  test('is not for attendants, and has nothing of another company', async () => {
    const ana = await company.attendant()
    await admin.post('/contacts', { name: 'Só desta empresa', number: someNumber() })
    const stranger = await (await world.company()).supervisor()

    expect(await ana.get('/contacts/export')).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
    expect(await exported(stranger)).toHaveLength(1)
  })
})

describe('a sheet', () => {
  test('is read with its columns recognised, and nothing is imported yet', async () => {
    const number = someNumber()
    const { status, body } = await upload(
      admin,
      `Nome;Telefone;E-mail;Cidade;Observação\nRita;+55 (11) 98877-1234;rita@cliente.example;Recife;x\nBia;${number};;;\n`,
    )

    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'contatos.csv',
      state: 'ready',
      total: 2,
      columns: [
        { title: 'Nome', field: 'name', samples: ['Rita', 'Bia'] },
        { title: 'Telefone', field: 'number', samples: ['+55 (11) 98877-1234', number] },
        { title: 'E-mail', field: 'email' },
        { title: 'Cidade', field: 'none' },
        { title: 'Observação', field: 'none' },
      ],
    })
    expect(await byNumber(admin, number)).toBeUndefined()
  })

  test('without titles is recognised by its contents', async () => {
    const { body } = await upload(admin, `Rita;${someNumber()};rita@cliente.example\n`)

    expect(body).toMatchObject({
      total: 1,
      columns: [
        { title: 'A', field: 'name' },
        { title: 'B', field: 'number' },
        { title: 'C', field: 'email' },
      ],
    })
  })

  test('is checked before it is imported: new, known, repeated, and what is wrong in which row', async () => {
    const [known, fresh] = [`5511987${String(Date.now()).slice(-6)}`, someNumber()]
    await admin.post('/contacts', { name: 'Conhecida', number: known })
    const { body: sheet } = await upload(
      admin,
      [
        'Nome;Número;E-mail',
        `Conhecida;${known};`,
        `Nova;${fresh};nova@cliente.example`,
        `Nova de novo;+${fresh};`,
        'Sem número;;',
        'Letras;abc;',
        `N;${someNumber()};`,
        `${'x'.repeat(51)};${someNumber()};`,
        `Correio;${someNumber()};não é`,
      ].join('\n'),
    )

    const { body } = await admin.post(`/contacts/sheets/${sheet.id}/check`, { columns: ['name', 'number', 'email'] })

    expect(body).toEqual({
      created: 1,
      known: 1,
      repeated: 1,
      failed: 5,
      problems: [
        { line: 5, field: 'number', rule: 'required', text: '' },
        { line: 6, field: 'number', rule: 'invalid', text: 'abc' },
        { line: 7, field: 'name', rule: 'tooShort', text: 'N' },
        { line: 8, field: 'name', rule: 'tooLong', text: 'x'.repeat(51) },
        { line: 9, field: 'email', rule: 'invalid', text: 'não é' },
      ],
    })
    expect(await byNumber(admin, fresh)).toBeUndefined()
  })

  test('is imported: new contacts with tags and extra fields; known ones get what they lack; the count is told', async () => {
    const screen = await (await company.attendant()).listen()
    const [mobile, other] = [`551198${String(Date.now()).slice(-7)}`, someNumber()]
    const known = (await admin.post('/contacts', { name: 'Nome antigo', number: other })).body
    const text = [
      'Nome;Número;E-mail;Etiquetas;Informações adicionais',
      // Without the ninth digit it is the same number.
      `Rita Moura;${mobile};;Importada, VIP 2026;"CPF: 123\nPlano: Ouro"`,
      `Rita outra vez;${mobile.slice(0, 4)}${mobile.slice(5)};rita@cliente.example;;`,
      `Nome novo;${other};outra@cliente.example;VIP 2026;Plano: Prata`,
      'Errada;123;;;',
    ].join('\n')

    expect(await imported(admin, text)).toMatchObject({
      total: 4,
      done: 4,
      created: 1,
      completed: 2,
      unchanged: 0,
      failed: 1,
      problems: [{ line: 5, field: 'number', rule: 'invalid', text: '123' }],
    })

    expect(await byNumber(admin, mobile)).toMatchObject({
      name: 'Rita Moura',
      email: 'rita@cliente.example',
      extraInfo: [
        { name: 'CPF', value: '123' },
        { name: 'Plano', value: 'Ouro' },
      ],
      tags: [{ name: 'Importada' }, { name: 'VIP 2026' }],
    })
    expect(await byNumber(admin, other)).toMatchObject({
      id: known.id,
      name: 'Nome antigo',
      email: 'outra@cliente.example',
      extraInfo: [{ name: 'Plano', value: 'Prata' }],
      tags: [{ name: 'VIP 2026' }],
    })
    await eventually(() =>
      expect(screen.of('contact').map(({ payload }) => payload)).toContainEqual(
        expect.objectContaining({ action: 'reload', records: [] }),
      ),
    )
    expect(
      await company.sql("select 1 from audit_log where company_id = $1 and action = 'contacts.imported'", [company.id]),
    ).not.toEqual([])
  })

  test('can be imported again without a change, and known contacts can be left as they are', async () => {
    const [number, known] = [someNumber(), someNumber()]
    await admin.post('/contacts', { name: 'Conhecida', number: known })
    const text = `Nome;Número;E-mail\nRita;${number};rita@cliente.example\nConhecida;${known};conhecida@cliente.example\n`

    expect(await imported(admin, text, { completes: false })).toMatchObject({ created: 1, completed: 0, unchanged: 1 })
    const before = await byNumber(admin, number)
    expect(await imported(admin, text, { completes: false })).toMatchObject({ created: 0, completed: 0, unchanged: 2 })

    expect(await byNumber(admin, number)).toEqual(before)
    expect(await byNumber(admin, known)).toMatchObject({ email: '' })
  })

  test('that was exported can be imported by another company, with all of its data', async () => {
    const [one, two] = [await world.company(), await world.company()]
    const [boss, other] = [await one.admin(), await two.admin()]
    await boss.post('/contacts', {
      name: '+55 Rita',
      number: '5511977776666',
      email: 'rita@cliente.example',
      extraInfo: [{ name: 'CPF', value: '123' }],
    })
    const { rawPayload } = await world.app.http.inject({
      url: '/contacts/export',
      headers: { authorization: `Bearer ${boss.token}` },
    })
    const { body: sheet } = await other.upload('/contacts/sheets', {}, [
      { field: 'file', name: 'Contatos.xlsx', type: '', data: rawPayload },
    ])
    const columns = sheet.columns.map(({ field }: { field: string }) => field)
    expect(columns).toEqual(['name', 'number', 'email', 'tags', 'extras', 'none'])
    await other.post(`/contacts/sheets/${sheet.id}/import`, { columns })
    await finished(other, sheet.id)

    expect(await byNumber(other, '5511977776666')).toMatchObject({
      name: '+55 Rita',
      email: 'rita@cliente.example',
      extraInfo: [{ name: 'CPF', value: '123' }],
    })
  })

  test('is its own person’s, and of nobody who may not import', async () => {
    const { body: sheet } = await upload(admin, `Nome;Número\nRita;${someNumber()}\n`)
    const [boss, ana, stranger] = [
      await company.supervisor(),
      await company.attendant(),
      await (await world.company()).admin(),
    ]

    for (const person of [boss, stranger]) {
      expect((await person.get(`/contacts/sheets/${sheet.id}`)).status).toBe(404)
      for (const what of ['check', 'import'])
        expect(
          (await person.post(`/contacts/sheets/${sheet.id}/${what}`, { columns: ['name', 'number'] })).status,
        ).toBe(404)
      expect((await person.delete(`/contacts/sheets/${sheet.id}`)).status).toBe(404)
    }
    expect((await upload(ana, 'Nome;Número\n')).status).toBe(403)
    expect((await admin.delete(`/contacts/sheets/${sheet.id}`)).status).toBe(200)
    expect((await admin.get(`/contacts/sheets/${sheet.id}`)).status).toBe(404)
  })

  test('is refused with columns that do not fit, when it is empty or no sheet, and when it is begun twice', async () => {
    const { body: sheet } = await upload(admin, `Nome;Número\nRita;${someNumber()}\n`)
    for (const columns of [
      [],
      ['name'],
      ['name', 'name'],
      ['number', 'number'],
      ['name', 'number', 'none'],
      ['a', 'b'],
    ])
      expect((await admin.post(`/contacts/sheets/${sheet.id}/import`, { columns })).status).toBe(400)
    for (const [data, status] of [
      ['', 400],
      ['\n;;\n', 400],
      [Buffer.from('89504e470d0a1a0a0000', 'hex'), 415],
      [Buffer.from('504b0304', 'hex'), 400],
    ] as const)
      expect(
        (await admin.upload('/contacts/sheets', {}, [{ field: 'file', name: 'a.xlsx', type: '', data }])).status,
      ).toBe(status)
    expect((await admin.upload('/contacts/sheets', {}, [])).status).toBe(400)

    const columns = ['name', 'number']
    const answers = await Promise.all([1, 2].map(() => admin.post(`/contacts/sheets/${sheet.id}/import`, { columns })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  })
})

describe('many and large sheets', () => {
  test('with long texts are checked and imported in pages, with all of their rows', async () => {
    const fresh = await world.company()
    const boss = await fresh.admin()
    const long = 'x'.repeat(5000)
    const rows = Array.from({ length: 400 }, (_row, nth) =>
      ['Rita', 5_511_900_000_000 + nth, ...Array(8).fill(long)].join(';'),
    )
    const { body: sheet } = await upload(boss, ['Nome;Número', ...rows].join('\n'))
    const columns = sheet.columns.map(({ field }: { field: string }) => field)

    expect((await boss.post(`/contacts/sheets/${sheet.id}/check`, { columns })).body).toMatchObject({ created: 400 })
    const actor = { kind: 'system', companyId: fresh.id } as const
    const page = await world.app.deps.units.read(actor, (ctx) => waitingRows(ctx, sheet.id, { after: 0, most: 500 }))
    expect(page.length).toBeGreaterThan(100)
    expect(page.length).toBeLessThan(110)

    await boss.post(`/contacts/sheets/${sheet.id}/import`, { columns })
    expect(await finished(boss, sheet.id)).toMatchObject({ created: 400 })
  })

  test('that nobody imports make room for new ones; while too many are imported a new one is refused', async () => {
    const fresh = await world.company()
    const boss = await fresh.admin()
    const sheets = () => fresh.sql('select id::int from contact_sheets where company_id = $1 order by id', [fresh.id])
    await fresh.sql(
      `insert into contact_sheets (company_id, user_id, name, titles, state)
       select $1, $2, 'antiga', '{}', case when n = 1 then 'running' else 'ready' end from generate_series(1, 20) as n`,
      [fresh.id, boss.id],
    )
    const before = await sheets()

    expect((await upload(boss, `Nome;Número\nRita;${someNumber()}\n`)).status).toBe(200)
    expect((await sheets()).map(({ id }) => id).slice(0, -1)).toEqual(
      [before[0], ...before.slice(2)].map(({ id }) => id),
    )

    await fresh.sql("update contact_sheets set state = 'running' where company_id = $1", [fresh.id])
    expect(await upload(boss, `Nome;Número\nRita;${someNumber()}\n`)).toMatchObject({
      status: 429,
      body: { error: 'ERR_TOO_MANY_REQUESTS' },
    })
    expect(await sheets()).toHaveLength(20)
  })

  test('count as uploads of the day, and are refused beyond its limit', async () => {
    const fresh = await world.company()
    const boss = await fresh.admin()
    const text = `Nome;Número\nRita;${someNumber()}\n`
    await upload(boss, text)
    const used = await fresh.sql('select bytes::int from company_uploads where company_id = $1', [fresh.id])
    expect(used).toEqual([{ bytes: Buffer.byteLength(text) }])

    await fresh.sql('update uploads set bytes = $2 where company_id = $1', [fresh.id, limits.uploadsPerDay])
    expect(await upload(boss, text)).toMatchObject({ status: 429, body: { error: 'ERR_UPLOAD_LIMIT' } })
  })
})

describe('the calls of existing clients', () => {
  test('POST /contacts/upload imports a small sheet at once and answers the new contacts', async () => {
    const [one, two] = [someNumber(), someNumber()]
    await admin.post('/contacts', { name: 'Conhecida', number: two })

    const { status, body } = await admin.upload(
      '/contacts/upload',
      {},
      csv(`nome,numero,email\nRita,${one},rita@cliente.example\nConhecida,${two},\n`),
    )

    expect(status).toBe(200)
    expect(body).toMatchObject([{ name: 'Rita', number: one, email: 'rita@cliente.example' }])
    expect((await admin.upload('/contacts/upload', {}, csv('sem\nnada\n'))).status).toBe(400)
  })

  test('POST /contactsImport answers the known contact of the number, or a new one', async () => {
    const number = someNumber()

    const made = await admin.post('/contactsImport', { name: 'Rita', number, email: '' })
    const again = await admin.post('/contactsImport', { name: 'Outra', number: `+${number}`, email: '' })

    expect(made).toMatchObject({ status: 200, body: { name: 'Rita', number } })
    expect(again.body).toMatchObject({ id: made.body.id, name: 'Rita' })
  })
})
