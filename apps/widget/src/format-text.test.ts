import { expect, test } from 'vitest'
import { formatText, plainText } from './format-text.ts'

test('formats bold, italic, strikethrough and monospace', () => {
  expect(formatText('*a* _b_ ~c~ ```d\ne```')).toEqual([
    { kind: 'bold', pieces: ['a'] },
    ' ',
    { kind: 'italic', pieces: ['b'] },
    ' ',
    { kind: 'strike', pieces: ['c'] },
    ' ',
    { kind: 'mono', text: 'd\ne' },
  ])
})

test('formats can be nested', () => {
  expect(formatText('*very _much_ so*')).toEqual([
    { kind: 'bold', pieces: ['very ', { kind: 'italic', pieces: ['much'] }, ' so'] },
  ])
})

test.each(['2*3*4', 'a * b * c', '*', '**', 'snake_case_name', '* one\n* two', '*never closed', '~~~'])(
  'leaves %j as it is',
  (text) => {
    expect(formatText(text)).toEqual([text])
  },
)

test.each([
  ['see https://a.example/x_y_z?q=*1*.', 'https://a.example/x_y_z?q=*1'],
  ['(https://a.example/x)', 'https://a.example/x'],
  ['https://a.example/x_(y)', 'https://a.example/x_(y)'],
  ['HTTP://a.example', 'HTTP://a.example'],
])('finds the address in %j', (text, url) => {
  expect(formatText(text)).toContainEqual({ kind: 'link', url })
  expect(plainText(text)).toBe(text)
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://a.example', 'https://', 'http://[x'])(
  'makes no link of %j',
  (text) => {
    expect(formatText(text).filter((piece) => typeof piece === 'object')).toEqual([])
  },
)

test('shows HTML as text', () => {
  expect(formatText('<img src=x onerror=alert(1)>')).toEqual(['<img src=x onerror=alert(1)>'])
})

test('keeps every letter of a long text with unclosed markers', () => {
  const hard = '*a _b ~c ```d '.repeat(4000)
  const letters = (text: string) => text.replace(/[*_~`]/g, '')
  expect(letters(plainText(hard)) === letters(hard)).toBe(true)
})
