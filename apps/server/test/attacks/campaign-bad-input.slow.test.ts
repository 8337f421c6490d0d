import { type ErrorCode, limits } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { zipped } from '#platform/sheets/zip-writer'
import {
  campaignIn,
  contactList,
  arrivedTexts,
  people,
  shopIn,
  startCampaign,
  withoutPauses,
} from '#test/campaigns/campaigns'
import { samples } from '#test/files'
import { someNumber } from '#test/inbound'
import { type World, createWorld, eventually } from '#test/world'
import { compoundFile } from './compound-file.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe('a sheet', () => {
  async function workbookWithMacros(): Promise<Buffer> {
    const chunks: Buffer[] = []
    for await (const chunk of zipped([
      { name: 'xl/workbook.xml', content: ['<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>'] },
      { name: 'xl/worksheets/sheet1.xml', content: ['<worksheet><sheetData/></worksheet>'] },
      { name: 'xl/vbaProject.bin', content: ['macro'] },
    ]))
      chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  const cases: [what: string, name: string, data: () => Promise<Buffer>, status: number, error: ErrorCode][] = [
    ['empty', 'clientes.csv', async () => Buffer.alloc(0), 400, 'ERR_SHEET_EMPTY'],
    ['a renamed program', 'clientes.csv', async () => samples.exe, 415, 'ERR_FILE_TYPE'],
    ['a renamed picture', 'clientes.xlsx', () => samples.png(), 415, 'ERR_FILE_TYPE'],
    ['a renamed PDF', 'clientes.xls', async () => samples.pdf, 415, 'ERR_FILE_TYPE'],
    [
      'encrypted',
      'clientes.xlsx',
      async () => compoundFile('EncryptedPackage', Buffer.alloc(64)),
      400,
      'ERR_SHEET_ENCRYPTED',
    ],
    ['with macros', 'clientes.xlsm', workbookWithMacros, 400, 'ERR_SHEET_MACROS'],
    [
      'an old one with macros',
      'clientes.xls',
      async () => compoundFile('_VBA_PROJECT_CUR', Buffer.alloc(64)),
      400,
      'ERR_SHEET_MACROS',
    ],
  ]

  test.each(cases)('that is %s is refused by its content, and nothing is kept of it', async (...given) => {
    const [, name, data, status, error] = given
    const { company, admin } = await shopIn(world)
    const { body: list } = await admin.post('/contact-lists', { name: 'Clientes' })
    const file = [{ field: 'file', name, type: '', data: await data() }]
    expect(await admin.upload(`/contact-lists/${list.id}/sheets`, {}, file)).toMatchObject({ status, body: { error } })
    expect(await admin.upload(`/contact-lists/${list.id}/upload`, {}, file)).toMatchObject({ status, body: { error } })
    for (const table of ['contact_list_imports', 'contact_list_items', 'files'])
      expect(await company.sql(`select from ${table} where company_id = $1`, [company.id])).toEqual([])
  })

  test('with a cell of a megabyte is read, and only that row is refused, with the field', async () => {
    const { admin } = await shopIn(world)
    const { body: list } = await admin.post('/contact-lists', { name: 'Clientes' })
    const long = 'x'.repeat(1_048_576)
    const rows = [
      'Nome;Número;Cidade',
      `Rita;${someNumber()};${long}`,
      `${long};${someNumber()};`,
      `Bia;${someNumber()};`,
    ]
    const file = [{ field: 'file', name: 'clientes.csv', type: '', data: rows.join('\n') }]
    const { status, body: sheet } = await admin.upload(`/contact-lists/${list.id}/sheets`, {}, file)
    expect(status).toBe(200)
    expect(JSON.stringify(sheet).length).toBeLessThan(10_000)
    await admin.post(`/contact-list-imports/${sheet.id}/import`, { columns: ['name', 'number', 'variable'] })
    const done = await eventually(async () => {
      const { body } = await admin.get(`/contact-list-imports/${sheet.id}`)
      expect(body.state).toBe('done')
      return body
    })
    expect(done).toMatchObject({
      added: 1,
      refused: 2,
      problems: [
        { line: 2, field: 'variable', rule: 'tooLong' },
        { line: 3, field: 'name', rule: 'tooLong' },
      ],
    })
    expect(JSON.stringify(done).length).toBeLessThan(10_000)
  })
})

