import type { AuditEntryView } from '@guiche/contract'
import i18next from 'i18next'
import { beforeAll, expect } from 'vitest'
import { sheetOf } from '../src/features/audit/audit-sheet.ts'
import type { Language } from '../src/lib/languages.ts'
import { textsOf } from '../src/locales/read-texts.ts'

const languages = ['pt', 'en', 'es', 'tr'] as const

/** Loads the texts of all languages for the tests of a file. */
export function speakAllLanguages(): void {
  beforeAll(async () => {
    const resources = Object.fromEntries(
      languages.map((language) => [language, { translation: Object.fromEntries(textsOf(language)) }]),
    )
    // The keys of the texts are whole here.
    await i18next.init({ lng: 'pt', resources, keySeparator: false, interpolation: { escapeValue: false } })
  })
}

export const entry = (fields: Partial<AuditEntryView>): AuditEntryView => ({
  id: 1,
  at: '2031-03-10T12:00:05.000Z',
  actor: { kind: 'user', id: 7, name: 'Ana Prado' },
  address: '10.0.0.1',
  action: 'user.changed',
  object: 'user',
  objectId: '8',
  objectName: 'Rui Lemos',
  detail: {},
  ...fields,
})

/** The cells of the table of these entries. */
export async function cellsOf(entries: readonly AuditEntryView[], language: Language = 'pt'): Promise<string[][]> {
  const lines = [{ timezone: 'America/Sao_Paulo' }, ...entries].map((line) => `${JSON.stringify(line)}\n`)
  await i18next.changeLanguage(language)
  const sheet = await sheetOf(new Blob(lines), { t: i18next.t, language })
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await sheet.arrayBuffer())
  expect(text.startsWith('\uFEFF')).toBe(true)
  return text
    .slice(1)
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(1, -1).split('";"'))
}
