import { auditActions, auditObjects } from '@guiche/contract'
import { describe, expect, test } from 'vitest'
import { textsOf } from '../../locales/read-texts.ts'
import { cellsOf, entry, speakAllLanguages } from '../../../test/audit-cells.ts'

speakAllLanguages()

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
})
