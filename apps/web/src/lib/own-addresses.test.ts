import { expect, test } from 'vitest'
import { readOwnAddresses } from './own-addresses.ts'

const signed = '/public/company7/abc.jpg?expires=1&signature=x'

test('files of the server are loaded from where the page comes from, wherever they stand', () => {
  const page = {
    messages: [{ id: 1, body: `http://127.0.0.1:3000${signed}`, mediaUrl: `http://127.0.0.1:3000${signed}` }],
    ticket: { contact: { urlPicture: `https://guiche.example/public/company7/contact/a.jpg` } },
  }
  expect(readOwnAddresses(page)).toEqual({
    messages: [{ id: 1, body: `http://127.0.0.1:3000${signed}`, mediaUrl: signed }],
    ticket: { contact: { urlPicture: '/public/company7/contact/a.jpg' } },
  })
})

test('addresses of others stay as they are', () => {
  const page = { links: [{ url: 'https://loja.example/oferta' }], mediaUrl: null, count: 3 }
  expect(readOwnAddresses(structuredClone(page))).toEqual(page)
})
