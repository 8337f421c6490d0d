import { expect, test } from 'vitest'
import { isHeaderText } from './mail-server.ts'

test.each(['Guichê', 'Código 123456', '', 'a: b', '“aspas” 👋'])('%j may stand in a header', (text) => {
  expect(isHeaderText(text)).toBe(true)
})

test.each(['a\r\nBcc: x@y.test', 'a\nb', 'a\rb', 'a\u0000', 'a\u0085b', 'a\u2028b', 'a\u2029b', 'a\u007f', '\ud800'])(
  '%j may not',
  (text) => {
    expect(isHeaderText(text)).toBe(false)
  },
)
