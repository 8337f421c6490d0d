import { describe, expect, test } from 'vitest'
import { checkImport, fieldTime, importBodyOf, importValuesOf } from './import-values.ts'

const texts = { since: 'since', until: 'until' }
const day = 86_400_000
const ago = (days: number) => fieldTime(new Date(Date.now() - days * day))
const asked = { ...importValuesOf(undefined), wantsImport: true }

describe('an import of old messages', () => {
  test('is off by default, and proposes the last day when it is switched on', () => {
    expect(importBodyOf(importValuesOf(undefined))).toMatchObject({
      importOldMessages: null,
      importRecentMessages: null,
    })
    expect(checkImport(asked, texts)).toEqual({})
    const { importOldMessages, importRecentMessages } = importBodyOf(asked)
    expect(new Date(importRecentMessages ?? 0).getTime() - new Date(importOldMessages ?? 0).getTime()).toBe(day)
  })

  test.each([
    [ago(732), ago(0), ['importSince']],
    [ago(-1), ago(0), ['importSince', 'importUntil']],
    [ago(5), ago(6), ['importUntil']],
    [ago(5), ago(-1), ['importUntil']],
    ['', ago(1), ['importSince', 'importUntil']],
    [ago(5), '', ['importUntil']],
    [ago(700), ago(5), []],
  ])('from %s to %s: errors in %j', (importSince, importUntil, wrong) => {
    expect(Object.keys(checkImport({ ...asked, importSince, importUntil }, texts))).toEqual(wrong)
    expect(checkImport({ ...asked, wantsImport: false, importSince, importUntil }, texts)).toEqual({})
  })
})
