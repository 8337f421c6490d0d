import { expect, test } from 'vitest'
import { changesOf } from './changes.ts'

test('returns changed fields, including lists, and nothing else', () => {
  const before = { name: 'Vendas', color: '#123456', days: [{ from: '08:00' }], count: undefined as number | undefined }

  expect(changesOf(before, { ...before, days: [{ from: '08:00' }] })).toEqual({})
  expect(changesOf(before, { ...before, name: '', days: [{ from: '09:00' }], count: 0 })).toEqual({
    name: '',
    days: [{ from: '09:00' }],
    count: 0,
  })
})
