import { assistantIn, errorCodes, skipReasons } from '@guiche/contract'
import { describe, expect, test } from 'vitest'
import { keysInCode, textsOf } from './read-texts.ts'

const here = new URL('.', import.meta.url)
const source = textsOf('pt')
const used = keysInCode(new URL('../', here))

describe.each(['en', 'es', 'tr'])('the texts in %s', (language) => {
  const translated = textsOf(language)

  test('have the same keys as pt, including plural forms', () => {
    expect([...translated.keys()].toSorted()).toEqual([...source.keys()].toSorted())
  })

  test('have the same placeholders and tags', () => {
    const differing = [...source].filter(([key, text]) => marks(text) !== marks(translated.get(key) ?? ''))
    expect(differing.map(([key]) => key)).toEqual([])
  })

  test('are not empty', () => {
    expect([...translated].filter(([, text]) => text.trim() === '')).toEqual([])
  })
})

test.each(['pt', 'en', 'es', 'tr'])('the greeting on acceptance is signed as the virtual assistant in %s', (language) => {
  expect(assistantIn(textsOf(language).get('tickets.greeting') ?? '')).toBeDefined()
})

describe('the texts in pt', () => {
  test('have both plural forms or none', () => {
    const halves = [...source.keys()].filter((key) => {
      const other = key.endsWith('_one') ? key.replace(/_one$/, '_other') : key.replace(/_other$/, '_one')
      return /_(one|other)$/.test(key) && !source.has(other)
    })
    expect(halves).toEqual([])
  })

  test('exist for every key in the code', () => {
    expect(used.keys.size).toBeGreaterThan(50)
    expect([...used.keys].filter((key) => !source.has(key) && !source.has(`${key}_other`))).toEqual([])
  })

  test('exist for every prefix of composed keys', () => {
    const groups = [...used.prefixes].filter((prefix) => ![...source.keys()].some((key) => key.startsWith(prefix)))
    expect(groups).toEqual([])
  })

  test('exist for every error code of the contract', () => {
    expect(errorCodes.filter((code) => !source.has(`errors.${code}`))).toEqual([])
  })

  // The screens compose these keys, and show an unknown reason where one is missing.
  test.each(['campaign-report', 'campaign-preview'])('exist for every reason to leave somebody out, in %s', (screen) => {
    expect(skipReasons.filter((reason) => !source.has(`${screen}.reasons.${reason}`))).toEqual([])
  })

  test('are all used', () => {
    const named = (key: string) => used.keys.has(key) || used.keys.has(key.replace(/_(zero|one|other)$/, ''))
    const grouped = (key: string) => [...used.prefixes].some((prefix) => key.startsWith(prefix))
    expect([...source.keys()].filter((key) => !named(key) && !grouped(key))).toEqual([])
  })
})

/** `{{name}}` and `<b>`, in any order. */
function marks(text: string): string {
  return (text.match(/\{\{.*?\}\}|<\/?\w+>/g) ?? []).toSorted().join(' ')
}
