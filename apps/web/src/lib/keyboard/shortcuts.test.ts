import { expect, test } from 'vitest'
import { isCharacter, keysOf } from './shortcuts.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false }

test.each([
  [{ ...plain, key: 'J', code: 'KeyJ' }, 'j'],
  [{ ...plain, key: '?', code: 'Slash' }, '?'],
  [{ ...plain, key: 'k', code: 'KeyK', ctrlKey: true }, 'mod+k'],
  [{ ...plain, key: 'k', code: 'KeyK', metaKey: true }, 'mod+k'],
  [{ ...plain, key: '¡', code: 'Digit1', altKey: true }, 'alt+1'],
  [{ ...plain, key: 'π', code: 'KeyP', altKey: true }, 'alt+p'],
])('the key event %o is the shortcut %s', (event, keys) => {
  expect(keysOf(event)).toBe(keys)
})

test.each([
  [{ ...plain, key: 'e' }, true],
  [{ ...plain, key: 'Ê' }, true],
  [{ ...plain, key: '?' }, true],
  [{ ...plain, key: 'Dead' }, true],
  [{ ...plain, key: ' ' }, false],
  [{ ...plain, key: 'Enter' }, false],
  [{ ...plain, key: 'Tab' }, false],
  [{ ...plain, key: 'v', ctrlKey: true }, false],
  [{ ...plain, key: 'p', altKey: true }, false],
])('%o types a character: %s', (event, isOne) => {
  expect(isCharacter(event)).toBe(isOne)
})
