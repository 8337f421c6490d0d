import type { CampaignView } from '@guiche/contract'
import { describe, expect, test } from 'vitest'
import { formatOf } from '../../lib/format.ts'
import { bodyOf, errorsOf, fitted, mayHaveCampaigns, valuesOf, variantInError } from './campaign-values.ts'
import { editableOf } from './editable.ts'

const format = formatOf('pt', 'America/Sao_Paulo')
const texts = {
  people: 'pessoas',
  message: 'mensagem',
  template: 'modelo',
  mixed: 'misturadas',
  confirmation: 'confirmação',
  hour: 'horário',
  inPast: 'passou',
}
const now = Date.parse('2031-03-10T12:30:20Z')

const stored: CampaignView = {
  id: 7,
  companyId: 1,
  name: 'Inverno',
  status: 'PROGRAMADA',
  confirmation: true,
  message1: 'Oi {nome}',
  message2: null,
  message3: null,
  message4: null,
  message5: 'Olá',
  confirmationMessage1: 'Pode ser?',
  confirmationMessage2: null,
  confirmationMessage3: null,
  confirmationMessage4: null,
  confirmationMessage5: null,
  template1: null,
  template2: null,
  template3: null,
  template4: null,
  template5: null,
  confirmationTemplate1: null,
  confirmationTemplate2: null,
  confirmationTemplate3: null,
  confirmationTemplate4: null,
  confirmationTemplate5: null,
  mediaPath: null,
  mediaName: null,
  fileListId: null,
  scheduledAt: '2031-03-11T00:05:00.000Z',
  completedAt: null,
  contactListId: null,
  contactList: null,
  tagListId: 9,
  audience: null,
  audienceName: 'Fiéis',
  whatsappId: '3,4',
  whatsapp: { id: 3, name: 'Loja, Filial' },
  whatsapps: [
    { id: 3, name: 'Loja' },
    { id: 4, name: 'Filial' },
  ],
  queueId: null,
  answerTagId: 5,
  failure: null,
  holds: [],
  createdAt: '2031-03-01T12:00:00.000Z',
  updatedAt: '2031-03-01T12:00:00.000Z',
}

describe('the form of a campaign', () => {
  test('begins without confirmation, people and date', () => {
    expect(bodyOf(valuesOf(undefined, format))).toMatchObject({
      name: '',
      confirmation: false,
      contactListId: null,
      tagListId: null,
      whatsappId: '',
      scheduledAt: null,
      message1: null,
      confirmationMessage5: null,
    })
  })

  test('shows the time in the time zone of the company, and sends it with seconds', () => {
    const values = valuesOf(stored, format)
    expect(values).toMatchObject({
      day: '2031-03-10',
      hour: '21:05',
      audienceKind: 'tags',
      tagIds: ['9'],
      connectionIds: ['3', '4'],
    })
    expect(bodyOf(values)).toMatchObject({
      confirmation: true,
      tagListId: 9,
      answerTagId: 5,
      whatsappId: '3,4',
      scheduledAt: '2031-03-10 21:05:00',
      message1: 'Oi {nome}',
      message2: null,
    })
  })

  const check = (change: object, circumstances: object = {}) =>
    errorsOf(
      { ...valuesOf(stored, format), ...change },
      { editable: 'all', hasFile: false, takesTemplates: false, format, now, texts, ...circumstances },
    )

  test('requires a name of two letters and a connection', () => {
    expect(check({ name: 'A', connectionIds: [] })).toEqual({
      name: expect.any(String),
      connectionIds: expect.any(String),
    })
  })

  test('requires with a date what a start needs', () => {
    const empty = { tagIds: [], message1: ' ', message5: '', confirmationMessage1: '' }
    expect(check({ ...empty, hour: '' })).toEqual({
      tagIds: 'pessoas',
      message1: 'mensagem',
      confirmationMessage1: 'confirmação',
      hour: 'horário',
    })
    expect(check({ ...empty, day: null })).toEqual({})
    expect(check({ message1: '', message5: '' }, { hasFile: true })).toEqual({})
  })

  test('requires templates on connections that take no texts, and connections of one kind', () => {
    const template = { templateId: 4, values: {} }
    expect(check({}, { takesTemplates: true })).toEqual({ template1: 'modelo', confirmationTemplate1: 'modelo' })
    expect(check({ template2: template, confirmationTemplate3: template }, { takesTemplates: true })).toEqual({})
    expect(check({}, { takesTemplates: undefined })).toEqual({ connectionIds: 'misturadas' })
    expect(variantInError({ confirmationTemplate3: 'modelo' })).toBe(3)
  })

  test('sends what the connections take, and keeps the other until it is saved', () => {
    const template = { templateId: 4, values: { 'body:1': '{nome}' } }
    const body = bodyOf({ ...valuesOf(stored, format), template1: template, fileListId: '8' })
    expect(fitted(body, true)).toMatchObject({ message1: null, message5: null, fileListId: null, template1: template })
    expect(fitted(body, false)).toMatchObject({ message1: 'Oi {nome}', fileListId: 8, template1: null })
  })

  test('refuses a minute that is over, and takes the one that has begun', () => {
    expect(check({ hour: '09:29' })).toEqual({ hour: 'passou' })
    expect(check({ hour: '09:30' })).toEqual({})
  })

  test('asks for nothing but texts once the campaign is stopped', () => {
    const old = { day: '2030-01-01', name: 'A', tagIds: [] }
    expect(check(old, { editable: 'texts' })).toEqual({})
    expect(check({ ...old, message1: '', message5: '' }, { editable: 'texts' })).toEqual({ message1: 'mensagem' })
  })

  test('names the tab of the first text in error', () => {
    expect(variantInError({ name: 'x', confirmationMessage2: 'y', message4: 'z' })).toBe(2)
    expect(variantInError({ name: 'x' })).toBeUndefined()
  })
})

test.each([
  ['INATIVA', null, 'all'],
  ['PROGRAMADA', '2031-03-10T13:30:21Z', 'all'],
  ['PROGRAMADA', '2031-03-10T13:30:20Z', 'nothing'],
  ['EM_ANDAMENTO', '2031-03-10T10:00:00Z', 'nothing'],
  ['CANCELADA', '2031-03-10T10:00:00Z', 'texts'],
  ['FINALIZADA', '2031-03-10T10:00:00Z', 'nothing'],
] as const)('of a campaign in %s for %s can be changed: %s', (status, scheduledAt, editable) => {
  expect(editableOf({ status, scheduledAt }, now)).toBe(editable)
})

test('campaigns go over WhatsApp only: pages answer, and a chat on a site cannot write first', () => {
  const channels = ['whatsapp', 'facebook', 'instagram', 'webchat'] as const
  expect(channels.filter((channel) => mayHaveCampaigns({ channel }))).toEqual(['whatsapp'])
})
