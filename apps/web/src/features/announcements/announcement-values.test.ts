import type { AnnouncementView } from '@guiche/contract'
import { describe, expect, test } from 'vitest'
import { formatOf } from '../../lib/format.ts'
import { bodyOf, errorsOf, valuesOf } from './announcement-values.ts'

const format = formatOf('pt', 'America/Sao_Paulo')
const texts = { beforeStart: 'antes do início' }

const stored: AnnouncementView = {
  id: 7,
  companyId: 1,
  title: 'Manutenção',
  text: 'Hoje à noite.',
  priority: 1,
  status: false,
  mediaPath: null,
  mediaName: null,
  validFrom: '2031-03-10T23:30:00.000Z',
  validUntil: '2031-03-11T02:59:00.000Z',
  planIds: [4, 9],
  createdAt: '2031-03-01T12:00:00.000Z',
  updatedAt: '2031-03-01T12:00:00.000Z',
}

describe('the form of an announcement', () => {
  test('begins with low priority, active, for all plans, at once and without end', () => {
    expect(bodyOf(valuesOf(undefined, format))).toEqual({
      title: '',
      text: '',
      priority: 3,
      status: true,
      validFrom: null,
      validUntil: null,
      planIds: null,
    })
  })

  test('shows times in the time zone of the company, and sends them as such', () => {
    const values = valuesOf(stored, format)

    expect(values).toMatchObject({
      fromDay: '2031-03-10',
      fromHour: '20:30',
      untilDay: '2031-03-10',
      untilHour: '23:59',
      status: 'inactive',
      priority: '1',
      planIds: ['4', '9'],
    })
    expect(bodyOf(values)).toEqual({
      title: 'Manutenção',
      text: 'Hoje à noite.',
      priority: 1,
      status: false,
      validFrom: '2031-03-10T20:30',
      validUntil: '2031-03-10T23:59',
      planIds: [4, 9],
    })
  })

  test('takes a whole day if no hour is given', () => {
    const values = { ...valuesOf(undefined, format), fromDay: '2031-03-10', untilDay: '2031-03-10' }

    expect(bodyOf(values)).toMatchObject({ validFrom: '2031-03-10T00:00', validUntil: '2031-03-10T23:59' })
    expect(errorsOf({ ...values, title: 'A', text: 'B' }, texts)).toEqual({})
  })

  test('requires title and text, and an end after the begin', () => {
    const values = { ...valuesOf(stored, format), title: ' ', text: '', untilHour: '20:30' }

    expect(errorsOf(values, texts)).toEqual({
      title: expect.any(String),
      text: expect.any(String),
      untilDay: 'antes do início',
    })
  })
})
