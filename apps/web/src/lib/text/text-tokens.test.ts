import { describe, expect, test } from 'vitest'
import { readable } from './plain-text.ts'
import { type Token, blocksOf, safeLink, tokensOf } from './text-tokens.ts'

const written = (tokens: Token[]): string => tokens.map(sign).join('')
function sign(token: Token): string {
  switch (token.kind) {
    case 'text':
      return token.text
    case 'code':
      return `<code ${token.text}>`
    case 'mention':
      return `<mention ${token.text}>`
    case 'link':
      return `<link ${token.href}>`
    case 'bold':
    case 'italic':
    case 'strike':
      return `<${token.kind} ${written(token.tokens)}>`
  }
}

describe('WhatsApp formatting', () => {
  test.for([
    ['Bom *dia*!', 'Bom <bold dia>!'],
    ['_a_ ~b~ `c`', '<italic a> <strike b> <code c>'],
    ['*muito _bom_ mesmo*', '<bold muito <italic bom> mesmo>'],
    ['2*3*4 e nome_de_arquivo', '2*3*4 e nome_de_arquivo'],
    ['* item* e *solto', '* item* e *solto'],
    ['**', '**'],
    ['Veja https://exemplo.com/a_b_c.', 'Veja <link https://exemplo.com/a_b_c>.'],
    ['(https://exemplo.com/x)', '(<link https://exemplo.com/x>)'],
    ['@Rafael confirma? a@b.com', '<mention @Rafael> confirma? a@b.com'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['javascript:alert(1) data:text/html,x', 'javascript:alert(1) data:text/html,x'],
  ])('%s', ([text, shown]) => {
    expect(written(tokensOf(text ?? ''))).toBe(shown)
  })

  test('quotes, lists and code fences are separate blocks', () => {
    const blocks = blocksOf('oi\n> citado\n> mais\n- um\n- dois\n1. a\n2. b\n```\nx = *1*\n```\nfim')

    expect(blocks.map(({ kind }) => kind)).toEqual(['lines', 'quote', 'list', 'list', 'mono', 'lines'])
    expect(blocks[4]).toEqual({ kind: 'mono', text: 'x = *1*' })
  })

  test('an unclosed fence is text', () => {
    expect(blocksOf('a ``` b')).toEqual([{ kind: 'lines', lines: [[{ kind: 'text', text: 'a ``` b' }]] }])
  })

  test('hostile text takes linear time', () => {
    const heavy = [
      `${'*a '.repeat(20_000)}`,
      '_'.repeat(60_000),
      `${'*_~x'.repeat(15_000)}`,
      `http://${'a'.repeat(60_000)}`,
      '@'.repeat(60_000),
    ]
    for (const text of heavy) expect(tokensOf(text).length).toBeGreaterThan(0)
  })
})

test('only http, https, mailto and tel links can be opened', () => {
  expect(['https://a.b', 'mailto:a@b.c', 'tel:+551199'].map((link) => safeLink(link) !== undefined)).toEqual([
    true,
    true,
    true,
  ])
  expect(
    ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'vbscript:x', '//a.b', 'x'].map(safeLink),
  ).toEqual(Array(6).fill(undefined))
})

describe('invisible characters', () => {
  test.for([
    ['\u200eOlá', 'Olá'],
    ['foto\u202egpj.exe', 'fotogpj.exe'],
    ['\u200d', ''],
    ['a\u0000b\u0007c\td\ne', 'abc\td\ne'],
    ['👨‍👩‍👧 ❤️‍🔥 👍🏽', '👨‍👩‍👧 ❤️‍🔥 👍🏽'],
    ['\ud800x', '\ufffdx'],
  ])('%j is shown as %j', ([text, shown]) => {
    expect(readable(text ?? '')).toBe(shown)
  })

  test('stacked accents are cut', () => {
    expect(readable(`a${'\u0301'.repeat(500)}`)).toBe(`a${'\u0301'.repeat(4)}`)
  })
})
