import { skipReasons } from '@guiche/contract'
import { describe, expect, test } from 'vitest'
import { languageOf, texts, textsIn } from './index.ts'

/** Each text by its path; parameters are written as «1», «2». */
function written(part: unknown, path = ''): [string, string][] {
  if (typeof part === 'string') return [[path, part]]
  if (typeof part === 'function') return [[path, String(part(...['«1»', '«2»'].slice(0, part.length)))]]
  return Object.entries(part ?? {}).flatMap(([name, inner]) => written(inner, `${path}.${name}`))
}

const marks = (text: string) => text.match(/«\d»/g)?.toSorted().join() ?? ''
const source = new Map(written(texts.pt))

/** Words that are the same in both languages. */
const sameAsPortuguese = {
  en: [
    '.contactSheet.tags',
    '.reportSheet.ticket',
    '.reportSheet.status',
    '.reportSheet.origins.bot',
    '.reportSheet.origins.api',
    '.numbers.leads.label',
  ],
  es: [
    '.unnamed.person',
    '.unnamed.group',
    '.contactSheet.number',
    '.contactSheet.blocked',
    '.refusedSheet.reason',
    '.refusedSheet.fields.number',
    '.refusedSheet.fields.list',
    '.refusedSheet.rules.required',
    '.campaignSheet.reason',
    '.campaignSheet.states.reserved',
    '.optOutSheet.at',
    '.optOutSheet.reason',
    '.reportSheet.ticket',
    '.reportSheet.ratingBest',
    '.reportSheet.answeredBy',
    '.reportSheet.direction',
    '.reportSheet.text',
    '.reportSheet.statuses.GRUPO',
    '.reportSheet.directions.note',
    '.reportSheet.origins.bot',
    '.reportSheet.origins.api',
    '.push.kinds.document',
    '.numbers.promoters.label',
  ],
  tr: ['.reportSheet.ticket', '.reportSheet.origins.bot', '.reportSheet.origins.api'],
}

describe.each(['en', 'es', 'tr'] as const)('the texts of the server in %s', (language) => {
  const translated = new Map(written(texts[language]))

  test('are complete, and there are no others', () => {
    expect(source.size).toBeGreaterThan(20)
    expect([...translated.keys()].toSorted()).toEqual([...source.keys()].toSorted())
  })

  test('use all of their parameters', () => {
    const differing = [...source].filter(([path, text]) => marks(translated.get(path) ?? '') !== marks(text))
    expect(differing.map(([path]) => path)).toEqual([])
  })

  test('are not empty and not left in Portuguese', () => {
    const empty = [...translated].filter(([, text]) => text.trim() === '').map(([path]) => path)
    const same = [...translated].filter(([path, text]) => text === source.get(path)).map(([path]) => path)
    expect(empty).toEqual([])
    expect(same).toEqual(sameAsPortuguese[language])
  })
})

test.each(Object.entries(texts))(
  'the sheet of a campaign has words for every reason to leave somebody out, in %s',
  (_, one) => {
    expect(skipReasons.filter((reason) => one.campaignSheet.reasons[reason] === undefined)).toEqual([])
  },
)

test('the texts that existing clients know are unchanged', () => {
  expect(texts.pt.transferred.toQueue('Vendas')).toBe(
    '*Mensagem Automática*:\nVocê foi transferido para o departamento *Vendas*. Aguarde um momento, em breve continuaremos o seu atendimento.',
  )
  expect(texts.pt.calls.video.missed('14:05')).toBe('Chamada de vídeo perdida às 14:05')
})

test.each([
  ['pt-BR', 'pt'],
  ['pt', 'pt'],
  ['en', 'en'],
  ['en-GB', 'en'],
  ['ES', 'es'],
  ['tr', 'tr'],
  ['de', 'pt'],
  ['', 'pt'],
] as const)('%s is spoken as %s', (code, language) => {
  expect(languageOf(code)).toBe(language)
  expect(textsIn(code)).toBe(texts[language])
})
