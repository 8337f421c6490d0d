import { expect, test } from 'vitest'
import { readDetail } from './read-detail.ts'

const read = (detail: Record<string, unknown>, objectName: string | null = null) => readDetail({ detail, objectName })

test('a change tells the fields that differ, before and after', () => {
  const detail = {
    before: { profile: 'user', queues: ['Vendas'], super: false },
    after: { profile: 'admin', queues: ['Vendas'], super: false },
    password: true,
  }
  expect(read(detail)).toEqual([
    { field: 'profile', before: 'user', after: 'admin' },
    { field: 'password', value: true },
  ])
})

test('a change that tells only what was sent does not say that the rest is gone', () => {
  expect(read({ before: { title: 'A', text: 'B' }, after: { text: 'C' } })).toEqual([
    { field: 'text', before: 'B', after: 'C' },
  ])
})

test('what was created or deleted is told without the other half', () => {
  expect(read({ after: { day: '2031-03-10', isOpen: false } })).toEqual([
    { field: 'day', value: '2031-03-10' },
    { field: 'isOpen', value: false },
  ])
  expect(read({ before: { day: '2031-03-10' } })).toEqual([{ field: 'day', value: '2031-03-10' }])
})

test('one value has no field, also if there was none before', () => {
  expect(read({ before: 'disabled', after: 'enabled' })).toEqual([{ field: '', before: 'disabled', after: 'enabled' }])
  expect(read({ before: null, after: 'a.png' })).toEqual([{ field: '', before: null, after: 'a.png' }])
  expect(read({ before: [], after: [{ weekdayEn: 'monday' }] })).toEqual([
    { field: '', before: [], after: [{ weekdayEn: 'monday' }] },
  ])
})

test('the name of the object is not repeated, and another one is told', () => {
  expect(read({ name: 'Vendas', uuid: 'x' }, 'Vendas')).toEqual([])
  expect(read({ name: 'Vendas' }, 'Compras')).toEqual([{ field: 'name', value: 'Vendas' }])
})
