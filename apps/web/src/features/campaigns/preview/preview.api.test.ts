import { expect, test } from 'vitest'
import { readable } from './preview.api.ts'

test('an unfinished form is asked about without what the server would refuse', () => {
  expect(readable({ name: '', whatsappId: '', scheduledAt: '2031-03-10 :00', message1: 'Oi' })).toEqual({
    message1: 'Oi',
  })
  const finished = { whatsappId: '1,2', scheduledAt: '2031-03-10 09:00:00', contactListId: 3 }
  expect(readable({ name: 'Inverno', ...finished })).toEqual(finished)
  expect(readable({ scheduledAt: null })).toEqual({ scheduledAt: null })
})
