import { type AuditEntryView, auditActions, auditObjects, limits } from '@guiche/contract'
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Language } from '../../lib/languages.ts'
import { textsOf } from '../../locales/read-texts.ts'
import { sheetOf } from './audit-sheet.ts'

const languages = ['pt', 'en', 'es', 'tr'] as const

beforeAll(async () => {
  const resources = Object.fromEntries(
    languages.map((language) => [language, { translation: Object.fromEntries(textsOf(language)) }]),
  )
  // The keys of the texts are whole here.
  await i18next.init({ lng: 'pt', resources, keySeparator: false, interpolation: { escapeValue: false } })
})

const entry = (fields: Partial<AuditEntryView>): AuditEntryView => ({
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
async function cellsOf(entries: readonly AuditEntryView[], language: Language = 'pt'): Promise<string[][]> {
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

describe('the table of the log', () => {
  test('has the words of the screen, before and after, and times of the company', async () => {
    const [titles, changed, reached] = await cellsOf([
      entry({
        detail: {
          before: { profile: 'user', queues: [], allowConnections: false },
          after: { profile: 'supervisor', queues: ['Vendas'], allowConnections: true },
        },
      }),
      entry({
        actor: { kind: 'operator', id: 1, name: 'Lia' },
        address: null,
        action: 'operator.reached',
        object: 'company',
        objectId: '3',
        objectName: 'Casa Aurora',
        detail: { action: 'listAudit' },
      }),
    ])
    expect(titles).toEqual([
      'Quando (America/Sao_Paulo)',
      'Quem',
      'Tipo de autor',
      'De onde',
      'O que',
      'Tipo de objeto',
      'ID do objeto',
      'Objeto',
      'Antes',
      'Depois',
      'Detalhes',
    ])
    expect(changed).toEqual([
      '2031-03-10 09:00:05',
      'Ana Prado',
      'Usuário',
      '10.0.0.1',
      'Alterou um usuário',
      'Usuário',
      '8',
      'Rui Lemos',
      'Perfil: Usuário\nFilas: vazio\nGerenciar conexões: Não',
      'Perfil: Supervisor\nFilas: Vendas\nGerenciar conexões: Sim',
      '',
    ])
    expect(reached?.slice(1)).toEqual([
      'Lia',
      'Operador da plataforma',
      '',
      'Acessou a empresa',
      'Empresa',
      '3',
      'Casa Aurora',
      '',
      '',
      'O que fez: viu a auditoria',
    ])
  })

  test.each(['pt', 'en', 'es', 'tr'] as const)('in %s has words for every action and object', async (language) => {
    const words = new Set(textsOf(language).values())
    const rows = await cellsOf(
      auditActions.map((action) => entry({ action })),
      language,
    )
    expect(rows.slice(1).map((cells) => cells[4])).toSatisfy((said: string[]) => said.every((text) => words.has(text)))
    expect(new Set(rows.slice(1).map((cells) => cells[4])).size).toBe(auditActions.length)
    const objects = await cellsOf(
      auditObjects.map((object) => entry({ object })),
      language,
    )
    expect(objects.slice(1).map((cells) => cells[5])).toSatisfy((said: string[]) =>
      said.every((text) => words.has(text)),
    )
  })

  test('has no cell that a program takes for a formula (S49)', async () => {
    const names = ['=HYPERLINK("http://a")', '@SUM(1)', '+1;2', '-1+1', '\t=1', '＝1']
    const rows = await cellsOf(
      names.map((name) =>
        entry({ objectName: name, actor: { kind: 'user', id: 7, name }, action: name, object: name }),
      ),
    )
    expect(rows.slice(1).map((cells) => cells[7])).toEqual([
      `'=HYPERLINK(""http://a"")`,
      "'@SUM(1)",
      "'+1;2",
      "'-1+1",
      "'\t=1",
      "'＝1",
    ])
    expect(rows.flat().filter((cell) => /^[=+\-@\t\r＝＋－＠]/.test(cell))).toEqual([])
  })

  test('says that older entries are missing when it has the most that an export has', async () => {
    const rows = await cellsOf(Array.from({ length: limits.auditExport }, () => entry({})))
    expect(rows).toHaveLength(limits.auditExport + 2)
    expect(rows.at(-1)).toEqual([
      `Só as ${limits.auditExport} entradas mais recentes estão nesta tabela. Filtre para ver as outras.`,
    ])
  })
})
