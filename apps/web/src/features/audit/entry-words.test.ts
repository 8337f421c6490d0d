import { type AuditEntryView, auditFields } from '@guiche/contract'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { formatOf } from '../../lib/format.ts'
import { texts as ofScreens } from '../../locales/pt-screens.ts'
import { texts } from '../../locales/pt.ts'
import { wordsOf } from './use-entry-words.ts'

const format = formatOf('pt', 'America/Sao_Paulo')

beforeAll(async () => {
  await i18next.init({
    lng: 'pt',
    resources: { pt: { translation: { ...texts, ...ofScreens } } },
    interpolation: { escapeValue: false },
  })
})

const entry = (fields: Partial<AuditEntryView>): AuditEntryView => ({
  id: 1,
  at: '2031-03-10T12:00:00Z',
  actor: { kind: 'user', id: 7, name: 'Ana Prado' },
  address: '10.0.0.1',
  action: 'user.changed',
  object: 'user',
  objectId: '8',
  objectName: 'Rui Lemos',
  detail: {},
  ...fields,
})
const say = (fields: Partial<AuditEntryView>) => wordsOf(entry(fields), { t: i18next.t, format })
const linesOf = (fields: Partial<AuditEntryView>) =>
  say(fields).lines.map(({ label, before, after, value }) =>
    after === undefined ? `${label}: ${value}` : `${label}: ${before} → ${after}`,
  )

test('an entry says who did what to whom', () => {
  expect(say({})).toEqual({
    what: 'Alterou um usuário',
    object: 'Rui Lemos',
    who: 'Ana Prado',
    kind: undefined,
    lines: [],
  })
  expect(say({ actor: { kind: 'operator', id: 1, name: 'Lia' } })).toMatchObject({
    who: 'Lia',
    kind: 'Operador da plataforma',
  })
  expect(say({ actor: { kind: 'operator', id: 1, name: null } })).toMatchObject({
    who: 'Operador da plataforma',
    kind: undefined,
  })
  expect(say({ actor: { kind: 'bot', id: null, name: null } }).who).toBe('Bot')
  expect(say({ action: 'login.failed', actor: { kind: 'system', id: null, name: null } }).who).toBe('Desconhecido')
})

test('an object without a name is told by what it is', () => {
  expect(say({ objectName: null }).object).toBe('nº 8')
  expect(say({ objectName: null, objectId: '' }).object).toBeUndefined()
  expect(say({ action: 'login', objectId: '7', objectName: 'Ana Prado' }).object).toBeUndefined()
  expect(say({ objectName: null, object: 'call', objectId: 'updateCompanySetting' }).object).toBe(
    'PUT /companySettings',
  )
  expect(say({ objectName: null, object: 'setting', objectId: 'requiredTag' }).object).toBe(
    'Tag obrigatória para encerrar o ticket',
  )
  expect(say({ objectName: null, object: 'setting', objectId: 'showFirstSteps' }).object).toBe(
    'Mostrar primeiros passos',
  )
})

test('changes have the labels of the screens, and their values in words', () => {
  expect(
    linesOf({
      detail: {
        before: { profile: 'user', queues: [], allowConnections: false },
        after: { profile: 'supervisor', queues: ['Vendas', 'Caixa'], allowConnections: true },
        password: false,
      },
    }),
  ).toEqual(['Perfil: Usuário → Supervisor', 'Filas: vazio → Vendas, Caixa', 'Gerenciar conexões: Não → Sim'])
  expect(
    linesOf({
      action: 'company.changed',
      detail: {
        before: { dueDate: '2031-03-10', recurrence: '', active: true },
        after: { dueDate: null, recurrence: 'ANUAL', active: false },
      },
    }),
  ).toEqual(['Vencimento: 10/03/2031 → vazio', 'Recorrência: Mensal → Anual', 'Ativa: Sim → Não'])
})

test('settings are told as on their page', () => {
  const setting = (objectId: string, before: string, after: string) =>
    linesOf({ action: 'setting.changed', object: 'setting', objectId, objectName: null, detail: { before, after } })
  expect(setting('requiredTag', 'disabled', 'enabled')).toEqual([
    'Tag obrigatória para encerrar o ticket: Desligado → Ligado',
  ])
  expect(setting('scheduleType', 'disabled', 'queue')).toEqual(['Horário de atendimento: Desabilitado → Fila'])
  expect(setting('lgpdMessage', '', 'Olá')).toEqual(['Texto do consentimento: vazio → Olá'])
})

test('times are those of the company, money and minutes have their unit', () => {
  expect(linesOf({ action: 'schedule.deleted', detail: { sendAt: '2031-03-10T12:00:00Z', userId: 7 } })).toEqual([
    'Envio: 10/03/2031 09:00',
    'Usuário: nº 7',
  ])
  expect(linesOf({ action: 'payment.refunded', detail: { amount: '49.90', reason: 'em dobro' } })[0]).toMatch(
    /^Valor: R\$\s49,90$/,
  )
  expect(linesOf({ detail: { before: { expiresTicket: 0 }, after: { expiresTicket: 1 } } })).toEqual([
    'Encerrar sem atividade depois de: 0 minutos → 1 minuto',
  ])
})

test('service hours are told day by day', () => {
  const monday = {
    weekday: 'Segunda-feira',
    weekdayEn: 'monday',
    startTimeA: '08:00',
    endTimeA: '12:00',
    startTimeB: '13:00',
    endTimeB: '18:00',
  }
  const sunday = { weekday: 'Domingo', weekdayEn: 'sunday', startTimeA: '', endTimeA: '', startTimeB: '', endTimeB: '' }
  expect(linesOf({ action: 'company.hoursChanged', detail: { before: [], after: [monday, sunday] } })).toEqual([
    'Horários: vazio → Segunda-feira: 08:00–12:00, 13:00–18:00\nDomingo: fechado',
  ])
})

test('what the operator did in the company is told in words', () => {
  expect(linesOf({ action: 'operator.reached', detail: { action: 'listAudit' } })).toEqual([
    'O que fez: viu a auditoria',
  ])
})

test('what another version of the server has written is shown as it is', () => {
  const words = say({
    action: 'queue.painted',
    objectName: null,
    object: 'paint',
    detail: { shade: 'blue', deep: { a: 1 } },
  })
  expect(words).toMatchObject({ what: 'queue.painted', object: 'nº 8' })
  expect(words.lines).toEqual([
    { field: 'shade', label: 'shade', value: 'blue' },
    { field: 'deep', label: 'deep', value: 'alterado' },
  ])
})

test('no field shows a key or a structure, whatever its value is', () => {
  for (const field of auditFields)
    for (const value of [true, 0, 1, 'x', '', null, [], ['a'], [1], { a: 1 }, '2031-03-10', 'Sim <b>'])
      for (const line of say({ detail: { before: { [field]: 'antes' }, after: { [field]: value } } }).lines) {
        expect(`${field}: ${line.label}`).not.toMatch(/audit\.|undefined|\{/)
        expect(`${field}: ${line.after}`).not.toMatch(/audit\.|undefined|\[object|\{/)
      }
})
