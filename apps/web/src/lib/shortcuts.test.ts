import { expect, test } from 'vitest'
import { keysOf } from './shortcuts.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false }

test.each([
  [{ ...plain, key: 'J', code: 'KeyJ' }, 'j'],
  [{ ...plain, key: '?', code: 'Slash' }, '?'],
  [{ ...plain, key: 'k', code: 'KeyK', ctrlKey: true }, 'mod+k'],
  [{ ...plain, key: 'k', code: 'KeyK', metaKey: true }, 'mod+k'],
  [{ ...plain, key: '¡', code: 'Digit1', altKey: true }, 'alt+1'],
  [{ ...plain, key: 'π', code: 'KeyP', altKey: true }, 'alt+p'],
])('the keys %o are %s', (event, keys) => {
  expect(keysOf(event)).toBe(keys)
})
