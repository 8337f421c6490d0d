import {
  NoticeText,
  fillNotice,
  noticeAmount,
  noticeDate,
  noticeKinds,
  noticeLanguages,
  noticeVariables,
} from '@guiche/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { texts } from '#texts'
import { type Person, type World, createWorld } from '#test/world'
import { writeNotice } from './notice-texts.ts'

let world: World
let operator: Person
beforeAll(async () => {
  world = await createWorld()
  operator = await world.operator()
})
afterAll(() => world.close())
beforeEach(() => world.sql('delete from notice_texts'))

const save = (kind: string, language: string, body: object) =>
  operator.put(`/billing/notices/${kind}/${language}`, body)
const listed = async (kind: string, language: string) =>
  (await operator.get('/billing/notices')).body.find(
    (one: { kind: string; language: string }) => one.kind === kind && one.language === language,
  )

describe('the texts by default', () => {
  test.each(noticeLanguages.flatMap((language) => noticeKinds.map((kind) => [kind, language] as const)))(
    '%s in %s are ones that the operator could save, and name the same as those in Portuguese',
    (kind, language) => {
      const usual = texts[language].subscription[kind]
      const named = (text: string) => new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))

      expect(NoticeText.parse(usual)).toEqual(usual)
      expect(named(usual.text)).toEqual(named(texts.pt.subscription[kind].text))
    },
  )

  test('are listed for each kind and language', async () => {
    const { body } = await operator.get('/billing/notices')

    expect(body).toHaveLength(noticeKinds.length * noticeLanguages.length)
    expect(await listed('oneDay', 'pt')).toEqual({
      kind: 'oneDay',
      language: 'pt',
      isChanged: false,
      ...texts.pt.subscription.oneDay,
      usual: texts.pt.subscription.oneDay,
    })
  })
})

describe('a text that the operator changes', () => {
  const mine = { subject: 'Olá {company}', text: 'Vence em {dueDate}.\nPague: {link}' }

  test('is kept for its kind and language only, is in the audit log, and can be given back', async () => {
    expect(await save('oneDay', 'pt', mine)).toMatchObject({ status: 200, body: { ...mine, isChanged: true } })
    expect(await listed('oneDay', 'pt')).toMatchObject({ ...mine, usual: texts.pt.subscription.oneDay })
    expect(await listed('oneDay', 'en')).toMatchObject({ isChanged: false })
    expect(await listed('due', 'pt')).toMatchObject({ isChanged: false })
    expect(
      await world.sql(
        `select object_id, detail from audit_log where action = 'notice_text.changed' order by id desc limit 1`,
      ),
    ).toMatchObject([{ object_id: 'oneDay pt', detail: { after: mine } }])

    expect(await operator.delete('/billing/notices/oneDay/pt')).toMatchObject({
      status: 200,
      body: { ...texts.pt.subscription.oneDay, isChanged: false },
    })
    expect(await listed('oneDay', 'pt')).toMatchObject({ isChanged: false })
  })

  test('is what companies are written', async () => {
    await save('oneDay', 'pt', { subject: 'A {company} vence', text: '{days} dia, {amount}, {dueDate}, {link}' })
    const values = {
      company: 'Casa {link}\r\nBcc: x',
      dueDate: 'hoje',
      days: '1',
      amount: 'R$ 1,00',
      link: 'https://g',
    }

    expect(await writeNotice(world.app.deps.units.operator, { kind: 'oneDay', language: 'pt' }, values)).toEqual({
      subject: 'A Casa {link} Bcc: x vence',
      text: '1 dia, R$ 1,00, hoje, https://g',
    })
  })

  test.each([
    ['a line break in the subject', { subject: 'Olá\r\nBcc: x@y.test' }, 'oneLine'],
    ['a line break at the end of the subject', { subject: 'Olá\n' }, 'oneLine'],
    ['another control character in the subject', { subject: 'Olá\u0007' }, 'oneLine'],
    ['a separator of lines in the subject', { subject: 'Olá\u2028x' }, 'oneLine'],
    ['a variable in the subject that does not exist', { subject: 'Olá {nome}' }, 'unknownVariable'],
    ['a variable that does not exist', { text: 'Olá {password}' }, 'unknownVariable'],
    ['a variable without a name', { text: 'Olá {}' }, 'unknownVariable'],
    ['a variable in another case', { text: 'Olá {Company}' }, 'unknownVariable'],
    ['a subject that is too long', { subject: 'x'.repeat(151) }, 'tooLong'],
    ['a text that is too long', { text: 'x'.repeat(2001) }, 'tooLong'],
    ['an empty subject', { subject: '  ' }, 'required'],
    ['an empty text', { text: ' \n ' }, 'required'],
    ['a control character in the text', { text: 'Olá\u0007' }, 'invalidCharacter'],
  ])('is refused with %s', async (_what, change, message) => {
    const { status, body } = await save('due', 'en', { ...mine, ...change })

    expect({ status, messages: body.details?.issues.map((issue: { message: string }) => issue.message) }).toEqual({
      status: 400,
      messages: [message],
    })
    expect(await listed('due', 'en')).toMatchObject({ isChanged: false })
  })

  test.each(['tenDays/pt', 'due/de', 'due/pt-BR'])('has no place at %s', async (place) => {
    expect((await operator.put(`/billing/notices/${place}`, mine)).status).toBe(404)
    expect((await operator.delete(`/billing/notices/${place}`)).status).toBe(404)
  })

  test('is neither read nor changed by anybody but the operator', async () => {
    const company = await world.company()
    for (const person of [await company.admin(), await company.supervisor(), await company.attendant()]) {
      expect((await person.get('/billing/notices')).status).toBe(403)
      expect((await person.put('/billing/notices/due/pt', mine)).status).toBe(403)
      expect((await person.delete('/billing/notices/due/pt')).status).toBe(403)
    }
    expect((await world.anonymous.get('/billing/notices')).status).toBe(401)
    expect(await listed('due', 'pt')).toMatchObject({ isChanged: false })
  })
})

test('what is filled in is filled in once, and other braces stay', () => {
  const values = { company: '{days}', dueDate: '', days: '3', amount: '', link: '' }
  expect(fillNotice('{company} {days} {other} {', values)).toBe('{days} 3 {other} {')
  expect(noticeVariables).toHaveLength(5)
})

test.each([
  ['pt', '25 de novembro de 2026', 'R$ 1.234,50'],
  ['en', 'November 25, 2026', 'R$1,234.50'],
  ['es', '25 de noviembre de 2026', '1234,50 BRL'],
  ['tr', '25 Kasım 2026', 'R$1.234,50'],
] as const)('dates and amounts are written as in %s', (language, date, amount) => {
  expect(noticeDate(language, '2026-11-25')).toBe(date)
  expect(noticeAmount(language, 123_450)).toBe(amount)
})
