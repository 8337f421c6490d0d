import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { textsOf } from './read-texts.ts'

/** Words that name a thing by another word than the glossary ("Words on the screens"), or address the reader otherwise. */
const forbidden = {
  pt: [
    /chamado/i,
    /fech\w* (o |todos os )?tickets?/i,
    /(aceit|encerr|reabr|transfer|busc)\w* (o |os )?atendimentos?/i,
    /\bemail/i,
    /pesquisar/i,
    /mensagem de conclusão/i,
    /contatos? unidos?/i,
    /devoluç/i,
    /\brobô/i,
  ],
  en: [/e-mail/i, /colour/i, /\battend(s|ed|ing)?\b/i, /completion message/i, /\bpictures?\b/i, /\bnotices?\b/i, /\w'\w/],
  es: [
    /\busted(es)?\b/i,
    /\b(desea|inténtelo)\b/i,
    /(^|[.:;] )(Abra|Acepte|Avise|Busque|Conecte|Cree|Elija|Escriba|Invite|Pegue|Reciba|Seleccione|Toque|Use)\b/,
    /\bfilas?\b/i,
    /(acept|cerr|busc|abr)\w* (la |las )?atenci[oó]n/i,
    /\btags?\b/i,
    /vídeo|celular|planilla|añad/i,
    /mensaje de conclusión/i,
  ],
  tr: [/bilet/i, /resim/i, /görüşme/i, /gözlem/i, /çağrı/i, /\bsen(i|in|den)?\b/i, /kapanış mesajı/i, /\bengelli\b/i, /şifre(?!le)/i, /\w'\w/],
}

type Language = keyof typeof forbidden

/** Where a forbidden word stays, by the beginning of the key. */
const exceptions: { language: Language; key: string; reason: string }[] = [
  { language: 'pt', key: 'tickets.tagRequired', reason: 'a sentence that existing users know' },
  { language: 'pt', key: 'errors.ERR_TAG_REQUIRED', reason: 'the same sentence' },
  { language: 'pt', key: 'login.invalidEmail', reason: 'a sentence that existing users know' },
  { language: 'pt', key: 'campaigns.messageHint', reason: 'the name of a variable' },
  { language: 'es', key: 'contact-list.import.', reason: 'a row of a sheet is a fila' },
  { language: 'es', key: 'contact-lists.import.', reason: 'the same' },
  { language: 'es', key: 'ui.sheets.', reason: 'the same' },
]

/** The last line of each menu of the bot, which existing customers know. */
const lineOfMenus = "label: 'Encerrar atendimento'"

describe.each(Object.keys(forbidden) as Language[])('the words in %s', (language) => {
  const words = forbidden[language]
  const isForbidden = (text: string) => words.some((word) => word.test(text))
  const found = [...textsOf(language)].filter(([, text]) => isForbidden(text)).map(([key]) => key)
  const allowed = exceptions.filter((exception) => exception.language === language).map(({ key }) => key)

  test('are those of the glossary', () => {
    expect(found.filter((key) => !allowed.some((start) => key.startsWith(start)))).toEqual([])
  })

  test('have no exception that is not needed', () => {
    expect(allowed.filter((start) => !found.some((key) => key.startsWith(start)))).toEqual([])
  })

  test.each(['server', 'widget'])('of the %s are those of the glossary', (app) => {
    const lines = readFileSync(new URL(`../../../${app}/src/texts/${language}.ts`, import.meta.url), 'utf8').split('\n')
    const values = lines.flatMap((line) => /['`].*['`]/.exec(line.replace(/^\s*\w+: /, ''))?.[0] ?? [])
    expect(values.length).toBeGreaterThan(20)
    expect(values.filter((value) => isForbidden(value) && !value.includes(lineOfMenus))).toEqual([])
  })
})
