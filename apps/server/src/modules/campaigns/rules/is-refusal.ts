import { foldAnswer } from '@guiche/contract'

/** Of lines with commas between them: a line for each language. */
const phrases = (lines: readonly string[]) => lines.flatMap((line) => line.split(', '))

/** Whole answers that end all campaigns. In the middle of a sentence they mean other things. */
const ends = new Set(['sair', 'parar', 'pare', 'stop', 'descadastrar', 'cancelar', 'remover', 'iptal', 'dur'])

/** They agree, or only ask, although a word of them says no. */
const agreements = phrases([
  'por que nao, porque nao, pq nao, como nao, ou nao, nao vejo a hora, nao tem problema',
  'nao ha problema, nao quero perder, nao posso perder, nao vou perder',
  'why not, or no, or not, no problem, no worries, no doubt, not a problem, not bad',
  'don t mind, don t worry',
  'por que no, como no, o no, no hay problema, no veo la hora, no faltaba mas, no quiero perder',
  'sorun degil, sorun yok, problem degil, problem yok, onemli degil, itirazim yok, sakincasi yok',
])

/** An answer that begins with one of them says no, whatever follows. */
const first = phrases([
  'nao, nunca, jamais, negativo, nem pensar, de jeito nenhum, dispenso',
  'nope, nah, not, never, don t, do not',
  'hayir, yok, olmaz, istemem, istemiyorum',
])

/** "No" says no in Spanish and English, and is "in the" in Portuguese: "no sábado", "no momento". These words tell them apart. */
const afterNo = new Set(
  phrases([
    'obrigado, obrigada, obg, quero, preciso, tenho, nao, no',
    'thanks, thank, thx, i, im, not, never, need, way, more, please, sorry, dont',
    'gracias, muchas, por, ahora, hoy, en, me, nos, te, lo, la, le, les, se',
    'quiero, quisiera, deseo, necesito, acepto, puedo, tengo, estoy, soy, creo, es, hay',
    'envien, manden, mande, envie, moleste, molesten',
  ]),
)

/** A short answer that ends with one of them says no: "no momento não", "ahora no", "şimdi değil". */
const last = new Set('nao no not hayir yok degil degilim olmaz istemem istemiyorum ilgilenmiyorum'.split(' '))
/** In words. */
const short = 6

/** They say no wherever they stand. */
const anywhere = phrases([
  'nao quero, nao tenho interesse, nao me interessa, nao estou interessado, nao estou interessada',
  'nao preciso, nao desejo, nao gostaria, nao posso, nao obrigado, nao obrigada, sem interesse',
  'no thanks, no thank you, not interested, not now, not today, don t want, do not want',
  'no gracias, no quiero, no me interesa, no deseo, no necesito, no puedo, no estoy interesado',
  'no estoy interesada, istemiyorum, ilgilenmiyorum',
])

/**
 * Whether an answer to a question says no: "Não", "não, obrigado", "no momento não", "PARAR". Any other answer counts, as
 * "no momento" and "por que não?" do. What customers write decides, not the company's language: one company has customers of
 * several.
 */
export function isRefusal(text: string): boolean {
  const folded = foldAnswer(text)
  if (ends.has(folded)) return true
  const answer = without(agreements, ` ${folded} `.replace(/ (?:n|nn|naum)(?= )/g, ' nao'))
  if (first.some((phrase) => answer.startsWith(` ${phrase} `))) return true
  if (anywhere.some((phrase) => answer.includes(` ${phrase} `))) return true
  const words = answer.trim().split(' ')
  if (words.length <= short && last.has(words.at(-1) ?? '')) return true
  return words[0] === 'no' && (afterNo.has(words[1] ?? '') || endsAtNo.test(text))
}

/** A preposition has no punctuation behind it. */
const endsAtNo = /^[^\p{L}\p{N}]*no\s?[.,;:!?…]/iu

const without = (phrases: readonly string[], answer: string): string =>
  phrases.reduce((rest, phrase) => rest.replaceAll(` ${phrase} `, ' '), answer)