describe('a campaign in mid-run', () => {
  /** It has sent its first message, and the next one is due in a while. */
  async function running(count: number) {
    const place = await shopIn(world)
    const { company, admin, connection } = place
    await admin.post('/campaign-settings', { settings: { ...withoutPauses, messageInterval: 20 } })
    const second = await company.connection()
    const contactListId = await contactList(company, people(count))
    const id = await startCampaign(admin, { connections: [connection, second], contactListId })
    await eventually(() => expect(arrivedTexts(world, connection, second)).toHaveLength(2))
    const goOn = () => company.sql('update campaign_paces set next_at = now() where company_id = $1', [company.id])
    return { ...place, second, contactListId, id, goOn }
  }

  test('goes on with its people when their list is deleted, and says whose list it was', async () => {
    const { admin, company, connection, second, contactListId, id, goOn } = await running(6)
    expect((await admin.delete(`/contact-lists/${contactListId}`)).status).toBe(200)
    await eventually(async () => {
      await goOn()
      expect((await admin.get(`/campaigns/${id}`)).body.status).toBe('FINALIZADA')
    })
    const { contactList: shown, counts } = await campaignIn(admin, id, 'FINALIZADA')
    expect(shown).toMatchObject({ name: 'Clientes' })
    expect(counts.states).toMatchObject({ sent: 6 })
    const numbers = arrivedTexts(world, connection, second).map(([number]) => number)
    expect(new Set(numbers).size).toBe(6)
    expect(numbers).toHaveLength(6)
    expect(
      await company.sql('select from contact_lists where company_id = $1 and removed_at is null', [company.id]),
    ).toEqual([])
  })

  test('goes on with its other number when one is deleted, and stops with a sentence without any', async () => {
    const { admin, connection, second, id, goOn } = await running(5)
    expect((await admin.delete(`/whatsapp/${connection.id}`)).status).toBe(200)
    await eventually(async () => {
      await goOn()
      expect(arrivedTexts(world, second).length).toBeGreaterThan(1)
    })
    expect(arrivedTexts(world, connection)).toHaveLength(1)
    expect((await admin.get(`/campaigns/${id}`)).body.status).toBe('EM_ANDAMENTO')
    expect((await admin.delete(`/whatsapp/${second.id}`)).status).toBe(200)
    const { failure } = await campaignIn(admin, id, 'CANCELADA')
    expect(failure).toBe('ERR_CAMPAIGN_WITHOUT_CONNECTION')
    // What was in flight or in the outbox is settled, so nobody waits for its outcome.
    await eventually(async () => expect((await admin.get(`/campaigns/${id}`)).body.counts.states.reserved).toBe(0))
    expect(await admin.post(`/campaigns/${id}/restart`)).toMatchObject({ status: 204 })
    expect((await campaignIn(admin, id, 'CANCELADA')).failure).toBe('ERR_CAMPAIGN_WITHOUT_CONNECTION')
  })
})

describe('a campaign', () => {
  test('whose texts are all empty is not scheduled, changed or restarted, and stays as it was', async () => {
    const { company, admin, connection } = await shopIn(world)
    const draft = {
      name: 'Inverno',
      whatsappId: String(connection.id),
      contactListId: await contactList(company, people(1)),
    }
    const empty = { message1: '', message2: '   ', message3: '\n', message4: null, message5: '\u00A0' }
    const scheduledAt = '2031-03-10 09:00:00'
    const refused = {
      status: 400,
      body: { error: 'ERR_VALIDATION', details: { issues: [{ path: 'body.message1', message: 'required' }] } },
    }
    expect(await admin.post('/campaigns', { ...draft, ...empty, scheduledAt })).toMatchObject(refused)
    expect((await admin.get('/campaigns')).body.count).toBe(0)

    const { body: made } = await admin.post('/campaigns', { ...draft, message1: 'Oi', scheduledAt })
    expect(await admin.put(`/campaigns/${made.id}`, empty)).toMatchObject(refused)
    await admin.post(`/campaigns/${made.id}/cancel`)
    expect(await admin.put(`/campaigns/${made.id}`, empty)).toMatchObject(refused)
    expect((await admin.get(`/campaigns/${made.id}`)).body).toMatchObject({ status: 'CANCELADA', message1: 'Oi' })
  })

  test('is not moved to a date that has passed, or that is none, and stays as it was', async () => {
    const { company, admin, connection } = await shopIn(world)
    const { body: made } = await admin.post('/campaigns', {
      name: 'Inverno',
      whatsappId: String(connection.id),
      contactListId: await contactList(company, people(1)),
      message1: 'Oi',
      scheduledAt: '2031-03-10 09:00:00',
    })
    const move = (scheduledAt: string) => admin.put(`/campaigns/${made.id}`, { scheduledAt })
    expect(await move('2020-01-01 10:00:00')).toMatchObject({ status: 400, body: { error: 'ERR_SCHEDULE_IN_PAST' } })
    for (const none of ['amanhã', '2031-02-30 09:00:00', '2031-03-10 25:00:00', '99999999-01-01'])
      expect({ none, ...(await move(none)) }).toMatchObject({ status: 400 })
    expect((await admin.get(`/campaigns/${made.id}`)).body).toEqual(made)
  })

  test('has no pause below that of the installation, whatever was sent as interval (S66)', async () => {
    const { admin } = await shopIn(world)
    for (const [sent, kept] of [
      [-1, 0],
      ['-1', 0],
      ['NaN', 20],
      [null, 20],
      [[], 20],
      [{}, 20],
      [1e308, 20],
    ] as const) {
      const settings = { ...withoutPauses, messageInterval: sent }
      const { body } = await admin.post('/campaign-settings', { settings })
      const row = body.find(({ key }: { key: string }) => key === 'messageInterval')
      expect({ sent, kept: JSON.parse(row.value) }).toEqual({ sent, kept })
    }
  })
})

test('a text that is too long is refused with its field', async () => {
  const { company, admin, connection } = await shopIn(world)
  expect(
    await admin.post('/campaigns', {
      name: 'Inverno',
      whatsappId: String(connection.id),
      contactListId: await contactList(company, people(1)),
      message1: 'x'.repeat(limits.campaignText + 1),
    }),
  ).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
})
