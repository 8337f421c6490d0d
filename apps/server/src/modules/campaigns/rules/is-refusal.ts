import { foldAnswer } from '@guiche/contract'

/** Whole answers that say no, and those that end all campaigns. */
const words = new Set([
  'nao',
  'n',
  'no',
  'nope',
  'hayir',
  'sair',
  'parar',
  'pare',
  'stop',
  'descadastrar',
  'cancelar',
  'remover',
  'iptal',
  'dur',
])

/** Whether an answer to a question says no: "Não", "não, obrigado", "PARAR". In Portuguese "no aguardo" is a yes: they wait for it. */
export function isRefusal(text: string): boolean {
  const folded = foldAnswer(text)
  const [first = '', second] = folded.split(' ')
  if (first === 'no' && second === 'aguardo') return false
  return words.has(folded) || first === 'nao' || first === 'no' || first === 'hayir'
}
