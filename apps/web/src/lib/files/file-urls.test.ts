import { expect, test } from 'vitest'
import { withFilePaths } from './file-urls.ts'

const signed = '/public/company7/abc.jpg?expires=1&signature=x'

test("URLs of the server's files become paths, at any depth", () => {
  const page = {
    messages: [{ id: 1, body: `http://127.0.0.1:3000${signed}`, mediaUrl: `http://127.0.0.1:3000${signed}` }],
    ticket: { contact: { urlPicture: `https://guiche.example/public/company7/contact/a.jpg` } },
  }
  expect(withFilePaths(page)).toEqual({
    messages: [{ id: 1, body: `http://127.0.0.1:3000${signed}`, mediaUrl: signed }],
    ticket: { contact: { urlPicture: '/public/company7/contact/a.jpg' } },
  })
})

test('URLs of other servers are left alone', () => {
  const page = { links: [{ url: 'https://loja.example/oferta' }], mediaUrl: null, count: 3 }
  expect(withFilePaths(structuredClone(page))).toEqual(page)
})
